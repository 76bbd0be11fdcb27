// Finds what was seen while somebody types: thousands of titles in about a millisecond, by the rules that also rank the
// service's answer. Titles are folded once, when they first come.
import { foldedOf, type FoldedText, matchOf, type MatchClass } from '../../shared/text-match.ts'

export type Indexed = { key: string; kind: string; title: string; seenAt: number; visits: readonly number[] }

const classScore: Readonly<Record<MatchClass, number>> = {
  exact: 94,
  prefix: 80,
  wordPrefix: 65,
  other: 40,
  typo: 20,
}
/** Points that a match may gain inside its class. */
const matchPoints = 8
const mostFrecency = 6
const halfLifeMs = 30 * 86_400_000

/** Visits that fade: at most 6 of 100 points, so that habit never beats what is typed. */
export const frecency = (visits: readonly number[], now: number): number => {
  const weight = visits.reduce((sum, at) => sum + 2 ** (-Math.max(0, now - at) / halfLifeMs), 0)
  return Math.min(mostFrecency, 2 * Math.log2(1 + weight))
}

export type LocalIndex = {
  put: (item: Indexed) => void
  remove: (key: string) => void
  clear: () => void
  /** Keys of what matches, best first. @param kinds undefined searches everything. */
  search: (query: string, kinds: readonly string[] | undefined, limit: number) => string[]
}

/** @param now epoch milliseconds. */
export const createLocalIndex = ({ now }: { now: () => number }): LocalIndex => {
  const items = new Map<string, Indexed & { folded: FoldedText }>()

  return {
    put: (item) => {
      const old = items.get(item.key)
      items.set(item.key, { ...item, folded: old?.title === item.title ? old.folded : foldedOf(item.title) })
    },
    remove: (key) => {
      items.delete(key)
    },
    clear: () => {
      items.clear()
    },
    search: (query, kinds, limit) => {
      const typed = foldedOf(query)
      if (typed.text === '') return []
      const at = now()
      const hits: { key: string; score: number; seenAt: number }[] = []
      for (const { key, kind, folded, seenAt, visits } of items.values()) {
        if (kinds !== undefined && !kinds.includes(kind)) continue
        const match = matchOf(typed, folded)
        if (match === null) continue
        const habit = visits.length === 0 ? 0 : frecency(visits, at)
        hits.push({ key, score: classScore[match.class] + match.score * matchPoints + habit, seenAt })
      }
      return hits
        .sort((a, b) => b.score - a.score || b.seenAt - a.seenAt || (a.key < b.key ? -1 : 1))
        .slice(0, limit)
        .map(({ key }) => key)
    },
  }
}
