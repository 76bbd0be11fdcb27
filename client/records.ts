// Records by the slugs of their fields. Answers of the API name fields by their ids.
import type { AnswerOf, Creating, Send, Sending, Writing } from './request.ts'
import type { Schemas } from './api.ts'
import { pagesOf, type Paging } from './pages.ts'

/** Types of the values of each object, by slug. `svc types` writes one for a workspace. */
export type AnyWorkspace = { [object: string]: { [field: string]: unknown } }
/** The slugs of its objects. */
export type ObjectOf<W> = Extract<keyof W, string>

type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false
/** The fields that can be written. */
type Writable<V> = {
  [K in keyof V]-?: Same<Pick<V, K>, { -readonly [Q in keyof Pick<V, K>]: V[Q] }> extends true ? K : never
}[keyof V]
/** Values to write. `null` empties a field that is not required. */
export type NewValues<V> = string extends keyof V
  ? V
  : { [K in keyof Pick<V, Writable<V>>]: object extends Pick<V, K> ? V[K] | null | undefined : V[K] }
export type ChangedValues<V> = Partial<NewValues<V>>

export type SvcRecord<K extends string = string, V = AnyWorkspace[string]> = Omit<
  Schemas['Record'],
  'values'
> & {
  /** The slug of its object. */
  object: K
  /** By the slug of the field, or its id where two fields share a slug. A field without a value is absent. */
  values: V
  /** Its version, for `ifMatch`; null in lists. */
  etag: string | null
}
/** A record of any object: `record.object` tells which. */
export type RecordOf<W, K extends ObjectOf<W> = ObjectOf<W>> = { [O in K]: SvcRecord<O, W[O]> }[K]

/** Tests of a field, by slug. */
export type Filter<V> =
  | {
      $and?: Filter<V>[] | undefined
      $or?: Filter<V>[] | undefined
      $not?: Filter<V> | undefined
    }
  | { [K in keyof V]?: Schemas['FieldTests'] | undefined }

export type RecordQuery<W, K extends ObjectOf<W>> = Paging & {
  object: K
  filter?: Filter<W[K]> | undefined
  /** At most three. */
  sorts?: { field: Extract<keyof W[K], string>; direction?: 'asc' | 'desc' | undefined }[] | undefined
}

type BatchOperation<W> = {
  [K in ObjectOf<W>]:
    | { op: 'create'; object: K; values: NewValues<W[K]> }
    | { op: 'upsert'; object: K; id: string; values: NewValues<W[K]>; if_match?: string | undefined }
    | { op: 'update'; id: string; values: ChangedValues<W[K]>; if_match?: string | undefined }
    | { op: 'archive' | 'restore'; id: string; if_match?: string | undefined }
}[ObjectOf<W>]

type Values = Schemas['Record']['values']

const renamed = (values: Values, names: ReadonlyMap<string, string>): Values =>
  Object.fromEntries(Object.entries(values).map(([id, value]) => [names.get(id) ?? id, value]))

type Named = { slug: string; readAt: number; names: Map<string, string> }

/** Milliseconds for which the names of fields are remembered. A field that was renamed meanwhile still has its old name. */
const longestMemory = 300_000

/** Names of fields, read once for an object. */
function createNames(send: Send) {
  const known = new Map<string, Promise<Named>>()

  async function read(objectId: string): Promise<Named> {
    const [objects, fields] = await Promise.all([
      send('GET /v1/objects', {}),
      send('GET /v1/objects/{object}/fields', { path: { object: objectId } }),
    ])
    const isShared = (slug: string) => fields.answer.data.filter((field) => field.slug === slug).length > 1
    const names = new Map(fields.answer.data.map(({ id, slug }) => [id, isShared(slug) ? id : slug]))
    const slug = objects.answer.data.find(({ id }) => id === objectId)?.slug ?? objectId
    return { slug, readAt: Date.now(), names }
  }

  function ask(objectId: string): Promise<Named> {
    const asked = read(objectId)
    known.set(objectId, asked)
    asked.catch(() => known.delete(objectId))
    return asked
  }

  return async (objectId: string, values: Values): Promise<Named> => {
    const asked = known.get(objectId) ?? ask(objectId)
    const named = await asked
    const ids = Object.keys(values)
    const isOld = Date.now() - named.readAt > longestMemory
    if (!isOld && ids.every((id) => named.names.has(id))) return named
    // Records of one page share one more read.
    const newest = known.get(objectId)
    const renewed = await (newest === undefined || newest === asked ? ask(objectId) : newest)
    // Fields that are not listed, such as retired ones, keep their ids.
    for (const id of ids) if (!renewed.names.has(id)) renewed.names.set(id, id)
    return renewed
  }
}

