// The order of search results (LCH-07): how well the title matches, then whether it has the words as they were typed, then how
// recent the item is. Items that only a contact found come last.
import { matchClasses, type MatchClass } from '../../shared/search/text-match.ts'

export type Ranked = {
  entry: number
  class: MatchClass | 'contact'
  /** By `fitOf`: the better one of a class comes first. */
  fit: number
  /** Epoch milliseconds of the last change. */
  rankedAt: number
}

const classes: readonly Ranked['class'][] = [...matchClasses, 'contact']
const place = (found: Ranked): number => classes.indexOf(found.class)

const bestFirst = (a: Ranked, b: Ranked): number =>
  place(a) - place(b) || b.fit - a.fit || b.rankedAt - a.rankedAt || b.entry - a.entry

/** Best first; an item that was found in several ways is listed once, with its best match. */
export const rankFound = <Each extends Ranked>(found: readonly Each[]): Each[] => {
  const once = new Map<number, Each>()
  for (const each of found.toSorted(bestFirst)) if (!once.has(each.entry)) once.set(each.entry, each)
  return [...once.values()]
}

/** The number of distinct items. */
export const countFound = (found: readonly Ranked[]): number => new Set(found.map(({ entry }) => entry)).size
