// What the palette can do beside finding things.
import type { ObjectSummary } from '../../shared/api/launcher-search.ts'
import { say } from '../../shared/language.ts'
import { matchClasses, matchOf } from '../../shared/search/text-match.ts'
import { commandRow, objectRow, type PaletteRow } from './rows/rows.ts'

export type CommandId =
  | 'newTask'
  | 'capture'
  | 'brief'
  | 'browse'
  | 'outbox'
  | 'settings'
  | 'keys'
  | 'signOut'
  | 'refresh'
  | 'undo'
  | 'join'
  | 'searchTasks'
  | 'searchRecords'
  | 'searchMeetings'
  | 'actions'
  | 'quit'

export interface Command {
  id: CommandId
  shortcut?: string
  /** The global one that does the same, which the person may have changed. */
  hotkey?: 'capture'
}

const titleOf = ({ id }: Command): string => say(`command.${id}`)
/** Other words that find it. */
const alsoOf = ({ id }: Command): string => say(`command.${id}.also`)

const everyday: readonly Command[] = [
  { id: 'newTask', shortcut: 'Mod+N' },
  { id: 'capture', hotkey: 'capture' },
  { id: 'brief' },
  { id: 'browse', shortcut: 'o' },
  { id: 'outbox' },
  { id: 'settings', shortcut: 'Mod+,' },
  { id: 'keys', shortcut: '?' },
  { id: 'signOut' },
]

/** What an empty query shows: the rest is found by its words. */
export const homeCommands = everyday

export const commands: readonly Command[] = [
  ...everyday,
  { id: 'searchTasks', shortcut: 't' },
  { id: 'searchRecords', shortcut: 'r' },
  { id: 'searchMeetings', shortcut: 'm' },
  { id: 'actions', shortcut: 'Mod+K' },
  { id: 'join', shortcut: 'Mod+J' },
  { id: 'undo', shortcut: 'Mod+Z' },
  { id: 'refresh', shortcut: 'Mod+R' },
  { id: 'quit' },
]

/** Beginnings of words only: among the rows of a workspace a command that matches by its middle is noise. */
const rank = (query: string, title: string, also: string): number | null => {
  for (const [text, handicap] of [
    [title, 0],
    [also, matchClasses.length],
  ] as const) {
    const found = matchOf(query, text)
    if (found !== null && found.class !== 'typo' && found.class !== 'other')
      return handicap + matchClasses.indexOf(found.class) - found.score
  }
  return null
}

/** Commands and objects that a query names, best first; an empty query names all of them. */
export function matchingCommands(
  query: string,
  objects: readonly ObjectSummary[],
  which: 'all' | 'commands' | 'objects' = 'all',
): PaletteRow[] {
  const named = which === 'objects' ? [] : commands
  if (query.trim() === '')
    return [...named.map(commandRow), ...(which === 'commands' ? [] : objects.map(objectRow))]
  const ranked = [
    ...named.map((command) => ({
      row: commandRow(command),
      rank: rank(query, titleOf(command), alsoOf(command)),
    })),
    ...objects.map((object) => ({
      row: objectRow(object),
      rank: rank(
        query,
        which === 'objects' ? object.pluralName : say('row.browse', { objects: object.pluralName }),
        object.singularName,
      ),
    })),
  ]
  return ranked
    .flatMap(({ row, rank: place }) => (place === null ? [] : [{ row, place }]))
    .sort((a, b) => a.place - b.place)
    .map(({ row }) => row)
}
