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

export interface Command {
  id: CommandId
  title: string
  /** Other words that find it. */
  also: string
  shortcut?: string
}

export const commands: readonly Command[] = [
  { id: 'newTask', title: 'New task', also: 'create add todo', shortcut: 'Mod+N' },
  { id: 'capture', title: 'Capture a task', also: 'quick add' },
  { id: 'brief', title: 'Daily brief', also: 'today morning agenda' },
  { id: 'browse', title: 'Browse…', also: 'objects records list' },
  { id: 'outbox', title: 'Outbox', also: 'unsent queue pending' },
  { id: 'settings', title: 'Settings', also: 'preferences hotkey theme account', shortcut: 'Mod+,' },
  { id: 'keys', title: 'Keyboard shortcuts', also: 'help', shortcut: '?' },
  { id: 'signOut', title: 'Sign out', also: 'log out account' },
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

const best = <T>(items: readonly T[], rankOf: (item: T) => number | null): T[] =>
  items
    .flatMap((item) => {
      const ranked = rankOf(item)
      return ranked === null ? [] : [{ item, ranked }]
    })
    .sort((a, b) => a.ranked - b.ranked)
    .map(({ item }) => item)

/** Commands and objects that a query names, best first; an empty query names all of them. */
export function matchingCommands(
  query: string,
  objects: readonly ObjectSummary[],
  which: 'all' | 'commands' | 'objects' = 'all',
): PaletteRow[] {
  const empty = query.trim() === ''
  const named =
    which === 'objects'
      ? []
      : empty
        ? commands
        : best(commands, (command) => rank(query, command.title, command.also))
  const browsed =
    which === 'commands' && empty
      ? []
      : empty
        ? objects
        : best(objects, (object) => rank(query, object.pluralName, `browse ${object.singularName}`))
  return [...named.map(commandRow), ...browsed.map(objectRow)]
}
