// Runs a query of records within bounds (GEN-12): it reads the few candidates of the index, or walks the records in their
// order, a bounded number for each page. Records are read in small batches, because each can be large.
import { queryLimits } from '../../../shared/api/record-query.ts'
import {
  comparePositions,
  holds,
  isArchivedOnly,
  namesArchived,
  positionOf,
  type QueryPosition,
} from './record-query-match.rules.ts'
import type { FieldPosition, RecordPlace } from './record-fields.store.ts'
import { compareKeys } from './record-keys.rules.ts'
import { indexedAs, waysTo, type Way } from './record-query-ranges.rules.ts'
import type { Condition } from './record-query.rules.ts'
import type { Sort } from './record-query-fields.rules.ts'
import type { StoredRecord } from '../record.ts'
import type { Tx } from '../../db/store.ts'
import { chunksOf } from '../../db/sql.ts'
import { recordIdsInRange, recordsContaining, walkRecordField } from './record-fields.store.ts'
import { someRecordIds, recordsAmong, walkRecords } from '../records.store.ts'

export type Question = {
  workspaceId: string
  objectId: string
  condition: Condition
  sorts: readonly [Sort, ...Sort[]]
  /** The position of the previous page; undefined for the first. */
  after: QueryPosition | undefined
  limit: number
}

/** A page may be short, even empty, before the end. */
export type Answered =
  | { ok: true; records: StoredRecord[]; next: QueryPosition | null }
  /** Several sorts, and too many records to sort. */
  | { ok: false }

const atOnce = 100
/** Candidates may all be large. */
const fewAtOnce = 25
const comparedWays = 6
/** The most ranges of the index that a query reads; each is a statement. */
const lookups = 300

async function idsOn(tx: Tx, workspaceId: string, way: Way, most: number): Promise<Set<string> | null> {
  const found = new Set<string>()
  for (const range of way) {
    for (const id of await recordIdsInRange(tx, workspaceId, range, most + 1)) found.add(id)
    if (found.size > most) return null
  }
  return found
}

/** Ids that several ways have in common; ways that are too long are left out. */
async function commonIds(tx: Tx, workspaceId: string, ways: readonly Way[]): Promise<Set<string> | null> {
  const found: Set<string>[] = []
  for (const way of ways.slice(0, comparedWays)) {
    const ids = await idsOn(tx, workspaceId, way, queryLimits.comparedIds)
    if (ids) found.push(ids)
  }
  const [first, ...others] = found
  return first ? new Set([...first].filter((id) => others.every((ids) => ids.has(id)))) : null
}

/** A `$contains` reads every key of its field. */
const scansOf = (way: Way): number => way.filter(({ containing }) => containing !== undefined).length

/** The cheapest ways that are within the limit together. */
function affordable(ways: readonly Way[]): Way[] {
  let left = lookups
  return ways
    .toSorted((a, b) => scansOf(a) - scansOf(b) || a.length - b.length)
    .filter((way) => (left -= way.length) >= 0)
}

/** Ids that include every match; null where there are too many. */
async function fewIds(tx: Tx, { workspaceId, objectId, condition, sorts }: Question, ways: readonly Way[]) {
  const most = queryLimits.sortedTogether
  for (const way of ways) {
    const ids = await idsOn(tx, workspaceId, way, most)
    if (ids) return [...ids]
  }
  // Archived records are few among many, and no order of a field knows them.
  if (isArchivedOnly(condition) && sorts[0].field.system !== 'created_at') {
    const archived = await someRecordIds(tx, workspaceId, objectId, most + 1, 'only')
    if (archived.length <= most) return archived
  }
  // One sort can be walked along; several are worth a longer look.
  if (sorts.length === 1) return null
  const common = await commonIds(tx, workspaceId, ways)
  if (common && common.size <= most) return [...common]
  const all = await someRecordIds(tx, workspaceId, objectId, most + 1)
  return all.length <= most ? all : null
}

const answersOf = ({ objectId, condition }: Question) => {
  const activeOnly = !namesArchived(condition)
  return (record: StoredRecord) =>
    record.objectId === objectId && !(activeOnly && record.archived) && holds(condition, record)
}

