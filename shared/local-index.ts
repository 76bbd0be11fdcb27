// Finds what was seen while somebody types: of twenty thousand titles the best few, in a few milliseconds, by the rules that
// also rank the service's answer. Titles are folded once, when they first come. The main process holds one of everything,
// and so does the page, so that a keystroke's rows need no message.
import {
  isUnused,
  localClassOf,
  mostUnused,
  type LocalClass,
  type Parts,
  partsOf,
  sumOf,
  type Use,
} from './local-index-score.ts'
import { bitsIn, editsAllowed, foldedOf, type FoldedText, type FoldedTitle } from './text-match.ts'

export type Indexed = { key: string; kind: string; title: string; seenAt: number; use: Use }
type Entry = Indexed & { folded: FoldedTitle }

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

/** Every letter of a folded text, a bit each; other characters share the bits. */
const lettersIn = (letters: readonly number[]): number => letters.reduce((all, of) => all | of, 0)

/** `words` are not kept: the title's own text holds them. */
const titleOf = ({ text, spoken, initials, letters }: FoldedText): FoldedTitle => ({
  text,
  spoken,
  initials,
  letters,
})

/** Why a row is where it is. `score` is in tenths of a point, and the sum of its parts. */
export type Reason = { class: LocalClass; parts: Parts; score: number; use: Use }

export type LocalIndex = {
  put: (item: Indexed) => void
  remove: (key: string) => void
  clear: () => void
  size: () => number
  /** Keys of what matches, best first. @param kinds undefined searches everything. */
  search: (query: string, kinds: readonly string[] | undefined, limit: number) => string[]
  /** The score that `search` ranks this row by, in its parts; null where the query does not find it. */
  explain: (query: string, key: string) => Reason | null
}

/** @param now epoch milliseconds. */
export const createLocalIndex = ({ now }: { now: () => number }): LocalIndex => {
  // Side by side: the letters of all titles are looked at for each keystroke, the titles themselves only where they can match.
  const entries: Entry[] = []
  const letters: number[] = []
  const slots = new Map<string, number>()

  const entryOf = (key: string): Entry | undefined => entries[slots.get(key) ?? -1]

  return {
    put: (item) => {
      const slot = slots.get(item.key) ?? entries.length
      const old = entries[slot]
      const folded = old?.title === item.title ? old.folded : titleOf(foldedOf(item.title))
      slots.set(item.key, slot)
      entries[slot] = {
        key: item.key,
        kind: item.kind,
        title: item.title,
        seenAt: item.seenAt,
        use: item.use,
        folded,
      }
      letters[slot] = lettersIn(folded.letters)
    },
    remove: (key) => {
      const slot = slots.get(key)
      if (slot === undefined) return
      slots.delete(key)
      const last = entries.pop()
      const lastLetters = letters.pop()
      if (last === undefined || lastLetters === undefined || last.key === key) return
      entries[slot] = last
      letters[slot] = lastLetters
      slots.set(last.key, slot)
    },
    clear: () => {
      entries.length = 0
      letters.length = 0
      slots.clear()
    },
    size: () => entries.length,
    search: (query, kinds, limit) => {
      const typed = foldedOf(query)
      if (typed.text === '') return []
      const at = now()
      const wanted = lettersIn(typed.letters)
      const forgiven = typed.words.reduce((sum, word) => sum + editsAllowed(word), 0)
      // A letter matches thousands: only the best are kept while looking, instead of sorting all of them.
      const best: Hit[] = []
      for (let slot = 0; slot < entries.length; slot += 1) {
        const missing = wanted & ~(letters[slot] ?? 0)
        if (missing !== 0 && bitsIn(missing, forgiven) > forgiven) continue
        const entry = entries[slot]
        if (entry === undefined || (kinds !== undefined && !kinds.includes(entry.kind))) continue
        // What could not reach the list any more is not looked for: loose matches cost the most, and rank last.
        const needed = isUnused(entry.use) ? (best[limit - 1]?.score ?? 0) : 0
        const matched = localClassOf(typed, entry.folded, missing === 0, needed)
        if (matched === null || mostUnused(matched) < needed) continue
        const score = sumOf(partsOf(typed, entry.folded, matched, entry.use, at))
        if (score >= needed) keepBest(best, { key: entry.key, score, seenAt: entry.seenAt }, limit)
      }
      return best.map(({ key }) => key)
    },
    explain: (query, key) => {
      const entry = entryOf(key)
      const typed = foldedOf(query)
      if (entry === undefined || typed.text === '') return null
      const matched = localClassOf(typed, entry.folded, true, 0)
      if (matched === null) return null
      const parts = partsOf(typed, entry.folded, matched, entry.use, now())
      return { class: matched, parts, score: sumOf(parts), use: entry.use }
    },
  }
}
