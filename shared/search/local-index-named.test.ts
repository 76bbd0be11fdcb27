import { expect, test } from 'vitest'
import { keysNamedIn, namedIn } from './local-index-named.ts'

const id = '0f8fad5b-d9cb-469f-a165-70867728950e'

test.each([
  [`https://acme.example/w/acme/tasks/${id}`, { kind: 'task', id }],
  [`  http://127.0.0.1:4500/w/acme/records/${id}?code=1#top `, { kind: 'record', id }],
  [`https://acme.example/w/acme/elsewhere/${id}`, { kind: null, id }],
  [id, { kind: null, id }],
  ['tsk_01hzy8k2m4', { kind: null, id: 'tsk_01hzy8k2m4' }],
  ['https://acme.example/w/acme', null],
  ['renewal', null],
  ['renewals2', { kind: null, id: 'renewals2' }],
  ['call anna 2', null],
])('APP-03 %s names %o', (text, named) => {
  expect(namedIn(text)).toEqual(named)
})

test('APP-03 an id alone may be of any kind', () => {
  expect(keysNamedIn(id)).toEqual([`task:${id}`, `record:${id}`, `meeting:${id}`])
  expect(keysNamedIn(`https://acme.example/w/acme/tasks/${id}`)).toEqual([`task:${id}`])
})