/** @returns null where their texts are too long together */
async function fromFew(tx: Tx, question: Question, candidates: readonly string[]): Promise<Answered | null> {
  const { workspaceId, sorts, after, limit } = question
  const isAnswer = answersOf(question)
  const positions: QueryPosition[] = []
  let lookedThrough = 0
  for (let from = 0; from < candidates.length; from += fewAtOnce) {
    if (lookedThrough > queryLimits.sortedThrough) return null
    const some = await recordsAmong(tx, workspaceId, candidates.slice(from, from + fewAtOnce))
    lookedThrough += charactersOf(some)
    positions.push(...some.filter(isAnswer).map((record) => positionOf(record, sorts)))
  }
  const left = positions
    .filter((position) => after === undefined || comparePositions(sorts, position, after) > 0)
    .toSorted((a, b) => comparePositions(sorts, a, b))
  const shown = left.slice(0, limit)
  const ids = shown.map(({ id }) => id)
  const found = new Map((await recordsAmong(tx, workspaceId, ids)).map((record) => [record.id, record]))
  const records = ids.flatMap((id) => found.get(id) ?? [])
  return { ok: true, records, next: left.length > limit ? (shown.at(-1) ?? null) : null }
}

type Step = { position: QueryPosition; record: StoredRecord | undefined }
type Walk = (after: QueryPosition | undefined, size: number) => Promise<Step[]>

/** The keys of choices from a place on, in the direction of the sort. */
function choicesFrom({ ranks, direction }: Sort, key: string | undefined): string[] {
  const keys = [...(ranks?.keys() ?? [])]
  if (direction === 'desc') keys.reverse()
  const at = key === undefined ? 0 : keys.indexOf(key)
  // The choice of the place may be gone.
  return at === -1 ? [] : keys.slice(at)
}

/** Walks the index of a field: one choice after the other, or all keys in their order. */
const walkValues =
  (tx: Tx, { workspaceId, sorts: [sort] }: Question, fieldId: string): Walk =>
  async (after, size) => {
    const key = after?.keys[0] ?? undefined
    const place = after && key !== undefined ? { ...after, key } : undefined
    const rows: FieldPosition[] = []
    for (const only of sort.ranks ? choicesFrom(sort, key) : [undefined]) {
      const from = only === undefined || only === key ? place : undefined
      const left = size - rows.length
      rows.push(...(await walkRecordField(tx, workspaceId, fieldId, sort.direction, from, left, only)))
      if (rows.length === size) break
    }
    const ids = rows.map((row) => row.id)
    const records = new Map((await recordsAmong(tx, workspaceId, ids)).map((record) => [record.id, record]))
    return rows.map(({ key: at, ...row }) => ({
      position: { keys: [at], ...row },
      record: records.get(row.id),
    }))
  }

/** Walks the records of the object by creation. With a field, only those without a value of it. */
const walkCreation =
  (tx: Tx, question: Question, fieldId: string | null): Walk =>
  async (after, limit) => {
    const { workspaceId, objectId, condition, sorts } = question
    const archived = isArchivedOnly(condition) ? 'only' : namesArchived(condition) ? 'included' : 'left out'
    const options = { archived, direction: sorts[0].direction, after, limit } as const
    const records = await walkRecords(tx, workspaceId, objectId, options)
    return records.map((record) => {
      const position = positionOf(record, sorts)
      if (fieldId === null) return { position, record }
      const isLeft = position.keys[0] === null
      return { position: { ...position, keys: [null] }, record: isLeft ? record : undefined }
    })
  }

/** The position before every record without a value. */
const restStart = (direction: Sort['direction']): QueryPosition => ({
  keys: [null],
  createdAt: direction === 'asc' ? Number.MIN_SAFE_INTEGER : Number.MAX_SAFE_INTEGER,
  id: '',
})

const isEnough = (records: number, characters: number) =>
  records >= queryLimits.lookedAt || characters >= queryLimits.lookedThrough

const charactersOf = (records: readonly StoredRecord[]): number =>
  records
    .flatMap(({ values }) => Object.values(values))
    .reduce<number>((sum, value) => sum + (typeof value === 'string' ? value.length : 0), 0)

