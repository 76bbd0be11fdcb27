import { expect, test } from 'vitest'
import { refusalWords } from './keys-section.tsx'

test.each([
  ['Mod+D', null],
  ['Mod+E', 'Ctrl+E is used by “Edit task or record”. Change that one first.'],
  ['Mod+A', 'This chord edits text. Choose other keys.'],
  ['Mod+Q', 'This chord belongs to the system. Choose other keys.'],
  ['Mod+3', 'These chords run the rows 1 to 9. Choose other keys.'],
])('APP-09 recording %s for "done" says: %s', (chord, words) => {
  expect(refusalWords('toggleDone', chord, {})).toBe(words)
})

test('APP-09 a key without Ctrl is refused with the possible ones, and a chord is free once its command has another', () => {
  expect(refusalWords('toggleDone', null, {})).toContain('F1 to F12')
  expect(refusalWords('toggleDone', 'Mod+E', { edit: 'Mod+U' })).toBeNull()
})
