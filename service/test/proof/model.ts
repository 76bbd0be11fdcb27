// What both reference models share: a run is a list of actions; each has one answer that the model foretells.
import { expect } from 'vitest'
import type { Answer, Client } from '../contract/client.ts'

/** What the model says of an answer: the data whole, or the code of the refusal. */
export type Foretold = { status: number; data: unknown } | { status: number; code: string }

export type Request = { method: string; path: string; body?: unknown }

/** One step: what is sent, and what must come of it. `learn` takes the id that the service chose. */
export type Step = { request: Request; foretold: Foretold; learn?: (id: string) => void }

/** The service takes its time from `at`, epoch milliseconds, and never goes back: `latest` is what it says. */
export type Clock = { at: number; latest: number }

/** Moves the clock, also back. */
export const tick = (clock: Clock, by: number): void => {
  clock.at += by
  clock.latest = Math.max(clock.latest, clock.at)
}

/** Nothing has it. */
export const absentId = '00000000-0000-4000-8000-ffffffffffff'

export const iso = (at: number): string => new Date(at).toISOString()

export const refused = (status: number, code: string): Foretold => ({ status, code })

/** Newest first, then the greater id (GEN-07). */
export const newestFirst = <T extends { id: string; createdAt: number }>(things: Iterable<T>): T[] =>
  [...things].toSorted((a, b) => b.createdAt - a.createdAt || (a.id < b.id ? 1 : -1))

const answered = ({ status, body }: Answer): Foretold =>
  status < 300 ? { status, data: body.data } : { status, code: body.error.code }

/** Sends a step and holds the answer against what was foretold. @returns the answer */
export async function take(api: Client, { request, foretold, learn }: Step): Promise<Answer> {
  const answer = await api.send(request.method, request.path, request.body)
  if (answer.status < 300) learn?.(answer.body.data.id)
  expect(answered(answer), `${request.method} ${request.path} ${JSON.stringify(request.body)}`).toEqual(
    foretold,
  )
  return answer
}

/** Every item of a list, page by page; each page but the last is full. */
export async function walk(api: Client, path: string, limit: number): Promise<unknown[]> {
  const items: unknown[] = []
  let cursor: string | null = null
  do {
    const separator = path.includes('?') ? '&' : '?'
    const after: string = cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`
    const { status, body } = await api.get(`${path}${separator}limit=${limit}${after}`)
    expect(status).toBe(200)
    items.push(...body.data)
    if (body.has_more) expect(body.data).toHaveLength(limit)
    expect(body.next_cursor !== null).toBe(body.has_more)
    cursor = body.next_cursor
  } while (cursor !== null)
  return items
}

/** Ids in the order in which they appear, times by their distance: what two runs of one list of actions share. */
export function masked(text: string): string {
  const seen = new Map<string, string>()
  return text.replaceAll(
    /(?:[a-z]+_)?[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}|\b[a-z]{3}_[\da-z]{20,}/g,
    (id) => {
      const name = seen.get(id) ?? `<${seen.size}>`
      seen.set(id, name)
      return name
    },
  )
}
