import { afterEach, expect, test } from 'vitest'
import { bindChords } from '../ui/keyboard.ts'
import { boundChords } from './keys.ts'
import { helpFor } from './help-sections.ts'

const linesFor = (view: Parameters<typeof helpFor>[0], text: string): string[] =>
  helpFor(view, text).flatMap(({ keys }) => keys.map(([shortcut, meaning]) => `${shortcut} ${meaning}`))

afterEach(() => bindChords(new Map()))

test.each(['palette', 'brief', 'browse', 'forms'] as const)(
  'APP-09 the help of %s begins with its own keys, and lists the same key and meaning once',
  (view) => {
    expect(helpFor(view, '')[0]?.keys.map(([shortcut]) => shortcut)).toContain('Mod+K')
    const lines = linesFor(view, '')
    expect(new Set(lines).size).toBe(lines.length)
  },
)

test('APP-09 the help is filtered by meaning, and by keys as they are now', () => {
  expect(linesFor('palette', 'undo')).toContain('Mod+Z Undo the last change')
  expect(linesFor('palette', 'undo')).not.toContain('Mod+N New task')
  bindChords(boundChords({ newTask: 'F2' }))
  expect(linesFor('palette', 'F2')).toEqual(['Mod+N New task'])
  expect(linesFor('palette', 'no key is called like this')).toEqual([])
})
