// Finds cached rows while the user types: the best few of 20,000 titles in a few milliseconds. The rules also rank the
// service's answers.
// Titles are folded once, when they are added. Only the page has an index, so a keystroke needs no message.
import type { SearchResult } from '../api/launcher/search.ts'
import {
  typedForDetail,
  isContact,
  isUnused,
  localClassOf,
  mostUnused,
  type LocalClass,
  type Parts,
  partsOf,
  sumOf,
  type Typed,
  unused,
  type Use,
} from './score.ts'
import type { Span, Stated, StateQuery } from './state-words.ts'
import { bitsIn, type FoldedTitle, lettersOf, readingsOf, titleOf } from './text-fold.ts'
import { editsAllowed } from './text-match.ts'

export type Indexed = {
  key: string
  kind: string
  title: string
  /** The folded words beside the title (`detailOf`). */
  detail?: string
  seenAt: number
  use: Use
  /** The time of a meeting or the due date of a task. */
  span?: Span | undefined
  /** The facet that holds the state of a task. */
  task?: SearchResult['task']
}

type Hit = { key: string; score: number; seenAt: number; class: LocalClass }

const isBetter = (a: Hit, b: Hit): boolean =>
  a.score !== b.score ? a.score > b.score : a.seenAt !== b.seenAt ? a.seenAt > b.seenAt : a.key < b.key

/** Inserts a hit at its rank and keeps at most `limit` hits. */
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

/** A spelling of the query, and filters that skip most titles. */
type Prepared = Typed & { wanted: number; wantedOfDetail: number; forgiven: number }

const preparedReadings = (text: string, state: StateQuery | null): Prepared[] => {
  const readings = readingsOf(text)
  const [{ text: chosen }] = readings
  if (chosen === '') return []
  const details = typedForDetail(text)
  return readings.map((query, place) => {
    const forDetail = place === 0 ? details : []
    return {
      query,
      chosen,
      forDetail,
      state: place === 0 ? state : null,
      wanted: lettersOf(query.spoken),
      // The letters that all formats have; every bit where there is none.
      wantedOfDetail: forDetail.reduce((bits, { spoken }) => bits & lettersOf(spoken), -1),
      forgiven: query.words.reduce((sum, word) => sum + editsAllowed(word), 0),
    }
  })
}

/** Whether another spelling of the query found the row as well or better. If it found it worse, that hit is removed. */
const isFoundBetter = (best: Hit[], { key, score }: Hit): boolean => {
  const at = best.findIndex((hit) => hit.key === key)
  if (at === -1) return false
  if ((best[at]?.score ?? 0) >= score) return true
  best.splice(at, 1)
  return false
}

/** The explanation of a rank. `score` is in tenths of a point and is the sum of the parts. */
export type Reason = { class: LocalClass; parts: Parts; score: number; use: Use }

export type LocalIndex = {
  put: (item: Indexed) => void
  remove: (key: string) => void
  clear: () => void
  size: () => number
  /** Keys of the matches, best first. @param kinds undefined searches everything @param state the state that the query asks for */
  search: (
    query: string,
    kinds: readonly string[] | undefined,
    limit: number,
    state?: StateQuery | null,
  ) => string[]
  /** The score of a row for the query, in its parts; null if the query does not find the row. */
  explain: (query: string, key: string, state?: StateQuery | null) => Reason | null
}

