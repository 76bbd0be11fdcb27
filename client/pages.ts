// Lists, page by page, and what changes after them.
import type { AnswerOf, Send, Sending } from './request.ts'
import type { Schemas } from './api.ts'
import { pause, SvcError } from './request.ts'

export type Paging = Sending & {
  /** Rows of one request, at most 100. All pages are read. */
  limit?: number | undefined
}

type Page<T> = { data: T[]; has_more: boolean; next_cursor: string | null }

/** Every row of a list. A page is read when its first row is asked for. */
export async function* pagesOf<T>(
  read: (cursor: string | undefined) => Promise<Page<T>>,
): AsyncGenerator<T, void, undefined> {
  let cursor: string | undefined
  do {
    const page: Page<T> = await read(cursor)
    yield* page.data
    cursor = page.has_more ? (page.next_cursor ?? undefined) : undefined
  } while (cursor !== undefined)
}

export type Following = Sending & {
  /** The cursor of the last step that you finished. */
  after?: string | undefined
  kinds?: Schemas['Change']['kind'][] | undefined
  /** Milliseconds between two looks when there is nothing new (default: 5,000). */
  every?: number | undefined
  /** Ends when there is nothing more for now. */
  once?: boolean | undefined
}

export type ChangeStep = {
  /** True without `after`, and after a cursor that expired: changes before `cursor` are unknown, so read everything again. */
  reset: boolean
  changes: Schemas['Change'][]
  /** Store it once you have finished this step. */
  cursor: string
}

/** The changes of a workspace, in their order. It ends when `signal` is aborted. */
export async function* follow(
  send: Send,
  { after, kinds, every = 5_000, once = false, signal }: Following,
): AsyncGenerator<ChangeStep, void, undefined> {
  let cursor = after
  const read = async (from: string): Promise<AnswerOf<'GET /v1/changes'> | 'expired'> => {
    try {
      const query = { after: from, limit: 100, kinds: kinds?.join(',') }
      return (await send('GET /v1/changes', { query, signal })).answer
    } catch (error) {
      if (error instanceof SvcError && error.code === 'cursor_expired') return 'expired'
      throw error
    }
  }
  try {
    for (;;) {
      const page = await read(cursor ?? 'now')
      if (page === 'expired') {
        cursor = undefined
      } else if (page.next_cursor !== cursor) {
        const reset = cursor === undefined
        cursor = page.next_cursor
        yield { reset, changes: page.data, cursor }
      } else if (once) {
        return
      } else {
        await pause(every * (0.9 + Math.random() / 5), signal)
      }
    }
  } catch (error) {
    if (!signal?.aborted) throw error
  }
}
