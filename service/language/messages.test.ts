// The catalogues of the pages: same keys and arguments in each language, valid ICU, no unused keys.
import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import {
  argumentsOf,
  isGermanTypography,
  isSaidAsWritten,
  unsaidIn,
} from '../../shared/messages/catalogue-testing.ts'
import { notifications } from '../../shared/messages/en/notifications.ts'
import { repeat } from '../../shared/messages/en/repeat.ts'
import { de } from './de.ts'
import { en } from './en.ts'

// Messages of notifications and repetition are the launcher’s, whose tests hold them to the same.
const keys = (Object.keys(en) as (keyof typeof en)[]).filter(
  (key) => !(key in notifications || key in repeat),
)

test('the catalogues have the same keys', () => {
  expect(Object.keys(de).toSorted()).toEqual(Object.keys(en).toSorted())
})

test.each(keys)('%s has the same arguments in each language', (key) => {
  expect(Object.fromEntries(argumentsOf(de[key]))).toEqual(Object.fromEntries(argumentsOf(en[key])))
  for (const text of [en[key], de[key]]) expect(isSaidAsWritten(text), text).toBe(true)
})

test('German typography is correct', () => {
  expect(keys.filter((key) => !isGermanTypography(de[key]))).toEqual([])
})

test('every message is used', () => {
  const cwd = fileURLToPath(new URL('..', import.meta.url))
  const files = globSync('**/*.ts', { cwd }).filter((path) => !/^language\/..\/|\.test\.ts$/.test(path))
  const code = files.map((path) => readFileSync(`${cwd}/${path}`, 'utf8')).join('\n')
  expect(unsaidIn(code, keys)).toEqual([])
})
