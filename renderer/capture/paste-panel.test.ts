import { expect, test } from 'vitest'
import { pastedLines } from './paste-panel.tsx'

test.each([
  ['- Buy milk\n- Buy bread', ['Buy milk', 'Buy bread']],
  ['* Buy milk\r\n\r\n  • Buy bread\r\n', ['Buy milk', 'Buy bread']],
  ['1. Buy milk\n2) Buy bread', ['Buy milk', 'Buy bread']],
  ['- [ ] Buy milk\n[] Buy bread', ['Buy milk', 'Buy bread']],
  ['- [x] Buy milk\n* [X] Buy bread\n[x] Buy tea', ['Buy milk', 'Buy bread', 'Buy tea']],
  ['☐ Buy milk\n☑ Buy bread\n·\tBuy tea', ['Buy milk', 'Buy bread', 'Buy tea']],
  ['-5 degrees\n2027 budget\n[draft] budget', ['-5 degrees', '2027 budget', '[draft] budget']],
  // Numbers that count up, or that all lines have, are marks.
  ['To do:\n1. Buy milk\n2. Buy bread', ['To do:', 'Buy milk', 'Buy bread']],
  ['1.) Buy milk\n2.) [ ] Buy bread\n  - rye\n3.) Buy tea', ['Buy milk', 'Buy bread', 'rye', 'Buy tea']],
  ['1. Buy milk\n1. Buy bread', ['Buy milk', 'Buy bread']],
  ['1. Buy milk\n2. Buy bread\nThen:\n1. Cook', ['Buy milk', 'Buy bread', 'Then:', 'Cook']],
  ['9. Buy milk\n10. Buy bread\n11. Buy tea', ['Buy milk', 'Buy bread', 'Buy tea']],
  ['1. Marketing plan\n2. Mailing', ['Marketing plan', 'Mailing']],
  // Others are words.
  ['24. Dezember Geschenke kaufen\nBrot kaufen', ['24. Dezember Geschenke kaufen', 'Brot kaufen']],
  ['1. Dezember Tee\n2. Dez. Nüsse\n3. Dez. Brot', ['1. Dezember Tee', '2. Dez. Nüsse', '3. Dez. Brot']],
  ['1. 12. Zahnarzt\n2. 12. Friseur', ['1. 12. Zahnarzt', '2. 12. Friseur']],
  ['2. Mahnung an Meier\n3. Mahnung an Schulz', ['2. Mahnung an Meier', '3. Mahnung an Schulz']],
  ['2. Mahnung an Meier\nBrot kaufen', ['2. Mahnung an Meier', 'Brot kaufen']],
  ['Brot kaufen\n1. FC Köln schauen', ['Brot kaufen', '1. FC Köln schauen']],
  ['Buy milk', ['Buy milk']],
  ['- \n\n', []],
])('APP-05 each line of %j is one without its list mark', (text, lines) => {
  expect(pastedLines(text)).toEqual(lines)
})
