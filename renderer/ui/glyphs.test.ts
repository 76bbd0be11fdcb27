import { describe, expect, test } from 'vitest'
import { hueOf, initialsOf, progressOf } from './glyphs.tsx'

const statuses = ['backlog', 'todo', 'doing', 'review', 'done'].map((slug, position) => {
  return { slug, position, isComplete: slug === 'done', isDefault: slug === 'todo' }
})

describe('the ring of a status', () => {
  test.each([
    ['backlog', 0],
    ['todo', 0],
    ['doing', 1 / 3],
    ['review', 2 / 3],
    ['done', 1],
  ])('APP-03 %s is filled to %d', (slug, progress) => {
    const status = statuses.find((one) => one.slug === slug) ?? { slug, isComplete: false }
    expect(progressOf(status, statuses.toReversed())).toBeCloseTo(progress)
  })

  test('APP-11 a status that is not listed is open or done', () => {
    expect(progressOf({ slug: 'novel', isComplete: false }, statuses)).toBe(0)
    expect(progressOf({ slug: 'novel', isComplete: true }, [])).toBe(1)
  })
})

test.each([
  ['Ada Lovelace', 'AL'],
  ['Renée van der Berg', 'RB'],
  ['Lumen & Petrov', 'LP'],
  ['élan', 'ÉL'],
  ['—', ''],
])('APP-03 the initials of %s are %s', (name, initials) => {
  expect(initialsOf(name)).toBe(initials)
})

test('APP-03 a name keeps its colour, and names differ', () => {
  const names = ['Ada Lovelace', 'Grace Hopper', 'Mira Okafor', 'Anton Olsen', 'Renée Dubois', 'Sam Lee']
  expect(names.map(hueOf)).toEqual(names.map(hueOf))
  expect(new Set(names.map(hueOf)).size).toBeGreaterThan(names.length / 2)
})
