// The order of search results (LCH-07): how well the title matches, then how recent the thing is.
import { matchClasses, type MatchClass } from '../../shared/text-match.ts'

export type Ranked = {
  kind: string
  ref: string
  class: MatchClass
  /** Epoch milliseconds of the last change. */
  rankedAt: number
}

const place = (found: Ranked): number => matchClasses.indexOf(found.class)

const bestFirst = (a: Ranked, b: Ranked): number =>
  place(a) - place(b) || b.rankedAt - a.rankedAt || (a.ref < b.ref ? -1 : 1)

/** Best first; a thing that was found in two ways is there once, as its better match. */
export const rankFound = <F extends Ranked>(found: readonly F[]): F[] => {
  const once = new Map<string, F>()
  for (const each of found.toSorted(bestFirst)) {
    const key = `${each.kind} ${each.ref}`
    if (!once.has(key)) once.set(key, each)
  }
  return [...once.values()]
}
