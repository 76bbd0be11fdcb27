import { afterEach, expect, test } from 'vitest'
import { setChangedKeys } from '../../ui/keyboard/keyboard.ts'
import { helpFor } from './help-sections.ts'

const linesFor = (view: Parameters<typeof helpFor>[0], text: string): string[] =>
  helpFor(view, text).flatMap(({ keys }) => keys.map(([shortcut, meaning]) => `${shortcut} ${meaning}`))

afterEach(() => setChangedKeys({}))

test.each([
  ['palette', 'Palette'],
  ['brief', 'Daily brief'],
  ['browse', 'Browse'],
  ['forms', 'Capture and forms'],
] as const)('APP-09 the help of %s begins with its own keys', (view, title) => {
  const [first] = helpFor(view, '')
  expect(first?.title).toBe(title)
  expect(first?.keys.map(([shortcut]) => shortcut)).toContain('Mod+K')
})

test('APP-09 the help is filtered by meaning, and by keys as they are now', () => {
  expect(linesFor('palette', 'undo')).toContain('Mod+Z Undo the last change')
  expect(linesFor('palette', 'undo')).not.toContain('Mod+N New task')
  setChangedKeys({ newTask: 'F2' })
  expect(linesFor('palette', 'F2')).toEqual(['Mod+N New task'])
  expect(linesFor('palette', 'no key is called like this')).toEqual([])
})

test('APP-09 the same key with the same meaning is listed once', () => {
  const lines = linesFor('brief', '')
  expect(new Set(lines).size).toBe(lines.length)
})
