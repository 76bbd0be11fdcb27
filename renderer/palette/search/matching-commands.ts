// The commands and objects that a query names.
import type { ObjectSummary } from '../../../shared/api/launcher-search.ts'
import { say } from '../../../shared/language.ts'
import { matchClasses, matchOf } from '../../../shared/search/text-match.ts'
import { type Command, commands } from '../commands.ts'
import { commandRow, objectRow, type PaletteRow } from '../rows/rows.ts'

const titleOf = ({ id }: Command): string => say(`command.${id}`)
/** Other words that find it. */
const alsoOf = ({ id }: Command): string => say(`command.${id}.also`)

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
    ...objects.map((object) => {
      const row = objectRow(object)
      return {
        row,
        rank: rank(query, which === 'objects' ? object.pluralName : row.title, object.singularName),
      }
    }),
  ]
  return ranked
    .flatMap(({ row, rank: place }) => (place === null ? [] : [{ row, place }]))
    .sort((a, b) => a.place - b.place)
    .map(({ row }) => row)
}
