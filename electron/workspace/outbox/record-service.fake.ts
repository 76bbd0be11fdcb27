// The record routes of the service, in memory: create under the caller's id, read, change, archive and restore with versions
// (RCL-01). Phone numbers are stored in another notation than they are typed.
import {
  type LauncherRecord,
  launcherRecordPatch,
  launcherRecordWrite,
  type ObjectFields,
  type RecordValues,
} from '../../../shared/api/launcher/records.ts'
import type { Field } from '../../../shared/api/objects.ts'
import { objectWith } from '../../../shared/fixtures-testing.ts'
import { valuesAt } from '../../../shared/record-values.ts'
import type { Asked } from './asked.fake.ts'

export type FakeRecord = LauncherRecord & { version: number }
/** One write that was stored. */
export type StoredRecord = {
  by: string
  recordId: string
  kind: 'create' | 'update' | 'archive' | 'restore'
  /** The values that were written, as they were before and after. */
  was: RecordValues
  is: RecordValues
}

const text = (slug: string, type: 'text' | 'phone' | 'email' = 'text'): Field => ({
  id: `f-${slug}`,
  slug,
  name: slug,
  type,
  required: slug === 'name',
  primary: slug === 'name',
  readOnly: false,
  options: null,
})
export const people: ObjectFields = {
  object: objectWith('people', 'People'),
  fields: [text('name'), text('phone', 'phone'), text('email', 'email')],
  previewFieldIds: ['f-email'],
  canWrite: true,
}

export const asStored = (values: RecordValues): RecordValues =>
  Object.fromEntries(
    Object.entries(values).map(([key, value]) => [
      key,
      key === 'phone' && typeof value === 'string' ? value.replaceAll(/\s+/g, ' ').trim() : value,
    ]),
  )
const titleOf = ({ name }: RecordValues): string => (typeof name === 'string' ? name : '')

const answered = (record: FakeRecord, status = 200): Response => {
  const { version, ...data } = record
  return Response.json({ data }, { status, headers: { etag: `"${version}"` } })
}
const refusal = (status: number): Response =>
  Response.json({ error: { code: 'refused', message: 'Refused.' } }, { status })

/** @param now epoch milliseconds, by the service's clock */
export const createRecordService = ({ now }: { now: () => number }) => {
  const records = new Map<string, FakeRecord>()
  const stored: StoredRecord[] = []
  let hasRoutes = true

  const keep = (by: string, kind: StoredRecord['kind'], record: FakeRecord, is: RecordValues = {}) => {
    const old = records.get(record.id)
    const keys = Object.keys(is)
    stored.push({
      by,
      recordId: record.id,
      kind,
      was: valuesAt(old?.values ?? {}, keys),
      is: valuesAt(record.values, keys),
    })
    const written = {
      ...record,
      title: titleOf(record.values),
      version: (old?.version ?? 0) + 1,
      updatedAt: new Date(now()).toISOString(),
    }
    records.set(record.id, written)
    return written
  }
  const merged = (values: RecordValues, change: RecordValues): RecordValues =>
    Object.fromEntries(
      Object.entries({ ...values, ...asStored(change) }).filter(([, value]) => value !== null),
    )

  const put = (by: string, id: string, { body, headers }: Asked): Response => {
    const input = launcherRecordWrite.safeParse(body)
    if (!input.success || titleOf(input.data.values) === '') return refusal(400)
    if (records.has(id)) return refusal(headers.get('if-none-match') === '*' ? 412 : 400)
    const { object, values } = input.data
    const at = new Date(now()).toISOString()
    const record: FakeRecord = {
      id,
      objectSlug: object,
      title: '',
      avatarUrl: null,
      values: merged({}, values),
      archived: false,
      linkedRecords: [],
      createdBy: by,
      createdAt: at,
      updatedAt: at,
      webUrl: `https://acme.example/records/${id}`,
      version: 0,
    }
    return answered(keep(by, 'create', record, values), 201)
  }

  const change = (by: string, record: FakeRecord, { method, body, path }: Asked): Response => {
    if (method === 'DELETE' || path.endsWith('/restore')) {
      const archived = method === 'DELETE'
      if (record.archived === archived) return answered(record)
      return answered(keep(by, archived ? 'archive' : 'restore', { ...record, archived }))
    }
    const input = launcherRecordPatch.safeParse(body)
    if (!input.success) return refusal(400)
    if (record.archived) return refusal(409)
    const { values } = input.data
    return answered(keep(by, 'update', { ...record, values: merged(record.values, values) }, values))
  }

  return {
    records,
    /** The stored writes, oldest first. */
    stored,
    /** Makes it an older service, without these routes. */
    dropRoutes: () => {
      hasRoutes = false
    },
    /** Null for a path of other routes. */
    answer: (by: string, asked: Asked): Response | null => {
      const { method, path, headers } = asked
      const slug = /^\/v1\/launcher\/objects\/([^/]+)\/fields$/.exec(path)?.[1]
      const id = /^\/v1\/launcher\/records\/([^/]+)(?:\/restore)?$/.exec(path)?.[1]
      if (slug === undefined && id === undefined) return null
      if (!hasRoutes) return refusal(404)
      if (slug !== undefined) return slug === 'people' ? Response.json({ data: people }) : refusal(404)
      if (method === 'PUT') return put(by, id ?? '', asked)
      const record = records.get(id ?? '')
      if (record === undefined) return refusal(404)
      if (method === 'GET') return answered(record)
      const wanted = headers.get('if-match')
      return wanted !== null && wanted !== `"${record.version}"` ? refusal(412) : change(by, record, asked)
    },
  }
}
