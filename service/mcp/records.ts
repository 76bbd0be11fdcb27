// Tools for records: list and upsert. Values are keyed by the slugs of fields.
import { z } from 'zod'
import { mayWriteRecords } from '../access/principal.ts'
import { iso } from '../base/time.ts'
import { derivation } from '../db/derivation.ts'
import { inPipeline } from '../db/sql.ts'
import type { Tx } from '../db/store.ts'
import type { Principal } from '../http/app-type.ts'
import { decodeCursorAs, encodeCursor } from '../http/cursor.ts'
import { canonicalJson } from '../http/validation.ts'
import { fieldsOfObject, findObject, objectsOfWorkspace, type Field } from '../objects/objects.store.ts'
import { readSorts } from '../records/query/record-query-fields.rules.ts'
import { readFilter } from '../records/query/record-query.rules.ts'
import { answerQuestion } from '../records/query/record-query-run.ts'
import { fieldKey } from '../records/record-values.rules.ts'
import { recordsByCreation } from '../records/records.store.ts'
import { createRecord, recordAuthor, upsertRecord } from '../records/record-write.ts'
import type { StoredRecord } from '../records/record.ts'
import {
  fittingRows,
  lineOf,
  outcomesAnswer,
  pageAnswer,
  pageRows,
  present,
  refused,
  short,
} from './answers.ts'
import { write, type Tool } from './call.ts'
import type { Inputs } from './schemas.ts'
import { badCursor } from './tasks.ts'

/** Values by the slug of their field, in the order of the fields; without those of retired fields. */
const valuesBySlug = (
  fields: readonly Field[],
  values: StoredRecord['values'],
  shown: (value: unknown) => unknown = (value) => value,
): Record<string, unknown> =>
  Object.fromEntries(
    fields.flatMap((field) => {
      const value = values[field.id]
      return value === undefined || value === null ? [] : [[fieldKey(fields, field), shown(value)]]
    }),
  )

/** A record as answers show it. */
export const recordRow = (record: StoredRecord, object: string, fields: readonly Field[]) => ({
  kind: 'record',
  object,
  id: record.id,
  title: record.title,
  values: valuesBySlug(fields, record.values),
  ...present({ archived: record.archived || undefined }),
  created: iso(record.createdAt),
  updated: iso(record.updatedAt),
})

const shortValue = (value: unknown): unknown => {
  if (typeof value === 'string') return short(value, 120)
  const text = typeof value === 'object' ? JSON.stringify(value) : undefined
  return text !== undefined && text.length > 200 ? short(text, 120) : value
}

const listedRecord = (record: StoredRecord, object: string, fields: readonly Field[]) => ({
  kind: 'record',
  object,
  id: record.id,
  title: short(record.title, 200),
  values: valuesBySlug(fields, record.values, shortValue),
  updated: iso(record.updatedAt),
})

const noObject = async (tx: Tx, workspaceId: string, wanted: string) => {
  const slugs = (await objectsOfWorkspace(tx, workspaceId)).map(({ slug }) => slug)
  return refused(`There is no object \`${short(wanted, 60)}\`. Use one of: ${slugs.join(', ')}.`)
}

const position = z
  .tuple([z.array(z.string().nullable()).max(3), z.int(), z.string()])
  .transform(([keys, createdAt, id]) => ({ keys, createdAt, id }))
/** Cursors hold keys, which another derivation makes differently. */
const cursorKind = `mcp.records ${derivation}`

const sortsOf = (sort: string | undefined) =>
  sort === undefined
    ? []
    : [
        {
          field: sort.replace(/^-/, ''),
          direction: sort.startsWith('-') ? ('desc' as const) : ('asc' as const),
        },
      ]

