// Handlers of routes that write one record (REC-04…REC-09). The routes differ in what they show of it and in their entity tags.
import type { Context } from 'hono'
import type { ErrorCode } from '../../shared/api/errors.ts'
import type { Tx } from '../db/store.ts'
import type { AppDeps, AppEnv, Principal } from '../http/app-type.ts'
import type { Preconditions } from '../http/entity-tag.ts'
import type { Refusal } from '../http/errors.ts'
import { writeOnce } from '../http/idempotency.ts'
import type { Supplied, ValueCode } from './record-checks.ts'
import {
  createRecord,
  patchRecord,
  recordAuthor,
  setRecordArchived,
  upsertRecord,
  type ObjectName,
  type RecordAuthor,
  type Written,
} from './record-write.ts'
import type { StoredRecord } from './record.ts'

type Presented<Data> = { data: Data; tag: string }
type Shown<Data, Status> = { status: Status; headers: { ETag: string }; body: { data: Data } }
type Answer<Data, Status extends 200 | 201, Code extends ErrorCode> = ReturnType<
  typeof writeOnce<Shown<Data, Status> | Refusal<Code>>
>

type RecordHandlers<Data> = {
  create: (
    c: Context<AppEnv>,
    object: ObjectName,
    values: Supplied,
  ) => Answer<Data, 201, ValueCode | 'not_found'>
  upsert: (
    c: Context<AppEnv>,
    id: string,
    object: ObjectName,
    values: Supplied,
  ) => Answer<Data, 200 | 201, ValueCode | 'not_found' | 'id_conflict' | 'precondition_failed'>
  patch: (
    c: Context<AppEnv>,
    id: string,
    values: Supplied,
  ) => Answer<Data, 200, ValueCode | 'not_found' | 'record_archived' | 'precondition_failed'>
  setArchived: (
    c: Context<AppEnv>,
    id: string,
    archived: boolean,
  ) => Answer<Data, 200, 'not_found' | 'precondition_failed'>
}

export function recordHandlers<Data extends object>({
  deps,
  present,
  preconditionsIn,
}: {
  deps: AppDeps
  /** The record as the routes answer it, and its entity tag. */
  present: (tx: Tx, principal: Principal, record: StoredRecord) => Presented<Data> | Promise<Presented<Data>>
  preconditionsIn: (headers: Headers) => Preconditions
}): RecordHandlers<Data> {
  /**
   * @param touches the id of the record; none of one that is created under a new id
   * @param statusOf the status of the answer, by whether the record was created
   */
  const write = <Status extends 200 | 201, Code extends ErrorCode>(
    c: Context<AppEnv>,
    touches: readonly string[],
    statusOf: (created: boolean) => Status,
    run: (tx: Tx, author: RecordAuthor, preconditions: Preconditions) => Promise<Written<Code>>,
  ): Answer<Data, Status, Code> => {
    const principal = c.get('principal')
    const preconditions = preconditionsIn(c.req.raw.headers)
    const answer = async (tx: Tx) => {
      const outcome = await run(tx, recordAuthor(principal, deps.now()), preconditions)
      if (!outcome.ok) return outcome
      const { data, tag } = await present(tx, principal, outcome.record)
      return { status: statusOf(outcome.created), headers: { ETag: tag }, body: { data } }
    }
    return writeOnce<Shown<Data, Status> | Refusal<Code>>(c, deps, answer, touches)
  }
  const ok = () => 200 as const

  return {
    create: (c, object, values) =>
      write(
        c,
        [],
        () => 201 as const,
        (tx, author) => createRecord(tx, author, deps.newId(), object, values),
      ),
    upsert: (c, id, object, values) =>
      write(
        c,
        [id],
        (created) => (created ? 201 : 200),
        (tx, author, preconditions) => upsertRecord(tx, author, id, object, values, preconditions),
      ),
    patch: (c, id, values) =>
      write(c, [id], ok, (tx, author, preconditions) => patchRecord(tx, author, id, values, preconditions)),
    setArchived: (c, id, archived) =>
      write(c, [id], ok, (tx, author, preconditions) =>
        setRecordArchived(tx, author, id, archived, preconditions),
      ),
  }
}
