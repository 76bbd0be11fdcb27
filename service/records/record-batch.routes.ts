// Batches of record writes, all or none (GEN-12).
import { OpenAPIHono } from '@hono/zod-openapi'
import { recordBatch, recordBatchResponse, type RecordOperation } from '../../shared/api/records.ts'
import type { AppDeps, AppEnv } from '../http/app-type.ts'
import { errorResponses, problemOf, type Refusal } from '../http/errors.ts'
import { writeOnce } from '../http/idempotency.ts'
import type { Tx } from '../db/store.ts'
import { presentRecord } from './record.ts'
import type { ValueCode } from './record-checks.ts'
import {
  createRecord,
  patchRecord,
  recordAuthor,
  setRecordArchived,
  upsertRecord,
  type RecordAuthor,
  type Written,
} from './record-write.ts'
import { developerRoute } from '../access/route.ts'
import { answer, body, createRoute } from '../http/route-parts.ts'

const description = `
At most 100 operations, done in order. Each is checked and answered as by its own route: \`create\` as POST, \`upsert\` as PUT, \`update\` as PATCH, \`archive\` as DELETE, \`restore\` as POST …/restore; \`if_match\` is the header \`If-Match\`.
If one is refused, nothing is written and \`error.details[].path\` begins with \`operations\` and its index.`.trim()

const batch = createRoute({
  method: 'post',
  path: '/records/batch',
  operationId: 'batchRecords',
  summary: 'Write many records, all or none',
  description,
  ...developerRoute('records', 'records:write'),
  request: { body: body(recordBatch) },
  responses: {
    200: answer('The records as each operation left them, in order.', recordBatchResponse),
    ...errorResponses(400, 404, 409, 412, 413),
  },
})

type BatchCode = ValueCode | 'not_found' | 'record_archived' | 'id_conflict' | 'precondition_failed'

const ifMatch = (operation: { if_match?: string | undefined }) => ({
  ifMatch: operation.if_match,
  ifNoneMatch: undefined,
})

function run(
  tx: Tx,
  author: RecordAuthor,
  operation: RecordOperation,
  freshId: string,
): Promise<Written<BatchCode>> {
  switch (operation.op) {
    case 'create':
      return createRecord(tx, author, freshId, operation, operation.values)
    case 'upsert':
      return upsertRecord(tx, author, operation.id, operation, operation.values, ifMatch(operation))
    case 'update':
      return patchRecord(tx, author, operation.id, operation.values, ifMatch(operation))
    case 'archive':
      return setRecordArchived(tx, author, operation.id, true, ifMatch(operation))
    case 'restore':
      return setRecordArchived(tx, author, operation.id, false, ifMatch(operation))
  }
}

/** Thrown to roll the transaction back. */
type Undo = Error & { refusal: Refusal<BatchCode> }

const isUndo = (error: unknown): error is Undo => error instanceof Error && 'refusal' in error

const undo = (index: number, { details, ...refusal }: Refusal<BatchCode>): Undo => {
  const within = details ?? [{ path: [], code: refusal.code, message: refusal.message }]
  return Object.assign(new Error(refusal.message), {
    refusal: {
      ...refusal,
      details: within.map((detail) => ({ ...detail, path: ['operations', index, ...detail.path] })),
    },
  })
}

export function recordBatchRoutes(deps: AppDeps): OpenAPIHono<AppEnv> {
  const { now, newId } = deps
  const app = new OpenAPIHono<AppEnv>()

  app.openapi(batch, async (c) => {
    const principal = c.get('principal')
    const operations = c.req.valid('json').operations.map((operation) => ({ operation, freshId: newId() }))
    try {
      return await writeOnce(c, deps, async (tx) => {
        const author = recordAuthor(principal, now())
        const done = []
        for (const [index, { operation, freshId }] of operations.entries()) {
          const outcome = await run(tx, author, operation, freshId)
          if (!outcome.ok) throw undo(index, outcome)
          const status = outcome.created ? (201 as const) : (200 as const)
          done.push({ op: operation.op, status, record: presentRecord(outcome.record) })
        }
        return { status: 200, body: { data: done } }
      })
    } catch (error) {
      if (!isUndo(error)) throw error
      return problemOf(c, error.refusal)
    }
  })

  return app
}
