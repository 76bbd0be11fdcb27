import { describe, expect, test } from 'vitest'
import { commentPieces, mentionable, mentionsIn, typedMention, withMention } from './mentions.ts'

const ada = { id: '1', name: 'Ada' }
const lovelace = { id: '2', name: 'Ada Lovelace' }
const jurgen = { id: '3', name: 'Jürgen' }
const people = [ada, lovelace, jurgen, { id: '4', name: 'Grace Hopper' }]

describe('NOT-03 mentions in the text of a comment', () => {
  test.each<[string, string[], string[]]>([
    ['@Ada, please', ['@Ada'], ['1']],
    ['ask @Ada Lovelace', ['@Ada Lovelace'], ['2']],
    ['@Ada and @Ada Lovelace', ['@Ada', '@Ada Lovelace'], ['1', '2']],
    ['(@Jürgen)\n@Jürgen', ['@Jürgen', '@Jürgen'], ['3']],
    ['@Adam, @ada and mail@Ada', [], []],
    ['@@Ada', ['@Ada'], ['1']],
    ['Ada', [], []],
    ['@Grace or @Grace Hopper', ['@Grace', '@Grace Hopper'], ['4']],
  ])('%j', (text, marked, ids) => {
    const pieces = commentPieces(text, people)
    expect(pieces.map((piece) => piece.text).join('')).toBe(text)
    expect(pieces.filter(({ isMention }) => isMention).map((piece) => piece.text)).toEqual(marked)
    expect(mentionsIn(text, people).map(({ id }) => id)).toEqual(ids)
  })

  test('NOT-03 web addresses are told apart from mentions', () => {
    expect(commentPieces('@Ada see https://acme.example/@Ada.', [ada])).toMatchObject([
      { text: '@Ada', isMention: true },
      { text: ' see ', link: null },
      { text: 'https://acme.example/@Ada', link: 'https://acme.example/@Ada' },
      { text: '.', link: null },
    ])
  })

  test('NOT-03 one comment mentions at most 20 people', () => {
    const many = Array.from({ length: 25 }, (_, index) => ({ id: `${index}`, name: `P${index}x` }))
    expect(mentionsIn(many.map(({ name }) => `@${name}`).join(' '), many)).toHaveLength(20)
  })
})

describe('NOT-03 AUT-09 who may be mentioned', () => {
  const member = (id: string, seesEveryTask?: boolean) => ({
    id,
    name: id,
    email: '',
    avatarUrl: null,
    ...(seesEveryTask !== undefined && { seesEveryTask }),
  })
  const members = [
    member('admin', true),
    member('creator', false),
    member('assignee', false),
    member('other', false),
    member('me', true),
  ]
  const task = { createdBy: 'creator', assignees: ['assignee', 'me'] }
  const offered = (...args: Parameters<typeof mentionable>) => mentionable(...args).map(({ id }) => id)

  test('on a task, those who see it', () => {
    expect(offered(members, 'me', task)).toEqual(['admin', 'creator', 'assignee'])
  })

  test('on a record, and where the service says nothing of it, every other member', () => {
    expect(offered(members, 'me', undefined)).toEqual(['admin', 'creator', 'assignee', 'other'])
    expect(offered([member('other'), member('me')], 'me', task)).toEqual(['other'])
  })
})

describe('NOT-03 a name that is typed', () => {
  test.each<[string, ReturnType<typeof typedMention>]>([
    ['@|', { start: 0, name: '' }],
    ['Hi @gr|', { start: 3, name: 'gr' }],
    ['Hi\n@Grace Ho|', { start: 3, name: 'Grace Ho' }],
    ['(@gr|ace', { start: 1, name: 'gr' }],
    ['mail@gr|', null],
    ['@gr |', null],
    ['@one two three|', null],
    // It was chosen.
    ['@Ada|', null],
    ['@Ada th|', null],
  ])('%j', (typed, expected) => {
    const caret = typed.indexOf('|')
    expect(typedMention(typed.replace('|', ''), caret, [ada])).toEqual(expected)
  })

  test.each([
    ['Hi @gr|', 'Hi @Ada Lovelace |'],
    ['Hi @gr|, call', 'Hi @Ada Lovelace |, call'],
    ['Hi @gr| call', 'Hi @Ada Lovelace |call'],
  ])('is replaced by the one who was chosen: %j', (typed, expected) => {
    const caret = typed.indexOf('|')
    const text = typed.replace('|', '')
    const found = typedMention(text, caret, [])
    if (found === null) throw new Error('Nothing is typed.')
    const next = withMention(text, caret, found, lovelace)
    expect(`${next.text.slice(0, next.caret)}|${next.text.slice(next.caret)}`).toBe(expected)
  })
})