export function createRecords<W>(send: Send) {
  const namesFor = createNames(send)

  async function bySlug<K extends ObjectOf<W>>(
    record: Schemas['Record'],
    etag: string | null = null,
  ): Promise<RecordOf<W, K>> {
    const { slug, names } = await namesFor(record.objectTypeId, record.values)
    return { ...record, object: slug, values: renamed(record.values, names), etag } as RecordOf<W, K>
  }

  const one = async <K extends ObjectOf<W>>(
    sent: Promise<{ answer: { data: Schemas['Record'] }; etag: string | null }>,
  ) => {
    const { answer, etag } = await sent
    return bySlug<K>(answer.data, etag)
  }

  const page = async <K extends ObjectOf<W>>(sent: Promise<{ answer: AnswerOf<'GET /v1/records'> }>) => {
    const { answer } = await sent
    return { ...answer, data: await Promise.all(answer.data.map((record) => bySlug<K>(record))) }
  }

  return {
    /** Every record of an object, the newest first. */
    list: <K extends ObjectOf<W>>({
      signal,
      limit = 100,
      ...query
    }: Paging & { object: K; include_archived?: boolean | undefined }) =>
      pagesOf((cursor) => page<K>(send('GET /v1/records', { query: { ...query, limit, cursor }, signal }))),

    query: <K extends ObjectOf<W>>({ signal, limit = 100, ...query }: RecordQuery<W, K>) =>
      pagesOf((cursor) =>
        page<K>(send('POST /v1/records/query', { body: { ...query, limit, cursor } as never, signal })),
      ),

    get: (id: string, options: Sending = {}) =>
      one<ObjectOf<W>>(send('GET /v1/records/{id}', { path: { id }, ...options })),

    create: <K extends ObjectOf<W>>(object: K, values: NewValues<W[K]>, options: Creating = {}) =>
      one<K>(send('POST /v1/records', { body: { object, values: values as never }, ...options })),

    /** Creates or changes the record with your own id, a UUID. */
    upsert: <K extends ObjectOf<W>>(object: K, id: string, values: NewValues<W[K]>, options: Writing = {}) =>
      one<K>(
        send('PUT /v1/records/{id}', { path: { id }, body: { object, values: values as never }, ...options }),
      ),

    /** Changes the named values. */
    update: <K extends ObjectOf<W>>(id: string, values: ChangedValues<W[K]>, options: Writing = {}) =>
      one<K>(send('PATCH /v1/records/{id}', { path: { id }, body: { values: values as never }, ...options })),

    archive: (id: string, options: Writing = {}) =>
      one<ObjectOf<W>>(send('DELETE /v1/records/{id}', { path: { id }, ...options })),

    restore: (id: string, options: Writing & Creating = {}) =>
      one<ObjectOf<W>>(send('POST /v1/records/{id}/restore', { path: { id }, ...options })),

    /** All of them or none; at most 100. */
    async batch(operations: BatchOperation<W>[], options: Creating = {}) {
      const { answer } = await send('POST /v1/records/batch', {
        body: { operations: operations as never },
        ...options,
      })
      return Promise.all(
        answer.data.map(async ({ record, ...rest }) => ({
          ...rest,
          record: await bySlug<ObjectOf<W>>(record),
        })),
      )
    },

    comments: (id: string, { signal, limit = 100 }: Paging = {}) =>
      pagesOf(async (cursor) => {
        const input = { path: { id }, query: { limit, cursor }, signal }
        return (await send('GET /v1/records/{id}/comments', input)).answer
      }),

    async comment(
      id: string,
      comment: { content: string; mentions?: string[] | undefined },
      options: Creating = {},
    ) {
      const input = { path: { id }, body: comment, ...options }
      return (await send('POST /v1/records/{id}/comments', input)).answer.data
    },

    /** The record of a webhook with its values by slug. */
    bySlug: (record: Schemas['Record']) => bySlug<ObjectOf<W>>(record),

    /** Other values of an object by slug, such as the `previous.values` of a webhook. */
    async valuesBySlug(objectTypeId: string, values: Values): Promise<Values> {
      return renamed(values, (await namesFor(objectTypeId, values)).names)
    },
  }
}