/** @param now returns epoch milliseconds */
export const createLocalIndex = ({ now }: { now: () => number }): LocalIndex => {
  // One array for each field. An object for each title would need three times the memory. The letters of all titles, which each
  // keystroke reads, are adjacent in memory.
  const keys: string[] = []
  const kinds: string[] = []
  const titles: string[] = []
  const seenAts: number[] = []
  const uses: Use[] = []
  const texts: string[] = []
  const respelleds: string[] = []
  const spokens: string[] = []
  const initials: number[] = []
  const letters: number[] = []
  const details: string[] = []
  const detailLetters: number[] = []
  const spans: (Span | undefined)[] = []
  const tasks: SearchResult['task'][] = []
  const columns: unknown[][] = [
    keys,
    kinds,
    titles,
    seenAts,
    uses,
    texts,
    respelleds,
    spokens,
    initials,
    letters,
    details,
    detailLetters,
    spans,
    tasks,
  ]
  const slots = new Map<string, number>()

  /** Reused for every title, so that a keystroke allocates no garbage. */
  const title = { text: '', respelled: '', spoken: '', initials: 0 }
  const titleAt = (slot: number): FoldedTitle => {
    title.text = texts[slot] ?? ''
    title.respelled = respelleds[slot] ?? ''
    title.spoken = spokens[slot] ?? ''
    title.initials = initials[slot] ?? 0
    return title
  }

  const stated: Stated = { kind: '', task: undefined, span: undefined }
  const isIn = (slot: number, state: StateQuery): boolean => {
    stated.kind = kinds[slot] ?? ''
    stated.task = tasks[slot]
    stated.span = spans[slot]
    return state.holds(stated)
  }
  /** The due date of a task counts only if the task was found by its state. */
  const spanAt = (slot: number, matched: LocalClass): Span | undefined =>
    matched === 'state' || kinds[slot] === 'meeting' ? spans[slot] : undefined

  return {
    put: (item) => {
      const slot = slots.get(item.key) ?? keys.length
      const isSameTitle = titles[slot] === item.title
      slots.set(item.key, slot)
      keys[slot] = item.key
      kinds[slot] = item.kind
      titles[slot] = item.title
      seenAts[slot] = item.seenAt
      uses[slot] = item.use
      spans[slot] = item.span
      tasks[slot] = item.task
      const { detail = '' } = item
      if (details[slot] !== detail) {
        details[slot] = detail
        detailLetters[slot] = lettersOf(detail)
      }
      if (isSameTitle) return
      const folded = titleOf(item.title)
      texts[slot] = folded.text
      respelleds[slot] = folded.respelled
      spokens[slot] = folded.spoken
      initials[slot] = folded.initials
      letters[slot] = lettersOf(folded.spoken)
    },
    remove: (key) => {
      const slot = slots.get(key)
      if (slot === undefined) return
      slots.delete(key)
      const lastKey = keys.at(-1) ?? key
      for (const column of columns) {
        const last = column.pop()
        if (lastKey !== key) column[slot] = last
      }
      if (lastKey !== key) slots.set(lastKey, slot)
    },
    clear: () => {
      for (const column of columns) column.length = 0
      slots.clear()
    },
    size: () => keys.length,
    search: (query, wantedKinds, limit, state = null) => {
      const readings = preparedReadings(query, state)
      // A list holds its tasks alone.
      const list = state !== null && state.list !== null ? state : null
      const at = now()
      // A single letter matches thousands of rows. Keeping only the best avoids sorting all of them.
      const best: Hit[] = []
      for (const typed of readings) {
        const { wanted, wantedOfDetail, forgiven } = typed
        for (let slot = 0; slot < letters.length; slot += 1) {
          const missing = wanted & ~(letters[slot] ?? 0)
          if (list !== null && !isIn(slot, list)) continue
          const isState = typed.state !== null && isIn(slot, typed.state)
          if (!isState && missing !== 0 && bitsIn(missing, forgiven) > forgiven) {
            const said = (letters[slot] ?? 0) | (detailLetters[slot] ?? 0)
            if ((wantedOfDetail & ~said) !== 0) continue
          }
          if (wantedKinds !== undefined && !wantedKinds.includes(kinds[slot] ?? '')) continue
          const use = uses[slot] ?? unused
          // Skips loose matches that cannot reach the list. They are the most expensive to compute and rank last.
          const needed = isUnused(use) ? (best[limit - 1]?.score ?? 0) : 0
          const folded = titleAt(slot)
          const matched = localClassOf(typed, folded, details[slot] ?? '', isState, missing === 0, needed)
          if (matched === null || mostUnused(matched) < needed) continue
          const score = sumOf(partsOf(typed, folded, matched, use, spanAt(slot, matched), at))
          if (score < needed) continue
          const hit = { key: keys[slot] ?? '', score, seenAt: seenAts[slot] ?? 0, class: matched }
          if (typed === readings[0] || !isFoundBetter(best, hit)) keepBest(best, hit, limit)
        }
      }
      // Nearly every title matches as a subsequence, so such matches count only without better ones.
      const better = best.filter((hit) => hit.class !== 'subsequence')
      return (better.length > 0 ? better : best).map(({ key }) => key)
    },
    explain: (query, key, state = null) => {
      const slot = slots.get(key)
      if (slot === undefined) return null
      const [folded, use] = [titleAt(slot), uses[slot] ?? unused]
      let best: Reason | null = null
      for (const typed of preparedReadings(query, state)) {
        const isState = typed.state !== null && isIn(slot, typed.state)
        const matched = localClassOf(typed, folded, details[slot] ?? '', isState, true, 0)
        if (matched === null) continue
        const parts = partsOf(typed, folded, matched, use, spanAt(slot, matched), now())
        const score = sumOf(parts)
        if (best === null || score > best.score) best = { class: matched, parts, score, use }
      }
      return best
    },
  }
}

