import { expect, test } from 'vitest'
import { pastedLines } from './paste-panel.tsx'

test.each([
  ['- Buy milk\n- Buy bread', ['Buy milk', 'Buy bread']],
  ['* Buy milk\r\n\r\n  • Buy bread\r\n', ['Buy milk', 'Buy bread']],
  ['1. Buy milk\n2) Buy bread', ['Buy milk', 'Buy bread']],
  ['- [ ] Buy milk\n[] Buy bread', ['Buy milk', 'Buy bread']],
  ['- [x] Buy milk\n-5 degrees\n2027 budget', ['[x] Buy milk', '-5 degrees', '2027 budget']],
  ['Buy milk', ['Buy milk']],
  ['- \n\n', []],
])('APP-05 each line of %j is one without its list mark', (text, lines) => {
  expect(pastedLines(text)).toEqual(lines)
})
