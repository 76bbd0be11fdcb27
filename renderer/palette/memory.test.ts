import { expect, test } from 'vitest'
import type { RememberedRow } from '../../shared/launcher.ts'
import { createMemory } from './memory.ts'

const now = Date.UTC(2026, 10, 21)
const row = (id: string, title: string, kind = 'task', visits: number[] = []): RememberedRow => ({
  kind,
  id,
  title,
  subtitle: '',
  badge: '',
  avatarUrl: null,
  webUrl: '',
  source: 'cached',
  seenAt: now,
  visits,
})
const titles = (rows: readonly { title: string }[]): string[] => rows.map(({ title }) => title)

test('APP-03 the page finds what it was handed, best first, and the kinds that are asked for', () => {
  const memory = createMemory(
    [row('1', 'Review the renewal'), row('2', 'Renewal'), row('3', 'Renewal of Acme', 'record')],
    () => now,
  )
  expect(titles(memory.search('renewal', null))).toEqual(['Renewal', 'Renewal of Acme', 'Review the renewal'])
  expect(titles(memory.search('renewal', ['record']))).toEqual(['Renewal of Acme'])
})

test('APP-03 of equal matches the one that was opened comes first', () => {
  const memory = createMemory([row('1', 'Call Ann'), row('2', 'Call Bob', 'task', [now])], () => now)
  expect(titles(memory.search('call', null))).toEqual(['Call Bob', 'Call Ann'])
})

test('APP-03 what the service just said replaces what was remembered, and is shown as remembered', () => {
  const memory = createMemory([row('1', 'Old title', 'task', [now])], () => now)
  memory.see([{ ...row('1', 'New title'), source: 'live' }])
  expect(memory.search('old', null)).toEqual([])
  expect(memory.search('new', null)).toMatchObject([{ title: 'New title', source: 'cached' }])
})
