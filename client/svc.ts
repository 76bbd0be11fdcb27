// The client of the workspace data service (AGT-02).
import { createRecords, type AnyWorkspace } from './records.ts'
import { follow, pagesOf, type Following, type Paging } from './pages.ts'
import {
  createSend,
  type AnswerOf,
  type Creating,
  type Input,
  type Route,
  type Sending,
  type SvcOptions,
  type Writing,
} from './request.ts'
import type { Routes } from './api.ts'

export type { Events, Routes, Schemas } from './api.ts'
export type { ChangeStep } from './pages.ts'
export type { AnyWorkspace, ChangedValues, Filter, NewValues, RecordOf, SvcRecord } from './records.ts'
export { SvcError, type SvcErrorCode, type SvcOptions } from './request.ts'
export { verifyWebhook, type SvcEvent } from './webhooks.ts'

type TaskFilter = Omit<NonNullable<Routes['GET /v1/tasks']['query']>, 'cursor' | 'limit'>
type NewTask = Routes['POST /v1/tasks']['body']
type ChangedTask = Routes['PATCH /v1/tasks/{taskId}']['body']

/** The last argument may be left out where nothing is required. */
type Last<R extends Route> = object extends Omit<Routes[R], 'answer'> ? [input?: Input<R>] : [input: Input<R>]

/** @template W types of the workspace, as `svc types` writes them */
export function createSvc<W = AnyWorkspace>(options: SvcOptions) {
  const send = createSend(options)

  const taskOf = async (sent: ReturnType<typeof send<'GET /v1/tasks/{taskId}'>>) => {
    const { answer, etag } = await sent
    return { ...answer.data, etag }
  }

  return {
    /** Any operation of the API, by its method and path. */
    async call<R extends Route>(route: R, ...[input]: Last<R>): Promise<AnswerOf<R>> {
      return (await send(route, input ?? ({} as Input<R>))).answer
    },

    /** Every value by the slug of its field. The key needs `objects:read`. */
    records: createRecords<W>(send),

    tasks: {
      /** The tasks that the owner of the key sees, the newest first. */
      list: ({ signal, limit = 100, ...filter }: Paging & TaskFilter = {}) =>
        pagesOf(
          async (cursor) =>
            (await send('GET /v1/tasks', { query: { ...filter, limit, cursor }, signal })).answer,
        ),
      get: (taskId: string, sending: Sending = {}) =>
        taskOf(send('GET /v1/tasks/{taskId}', { path: { taskId }, ...sending })),
      create: (task: NewTask, creating: Creating = {}) =>
        taskOf(send('POST /v1/tasks', { body: task, ...creating })),
      update: (taskId: string, change: ChangedTask, writing: Writing = {}) =>
        taskOf(send('PATCH /v1/tasks/{taskId}', { path: { taskId }, body: change, ...writing })),
      archive: (taskId: string, writing: Writing = {}) =>
        taskOf(send('DELETE /v1/tasks/{taskId}', { path: { taskId }, ...writing })),
      comments: (taskId: string, { signal, limit = 100 }: Paging = {}) =>
        pagesOf(async (cursor) => {
          const input = { path: { taskId }, query: { limit, cursor }, signal }
          return (await send('GET /v1/tasks/{taskId}/comments', input)).answer
        }),
      async comment(
        taskId: string,
        comment: { content: string; mentions?: string[] | undefined },
        creating: Creating = {},
      ) {
        const input = { path: { taskId }, body: comment, ...creating }
        return (await send('POST /v1/tasks/{taskId}/comments', input)).answer.data
      },
    },

    /** Follows the changes after a cursor, step by step. */
    changes: (following: Following = {}) => follow(send, following),
  }
}

export type Svc<W = AnyWorkspace> = ReturnType<typeof createSvc<W>>