/** @param leastMatching the part of a first batch that must match: of fewer, the answer is null */
async function byWalking(tx: Tx, question: Question): Promise<Answered>
async function byWalking(tx: Tx, question: Question, leastMatching: number): Promise<Answered | null>
async function byWalking(tx: Tx, question: Question, leastMatching = 0): Promise<Answered | null> {
  const { objectId, limit } = question
  const [{ field, direction }] = question.sorts
  const fieldId = indexedAs(field, objectId)
  const isAnswer = answersOf(question)
  const answers: { position: QueryPosition; record: StoredRecord }[] = []
  let at = question.after
  let lookedAt = 0
  let lookedThrough = 0
  // The first batch is a page, in case all of it matches.
  for (let size = limit + 1; !isEnough(lookedAt, lookedThrough); size = atOnce) {
    const amongValues = fieldId !== null && at?.keys[0] !== null
    const walk = amongValues ? walkValues(tx, question, fieldId) : walkCreation(tx, question, fieldId)
    const steps = await walk(at, size)
    lookedAt += steps.length
    lookedThrough += charactersOf(steps.flatMap(({ record }) => record ?? []))
    for (const { position, record } of steps) {
      if (record && isAnswer(record)) answers.push({ position, record })
    }
    if (answers.length > limit) break
    const last = steps.at(-1)
    if (last && steps.length === size) at = last.position
    else if (amongValues && field.system === null) at = restStart(direction)
    else return { ok: true, records: answers.map(({ record }) => record), next: null }
    if (answers.length < steps.length * leastMatching && lookedAt === steps.length) return null
  }
  const shown = answers.slice(0, limit)
  const more = answers.length > limit ? shown.at(-1)?.position : at
  return { ok: true, records: shown.map(({ record }) => record), next: more ?? null }
}

type Scan = readonly { fieldId: string; text: string }[]

/** A way of which all ranges are read to their end, where their order is that of the answer. */
function scanAmong(ways: readonly Way[], { sorts }: Question): Scan | undefined {
  if (sorts.length > 1 || sorts[0].field.system !== 'created_at') return undefined
  const scans = ways.map((way) =>
    way.flatMap(({ fieldId, containing }) =>
      containing === undefined ? [] : [{ fieldId, text: containing }],
    ),
  )
  return scans.find((scan, place) => scan.length > 0 && scan.length === ways[place]?.length)
}

/** Rows of one scan: archived records, which the index has too, may be between those of a page. */
const scannedAtOnce = 500

/** The index has the creation of each record, so only those of the page are read. */
async function byScanning(tx: Tx, question: Question, scan: Scan): Promise<Answered> {
  const { workspaceId, sorts, after, limit } = question
  const { direction } = sorts[0]
  const isAnswer = answersOf(question)
  const order = (a: RecordPlace, b: RecordPlace): number => {
    const difference = a.createdAt - b.createdAt || compareKeys(a.id, b.id)
    return direction === 'asc' ? difference : -difference
  }
  const positionAt = (place: RecordPlace): QueryPosition =>
    positionOf({ ...place, title: '', archived: false, updatedAt: place.createdAt, values: {} }, sorts)
  const places = new Map<string, RecordPlace>()
  const ends: RecordPlace[] = []
  for (const part of scan) {
    const rows = await recordsContaining(tx, workspaceId, part, direction, after, scannedAtOnce)
    for (const row of rows) places.set(row.id, row)
    if (rows.length === scannedAtOnce) ends.push(...rows.slice(-1))
  }
  const [end] = ends.toSorted(order)
  const candidates = [...places.values()]
    .filter((place) => end === undefined || order(place, end) <= 0)
    .toSorted(order)
  const answers: StoredRecord[] = []
  let at = end
  let lookedThrough = 0
  for (const some of chunksOf(candidates, limit + 1)) {
    if (lookedThrough >= queryLimits.lookedThrough) break
    const ids = some.map(({ id }) => id)
    const records = new Map((await recordsAmong(tx, workspaceId, ids)).map((record) => [record.id, record]))
    answers.push(...ids.flatMap((id) => records.get(id) ?? []).filter(isAnswer))
    if (answers.length > limit) break
    lookedThrough += charactersOf([...records.values()])
    at = some.at(-1) === candidates.at(-1) ? end : some.at(-1)
  }
  const shown = answers.slice(0, limit)
  const next = answers.length > limit ? shown.at(-1) : at
  return { ok: true, records: shown, next: next ? positionAt(next) : null }
}

/** Reading so many records of the walk for one that matches costs as much as reading all keys of 30,000. */
const leastMatching = 1 / 8

/** Reads a page of matches, in order. */
export async function answerQuestion(tx: Tx, question: Question): Promise<Answered> {
  const ways = affordable(waysTo(question.condition, question.objectId))
  const scan = scanAmong(ways, question)
  const ids = await fewIds(tx, question, scan ? ways.filter((way) => scansOf(way) === 0) : ways)
  const answered = ids && (await fromFew(tx, question, ids))
  if (answered) return answered
  if (question.sorts.length > 1) return { ok: false }
  if (!scan) return byWalking(tx, question)
  return (await byWalking(tx, question, leastMatching)) ?? byScanning(tx, question, scan)
}
