// Entries and events for tests of the state machine.
import type { AppError } from '../../../shared/errors.ts'
import { type Entry, newEntry } from './entry.ts'
import type { Event } from './events.ts'
import { creating } from './work.ts'

export const entry = (changes: Partial<Entry> = {}): Entry => ({
  ...newEntry({
    id: 'a',
    owner: 'ada',
    work: creating({ title: 'Call Acme' }, 'a'),
    title: 'Call Acme',
    createdAt: 0,
  }),
  ...changes,
})
export const update = (changes: Partial<Entry> = {}): Entry =>
  entry({
    work: { kind: 'updateTask', taskId: 't', change: { title: 'New' }, before: { title: 'Old' } },
    taskId: 't',
    ...changes,
  })
export const now = 10_000
export const found = (id: string) => ({
  id,
  webUrl: `https://acme.example/${id}`,
  createdAt: '2026-11-21T05:00:00Z',
})
export const error = (
  kind: Exclude<AppError['kind'], 'invalidInput' | 'rateLimited' | 'internal'>,
): AppError => ({
  kind,
  message: 'm',
})
export const refused = (problem: AppError): Event => ({ type: 'refused', error: problem })
