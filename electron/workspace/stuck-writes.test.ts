import { expect, test } from 'vitest'
import type { OutboxItem } from '../../shared/launcher.ts'
import { creating, newEntry, present } from './outbox-entry.ts'
import { createStuckWrites } from './stuck-writes.ts'

const item = (id: string, state: OutboxItem['state']): OutboxItem => {
  const work = creating({ title: id }, id)
  return present({ ...newEntry({ id, owner: 'ada', work, title: id, createdAt: 0 }), state }, [])
}

const start = () => {
  const told: string[] = []
  let isSeen = false
  const hear = createStuckWrites({ isSeen: () => isSeen, tell: ({ id }) => told.push(id) })
  return { told, hear, look: () => (isSeen = true) }
}

test('APP-05 a write that stops while nobody looks is told once', () => {
  const { told, hear } = start()
  hear([item('a', 'sending'), item('b', 'checking'), item('c', 'queued')])
  hear([item('a', 'needsYou'), item('b', 'notFound'), item('c', 'saved')])
  hear([item('a', 'needsYou'), item('b', 'notFound')])
  expect(told).toEqual(['a', 'b'])
  // Tried again, and stuck again.
  hear([item('a', 'queued')])
  hear([item('a', 'needsYou')])
  expect(told).toEqual(['a', 'b', 'a'])
})

test('APP-05 what an earlier run left, and what is said on the screen, is told by no notification', () => {
  const { told, hear, look } = start()
  hear([item('a', 'needsYou'), item('b', 'sending')])
  look()
  hear([item('a', 'needsYou'), item('b', 'needsYou')])
  expect(told).toEqual([])
})
