import { expect, test } from 'vitest'
import { linksIn, piecesOf } from './links.ts'

test.each([
  ['Agenda: https://docs.example/a?b=1#c.', ['https://docs.example/a?b=1#c']],
  ['(see https://a.example/a) and <https://b.example/b>', ['https://a.example/a', 'https://b.example/b']],
  ['https://en.wiki.example/Agenda_(meeting)', ['https://en.wiki.example/Agenda_(meeting)']],
  ['“http://docs.example/x”, HTTPS://DOCS.EXAMPLE', ['http://docs.example/x', 'HTTPS://DOCS.EXAMPLE']],
  ['javascript:alert(1) file:///etc/passwd <a href="https://docs.example/">x</a>', ['https://docs.example/']],
  ['no address: https://, https://... or xhttps://y.example', []],
])('CAL-08 the web addresses in %j', (text, links) => {
  expect(linksIn(text)).toEqual(links)
  expect(
    piecesOf(text)
      .map((piece) => piece.text)
      .join(''),
  ).toBe(text)
})
