// Finds what was seen while somebody types: thousands of titles in about a millisecond, by the rules that also rank the
// service's answer. Titles are folded once, when they first come. The main process holds one of everything, the page one
// of what is newest and most used, so that a keystroke's rows need no message.
import { foldedOf, type FoldedText, matchOf, type MatchClass } from './text-match.ts'

type Indexed = { key: string; kind: string; title: string; seenAt: number; visits: readonly number[] }

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

type Hit = { key: string; score: number; seenAt: number }

const isBetter = (a: Hit, b: Hit): boolean =>
  a.score !== b.score ? a.score > b.score : a.seenAt !== b.seenAt ? a.seenAt > b.seenAt : a.key < b.key

/** Puts a hit at its place among the best, of which at most `limit` stay. */
const keepBest = (best: Hit[], hit: Hit, limit: number): void => {
  const worst = best[limit - 1]
  if (worst !== undefined && !isBetter(hit, worst)) return
  let at = best.length
  while (at > 0) {
    const above = best[at - 1]
    if (above === undefined || isBetter(above, hit)) break
    at -= 1
  }
  best.splice(at, 0, hit)
  if (best.length > limit) best.pop()
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
      // A letter matches thousands: only the best are kept while looking, instead of sorting all of them.
      const best: Hit[] = []
      for (const { key, kind, folded, seenAt, visits } of items.values()) {
        if (kinds !== undefined && !kinds.includes(kind)) continue
        const match = matchOf(typed, folded)
        if (match === null) continue
        const habit = visits.length === 0 ? 0 : frecency(visits, at)
        keepBest(
          best,
          { key, score: classScore[match.class] + match.score * matchPoints + habit, seenAt },
          limit,
        )
      }
      return best.map(({ key }) => key)
    },
  }
}
