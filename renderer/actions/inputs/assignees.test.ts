import { describe, expect, test } from 'vitest'
import { assignChoices, assigneesAfter, commonAssignees } from './assignees.ts'

const member = (id: string, name: string) => ({ id, name, email: `${id}@acme.test`, avatarUrl: null })
const people = { members: [member('ada', 'Ada Lind'), member('mia', 'Mia Olsen')], me: 'mia' }
const shown = (...parts: [text: string, assigned: readonly string[], isCollecting?: boolean]) =>
  assignChoices(parts[0], people, parts[1], parts[2] ?? false).map(({ id, assignees }) => [id, assignees])

describe('the choices of Assign', () => {
  test('APP-16 "Me" is first, and is found by that word', () => {
    expect(shown('', [])).toEqual([
      ['mia', ['mia']],
      ['ada', ['ada']],
    ])
    expect(assignChoices('me', people, [], false)[0]).toMatchObject({ id: 'mia', title: 'Me' })
  })

  test('APP-16 a choice adds a person, or removes one who is assigned; nobody removes all', () => {
    expect(shown('', ['ada'])).toEqual([
      ['mia', ['ada', 'mia']],
      ['ada', []],
      ['nobody', []],
    ])
  })

  test('APP-16 people are found by name and email', () => {
    const idsOf = (text: string) => shown(text, []).map(([id]) => id)
    expect([idsOf('lind'), idsOf('mia@'), idsOf('nobody here')]).toEqual([['ada'], ['mia'], []])
  })

  test('APP-16 several that were collected are saved by the first choice', () => {
    expect(shown('', ['ada', 'mia'], true)[0]).toEqual(['collected', ['ada', 'mia']])
    expect(shown('', [], true)[0]).toEqual(['nobody', []])
  })
})

test('APP-16 several tasks show the people they share, and keep their others', () => {
  const common = commonAssignees([
    ['ada', 'mia'],
    ['mia', 'bob'],
  ])
  expect(common).toEqual(['mia'])
  expect(assigneesAfter(['ada', 'mia'], common, ['mia', 'zoe'])).toEqual(['ada', 'mia', 'zoe'])
  expect(assigneesAfter(['ada', 'mia'], common, ['zoe'])).toEqual(['ada', 'zoe'])
  expect(assigneesAfter(['ada', 'mia'], common, [])).toEqual([])
})
