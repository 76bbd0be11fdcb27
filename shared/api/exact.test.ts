import { expect, test } from 'vitest'
import { z } from 'zod'
import { issueWords } from './exact.ts'
import { givenInstant, trueOrFalse } from './primitives.ts'

const operation = z.discriminatedUnion('op', [
  z.object({ op: z.literal('create') }),
  z.object({ op: z.literal('archive') }),
])

test.each<[words: string, schema: z.ZodType, value: unknown]>([
  ['Send a number.', z.number(), '12'],
  ['Send a whole number.', z.int(), 1.5],
  ['Send true or false.', z.boolean(), 'true'],
  ['Send one of asc, desc.', z.enum(['asc', 'desc']), 'DESC'],
  ['Send asc.', z.literal('asc'), 'desc'],
  ['Send one of create, archive.', operation, { op: 'delete' }],
  ['Send at least 1 item.', z.array(z.string()).min(1), []],
  ['Send at most 2 items.', z.array(z.string()).max(2), ['a', 'b', 'c']],
  ['Send at least 2 characters.', z.string().min(2), 'a'],
  ['Send at most 1,000 characters.', z.string().max(1000), 'a'.repeat(1001)],
  ['Send more than 0.', z.number().positive(), 0],
  ['Send at most 525,600.', z.number().max(525_600), 525_601],
  ['Send less than 1.', z.number().lt(1), 1],
  [
    'Send an ISO 8601 date and time with Z or an offset, such as 2026-01-31T14:30:00Z.',
    givenInstant,
    '2026-01-31',
  ],
  ['Send a day, such as 2026-01-31.', z.iso.date(), '01/31/2026'],
  ['Send an email address.', z.email(), 'ada@'],
  ['Send a URL, such as https://example.com.', z.url(), 'example'],
  ['Use a key.', z.string().min(2, 'Use a key.'), ''],
])('ERR-01 a refusal says “%s”', (words, schema, value) => {
  expect(schema.safeParse(value).error?.issues.map(issueWords)).toEqual([words])
})

test.each([
  ['true', true],
  ['True', true],
  ['1', true],
  ['false', false],
  ['FALSE', false],
  ['0', false],
])('GEN-06 the query value %s is %s', (text, value) => {
  expect(trueOrFalse.parse(text)).toBe(value)
})

test.each(['', 'yes', '2', 'truee', ' true'])(
  'GEN-13 the query value “%s” is neither true nor false',
  (text) => {
    expect(trueOrFalse.safeParse(text).error?.issues.map(issueWords)).toEqual(['Send true or false.'])
  },
)
