// What the palette can do beside finding things.
import type { ObjectSummary } from '../../shared/api/launcher-search.ts'
import { matchClasses, matchOf } from '../../shared/text-match.ts'
import { commandRow, objectRow, type PaletteRow } from './rows.ts'

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
  title: string
  /** Other words that find it. */
  also: string
  shortcut?: string
  /** The global one that does the same, which the person may have changed. */
  hotkey?: 'capture'
}

const everyday: readonly Command[] = [
  { id: 'newTask', title: 'New task', also: 'create add todo', shortcut: 'Mod+N' },
  { id: 'capture', title: 'Capture a task', also: 'quick add', hotkey: 'capture' },
  { id: 'brief', title: 'Daily brief', also: 'today morning agenda' },
  { id: 'browse', title: 'Browse…', also: 'objects records list', shortcut: 'o' },
  { id: 'outbox', title: 'Outbox', also: 'unsent queue pending' },
  { id: 'settings', title: 'Settings', also: 'preferences hotkey theme account', shortcut: 'Mod+,' },
  { id: 'keys', title: 'Keyboard shortcuts', also: 'help', shortcut: '?' },
  { id: 'signOut', title: 'Sign out', also: 'log out account' },
]

/** What an empty query shows: the rest is found by its words. */
export const homeCommands = everyday

export const commands: readonly Command[] = [
  ...everyday,
  { id: 'searchTasks', title: 'Search tasks', also: 'only scope find', shortcut: 't' },
  { id: 'searchRecords', title: 'Search records', also: 'only scope find', shortcut: 'r' },
  { id: 'searchMeetings', title: 'Search meetings', also: 'only scope find', shortcut: 'm' },
  { id: 'actions', title: 'Actions', also: 'what can be done menu', shortcut: 'Mod+K' },
  { id: 'join', title: 'Join the next meeting', also: 'call video', shortcut: 'Mod+J' },
  { id: 'undo', title: 'Undo the last change', also: 'revert take back', shortcut: 'Mod+Z' },
  { id: 'refresh', title: 'Refresh', also: 'reload sync', shortcut: 'Mod+R' },
  { id: 'quit', title: 'Quit Svc Launcher', also: 'exit close stop' },
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
    ...named.map((command) => ({ row: commandRow(command), rank: rank(query, command.title, command.also) })),
    ...objects.map((object) => ({
      row: objectRow(object),
      rank: rank(
        query,
        which === 'objects' ? object.pluralName : `Browse ${object.pluralName}`,
        object.singularName,
      ),
    })),
  ]
  return ranked
    .flatMap(({ row, rank: place }) => (place === null ? [] : [{ row, place }]))
    .sort((a, b) => a.place - b.place)
    .map(({ row }) => row)
}
