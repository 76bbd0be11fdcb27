import { describe, expect, test } from 'vitest'
import type { AppError } from '../../shared/errors.ts'
import type { OutboxItem } from '../../shared/launcher.ts'
import { errorWords } from '../ui/error-words.ts'
import { outboxNews, stateWords } from './outbox-words.ts'

const item = (id: string, state: OutboxItem['state'], error: AppError | null = null): OutboxItem => ({
  id,
  kind: 'createTask',
  title: `Task ${id}`,
  state,
  taskId: null,
  webUrl: null,
  error,
  createdAt: 0,
})

describe('what a write on its way is called', () => {
  test.each([
    [item('1', 'queued'), 'Queued'],
    [item('1', 'queued', { kind: 'locked', message: '' }), 'Waiting for the workspace to be unlocked'],
    [item('1', 'queued', { kind: 'offline', message: '' }), 'Waiting for a connection'],
    [item('1', 'checking'), 'May have been saved — checking…'],
    [item('1', 'notFound'), 'Not found — create again?'],
    [item('1', 'saved'), 'Saved'],
    [
      item('1', 'needsYou', { kind: 'forbidden', message: '', right: 'tasks:write' }),
      'tasks:write is missing',
    ],
  ])('APP-07 %o', (one, words) => {
    expect(stateWords(one).text).toContain(words)
  })

  test('APP-07 news are said once, the gravest first', () => {
    const before = [item('1', 'sending'), item('2', 'sending')]
    const after = [item('1', 'saved'), item('2', 'needsYou', { kind: 'notFound', message: '' })]
    expect(outboxNews(before, after)).toEqual({ text: 'Deleted or moved: “Task 2”', tone: 'danger' })
    expect(outboxNews(after, after)).toBeNull()
    expect(outboxNews(before, [item('1', 'saved'), item('2', 'saved')])).toEqual({
      text: '2 saved',
      tone: 'success',
    })
  })

  test('APP-07 what was saved before this page was there is no news', () => {
    expect(outboxNews([], [item('1', 'saved')])).toBeNull()
  })
})

describe('APP-06 every failure has words', () => {
  const failures: readonly AppError[] = [
    { kind: 'invalidInput', message: 'Bad.', fields: [] },
    { kind: 'signedOut', message: '' },
    { kind: 'forbidden', message: '' },
    { kind: 'notFound', message: '' },
    { kind: 'conflict', message: '' },
    { kind: 'locked', message: '' },
    { kind: 'rateLimited', message: '', retryAfterSeconds: 12 },
    { kind: 'offline', message: '' },
    { kind: 'unavailable', message: '' },
    { kind: 'unconfirmed', message: '' },
    { kind: 'unexpectedAnswer', message: 'Not a service.' },
    { kind: 'cancelled', message: '' },
    { kind: 'internal', message: 'TypeError: x is undefined', id: 'e1' },
  ]
  test.each(failures)('APP-06 $kind', (error) => {
    const { text } = errorWords(error, 'saved')
    expect(text).not.toBe('')
    expect(text).not.toMatch(/TypeError|undefined/)
  })
})
