// The commands and objects whose names match a query, ranked together with the cached rows.
import type { ObjectSummary } from '../../shared/api/launcher/search.ts'
import { namePoints } from '../../shared/search/score.ts'
import { matchOf } from '../../shared/search/text-match.ts'
import type { FoundCommand } from '../actions/actions.ts'
import { commandRow, objectRow, type PaletteRow } from '../items/rows.ts'

/** `score` is in tenths of a point, as in the index. */
export type Scored = { row: PaletteRow; score: number }

const beginnings: ReadonlySet<string> = new Set(['exact', 'prefix', 'wordPrefix'])

/**
 * Matches only at the beginning of words. A command that matches in the middle of a word is noise among rows of a workspace.
 * @param also other words that find it; they count like a row's words beside its title
 */
const scored = (
  query: string,
  row: PaletteRow,
  title: string,
  also: string,
  asksForState: boolean,
): Scored[] => {
  const named = matchOf(query, title)
  // "overdue" asks for tasks, and only then for the command that has the word in its name.
  if (named?.class === 'wordPrefix' && asksForState) return [{ row, score: 0 }]
  if (named !== null && beginnings.has(named.class)) return [{ row, score: namePoints(named, query) }]
  const other = matchOf(query, also)
  return other !== null && beginnings.has(other.class)
    ? [{ row, score: namePoints({ class: 'detail', score: other.score }, query) }]
    : []
}

/**
 * Commands and objects that match a query, best first. An empty query matches all of them.
 * @param asksForState whether rows are found by a state that the query names
 */
export function matchingCommands(
  query: string,
  commands: readonly FoundCommand[],
  objects: readonly ObjectSummary[],
  which: 'all' | 'commands' | 'objects' = 'all',
  asksForState = false,
): Scored[] {
  const named = which === 'objects' ? [] : commands
  if (query.trim() === '') {
    const rows = [...named.map(commandRow), ...(which === 'commands' ? [] : objects.map(objectRow))]
    return rows.map((row) => ({ row, score: 0 }))
  }
  return [
    ...named.flatMap((command) => {
      const row = commandRow(command)
      return scored(query, row, row.title, command.also, asksForState)
    }),
    ...objects.flatMap((object) => {
      const row = objectRow(object)
      return scored(
        query,
        row,
        which === 'objects' ? object.pluralName : row.title,
        object.singularName,
        asksForState,
      )
    }),
  ].sort((a, b) => b.score - a.score)
}

/** Inserts the matching commands and objects, each above the first row with a lower score. An object may already be a row. */
export function withNamed(
  rows: readonly PaletteRow[],
  named: readonly Scored[],
  scoreOf: (key: string) => number,
): PaletteRow[] {
  const ranked = [...rows]
  let from = 0
  for (const { row, score } of named) {
    if (rows.some(({ key }) => key === row.key)) continue
    while (from < ranked.length && scoreOf(ranked[from]?.key ?? '') >= score) from += 1
    ranked.splice(from, 0, row)
    from += 1
  }
  return ranked
}