/** The newest records of an object that a filter keeps. */
export const listRecords: Tool<Inputs['list_records']> = {
  name: 'list_records',
  title: 'List records',
  description:
    'Records of one object, newest first or as sorted, with values by field slug. describe_workspace with an object lists its fields.',
  scopes: () => ['records:read'],
  changes: 'nothing',
  run({ deps, principal: { workspaceId } }, { object: wanted, filter = {}, sort, cursor }) {
    return deps.store.read(async (tx) => {
      const object = await findObject(tx, workspaceId, wanted)
      if (!object) return noObject(tx, workspaceId, wanted)
      const fields = await fieldsOfObject(tx, workspaceId, object.id)
      const [read, order] = [readFilter(fields, filter), readSorts(fields, sortsOf(sort))]
      if (!read.ok || !order.ok) {
        const [fault] = [...(read.ok ? [] : read.faults), ...(order.ok ? [] : order.faults)]
        const where = fault && fault.path.length > 0 ? `${fault.path.join('.').slice(0, 200)}: ` : ''
        return refused(
          `${where}${short(fault?.message ?? 'The filter is not valid.')} describe_workspace with this object lists its fields.`,
        )
      }
      const filtersKey = canonicalJson([workspaceId, object.id, filter, sort ?? null])
      const after =
        cursor === undefined ? undefined : decodeCursorAs(position, cursorKind, filtersKey, cursor)
      if (after === null) return badCursor
      const asked = { workspaceId, objectId: object.id, condition: read.condition, sorts: order.sorts, after }
      // Asked again for fewer where not all fit, because only the query knows the place behind a record.
      const pageOf = (limit: number) => answerQuestion(tx, { ...asked, limit })
      const page = await pageOf(pageRows)
      if (!page.ok) return refused('This sort needs a narrower filter.')
      const rows = page.records.map((record) => listedRecord(record, object.slug, fields))
      const shown = fittingRows(rows)
      const last = shown < rows.length ? await pageOf(shown) : page
      const next = last.ok ? last.next : null
      const cursorBehind = () =>
        next && encodeCursor(cursorKind, filtersKey, [next.keys, next.createdAt, next.id])
      return pageAnswer(rows, cursorBehind, { none: 'No record matches.' })
    })
  },
}

export const readsOnly =
  'Members of this workspace do not change records in your name: ask an owner or admin of the workspace.'

/** A key has lost the scope with the role; whoever signed in keeps it, and is asked here (AUT-13). */
export const mayChangeRecords = ({ kind, role }: Principal): boolean =>
  kind === 'key' || mayWriteRecords(role)

export const upsertRecords: Tool<Inputs['upsert_records']> = {
  name: 'upsert_records',
  title: 'Create or change records',
  description:
    'Creates or changes up to 25 records. Look with find or list_records before you create one, so that none is there twice. Only the values that are given change. Each stands by itself: the answer says which were refused.',
  scopes: () => ['records:write'],
  changes: 'replaces',
  async run(call, { records }) {
    const { deps, principal } = call
    if (!mayChangeRecords(principal)) return refused(readsOnly)
    const outcomes = await Promise.all(
      records.map(async ({ object: wanted, id, values }, index) => {
        const author = recordAuthor(principal, deps.now())
        const freshId = deps.newId()
        const name = { object: wanted }
        const outcome = await write<
          Awaited<ReturnType<typeof createRecord>> | Awaited<ReturnType<typeof upsertRecord>>
        >(
          call,
          (tx) =>
            id === undefined
              ? createRecord(tx, author, freshId, name, values)
              : upsertRecord(tx, author, id, name, values),
          id === undefined ? [] : [id],
        )
        if (!outcome.ok) return { id: id ?? `record ${index + 1}`, fault: outcome.message }
        const { record, created } = outcome
        const outcomeWord = created ? 'created' : 'changed'
        return {
          row: {
            kind: 'record',
            object: wanted,
            id: record.id,
            title: short(record.title, 100),
            outcome: outcomeWord,
          },
        }
      }),
    )
    return outcomesAnswer(outcomes, 'saved')
  },
}

/** Objects and their fields, for rows of several objects. */
export async function objectsAndFields(
  tx: Tx,
  workspaceId: string,
  objectIds: readonly string[],
): Promise<ReadonlyMap<string, { slug: string; fields: readonly Field[] }>> {
  const objects = await objectsOfWorkspace(tx, workspaceId)
  const wanted = objects.filter(({ id }) => objectIds.includes(id))
  const fields = await inPipeline(wanted.map(({ id }) => fieldsOfObject(tx, workspaceId, id)))
  return new Map(wanted.map(({ id, slug }, place) => [id, { slug, fields: fields[place] ?? [] }]))
}

const newestShown = 10

/** The newest records of an object. */
export async function newestLines(tx: Tx, { workspaceId }: Principal, slug: string): Promise<string[]> {
  const object = await findObject(tx, workspaceId, slug)
  if (!object) return []
  const fields = await fieldsOfObject(tx, workspaceId, object.id)
  const question = {
    objectId: object.id,
    archived: 'left out',
    after: undefined,
    limit: newestShown,
  } as const
  const records = await recordsByCreation(tx, workspaceId, question)
  return records.map(({ valuesText, ...record }) => {
    // Written by the store only.
    const values = JSON.parse(valuesText) as StoredRecord['values']
    return lineOf(listedRecord({ ...record, values }, object.slug, fields))
  })
}
