import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { recordKeys, recordKeys1 } from '../records/query/record-keys.rules.ts'
import { contactKey1, fold1, indexedTitle1 } from '../search/derivation-1.rules.ts'
import { contactsOf, contactKey, foldedTitle, indexedTitle } from '../search/search-words.rules.ts'

const texts = [
  'Patrick O’Neill',
  'J.P. Morgan & Co',
  'Zoe\u0308 Müller-Lüdenscheidt',
  'Wi‑Fi 2.0 “beta”',
  'R & D',
  '株式会社ガラス',
  'บริษัทสมชาย',
  'محمد علي كيان',
  '한국 회의',
  'ΟΔΟΣ Straße Łódź',
  ' a\u00a0 b\u200b ',
  '\u200b',
  'x'.repeat(200),
]
const values = {
  email: 'R&D@Mail.Example.com',
  url: 'https://www.Example.com/x',
  phone: '+49 (0)30 7654321',
  size: -1.5,
}
const fields = (['email', 'url', 'phone'] as const).map((kind) => ({ id: kind, kind, proOnly: false }))
const records = texts.map((title) => ({
  objectId: 'o',
  title,
  values: { ...values, name: title },
  updatedAt: 0,
}))
const digest = (made: unknown): string =>
  createHash('sha256').update(JSON.stringify(made)).digest('hex').slice(0, 16)

// A digest that changes means that databases hold other words or keys than this program makes: see derivation.ts.
test.each([
  [
    1,
    '78889c3ad591a181',
    () => [texts.map(fold1).map(indexedTitle1), texts.map(contactKey1), records.map(recordKeys1)],
  ],
  [
    2,
    '8869ea0127e908ae',
    () => [
      texts.map(foldedTitle).map(indexedTitle),
      contactsOf(fields, values).map(contactKey),
      records.map((record) => recordKeys(record)),
    ],
  ],
])(
  'LCH-06 GEN-12 derivation %d makes the words and keys that databases of it hold',
  (_derivation, made, make) => {
    expect(digest(make())).toBe(made)
  },
)