/**
 * Thousands of rows have the same object type, status and assignees. They share one facet, which would otherwise dominate the
 * memory of a row. Only the searchable attributes of a record are kept.
 * @returns a function that copies a row and shares its facets with all earlier rows
 */
export const createFacetSharing = (): (<Row extends SearchResult>(row: Row) => Row) => {
  const records = new Map<string, NonNullable<SearchResult['record']>>()
  const statuses = new Map<string, NonNullable<NonNullable<SearchResult['task']>['status']>>()
  const assigned = new Map<string, NonNullable<SearchResult['task']>['assignees']>()

  const shared = <T>(known: Map<string, T>, key: string, make: () => T): T => {
    const there = known.get(key)
    if (there !== undefined) return there
    const made = make()
    known.set(key, made)
    return made
  }

  return (row) => {
    const { record, task } = row
    if (record !== undefined) {
      const key = [record.objectTypeSlug, record.objectTypeName, record.icon, record.color].join('\n')
      const plain = shared(records, key, () => ({ ...record, meta: [] }))
      const meta = record.meta.filter(isContact)
      return { ...row, record: meta.length === 0 ? plain : { ...plain, meta } }
    }
    if (task === undefined) return row
    const { status, assignees } = task
    const kept =
      assignees === undefined
        ? task
        : { ...task, assignees: shared(assigned, assignees.join('\n'), () => assignees) }
    if (status === undefined) return { ...row, task: kept }
    const key = [status.slug, status.name, status.color, status.isComplete].join('\n')
    return { ...row, task: { ...kept, status: shared(statuses, key, () => status) } }
  }
}

const link = /^https?:\/\/[^/?#\s]+(\/[^?#\s]*)/i
const bareId = /^(?=.*\d)[\w-]{8,200}$/
const shortestId = 8
const kindOfPath: Readonly<Record<string, string>> = { tasks: 'task', records: 'record', meetings: 'meeting' }

export type Named = {
  /** The kind in the link; null for a bare id. */
  kind: string | null
  id: string
}

/** The row of a link or an id; null for other text. The last two parts of a link's path identify it: `…/tasks/<id>`. */
export const namedIn = (text: string): Named | null => {
  const pasted = text.trim()
  const path = link.exec(pasted)?.[1]
  if (path === undefined) return bareId.test(pasted) ? { kind: null, id: pasted } : null
  const [kind, id] = path.split('/').filter(Boolean).slice(-2)
  return id === undefined || id.length < shortestId ? null : { kind: kindOfPath[kind ?? ''] ?? null, id }
}

/** The possible keys of the row. */
export const keysNamedIn = (text: string): string[] => {
  const named = namedIn(text)
  if (named === null) return []
  const kinds = named.kind === null ? Object.values(kindOfPath) : [named.kind]
  return kinds.map((kind) => `${kind}:${named.id}`)
}
