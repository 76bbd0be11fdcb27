// The order of search results (LCH-07): how well the title matches, then how recent the thing is.
import { matchClasses, matchOf, foldedOf, type FoldedText } from '../../shared/text-match.ts'

export type Candidate<K extends string = string> = {
  kind: K
  ref: string
  /** Folded. */
  title: string
  /** Epoch milliseconds of the last change. */
  rankedAt: number
}

/** The candidates that match, best first; a thing that was found twice is there once. */
export const rankCandidates = <C extends Candidate>(query: FoldedText, candidates: Iterable<C>): C[] => {
  const ranked = new Map<string, { candidate: C; place: number }>()
  for (const candidate of candidates) {
    const key = `${candidate.kind} ${candidate.ref}`
    if (ranked.has(key)) continue
    const match = matchOf(query, foldedOf(candidate.title))
    if (match) ranked.set(key, { candidate, place: matchClasses.indexOf(match.class) })
  }
  return [...ranked.values()]
    .toSorted(
      (a, b) =>
        a.place - b.place ||
        b.candidate.rankedAt - a.candidate.rankedAt ||
        (a.candidate.ref < b.candidate.ref ? -1 : 1),
    )
    .map((each) => each.candidate)
}

/** Whether every typed word stands somewhere in a folded title: what most candidates fail, and cheap to ask first. */
export const holdsEveryWord = (query: FoldedText, title: string): boolean =>
  query.words.every((word) => title.includes(word))
