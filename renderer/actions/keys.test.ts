import { describe, expect, test } from 'vitest'
import { areUsable, boundChords, chordOf, holderOf, refusalOf } from './keys.ts'

describe('APP-09 the keys inside the window', () => {
  test('APP-09 a changed chord takes the place of the default, also where a label names it', () => {
    expect(areUsable({})).toBe(true)
    const changed = { toggleDone: 'Mod+U' }
    expect(chordOf('toggleDone', changed)).toBe('Mod+U')
    expect(boundChords(changed).get('Mod+D')).toBe('Mod+U')
  })

  test.each([
    ['that take each other’s', { toggleDone: 'Mod+E' }],
    ['of an action that this version lacks', { gone: 'Mod+U' }],
    ['that cannot be', { toggleDone: 'd' }],
  ])('APP-09 changes %s leave the defaults', (_what, changed) => {
    expect(areUsable(changed)).toBe(false)
    expect(boundChords(changed).get('Mod+D')).toBe('Mod+D')
  })

  test.each([
    ['Mod+U', null],
    ['Mod+;', null],
    ['Shift+F12', null],
    ['Mod+D', null],
    ['u', 'noChord'],
    ['Enter', 'noChord'],
    ['Mod+Tab', 'noChord'],
    ['Mod+u', 'noChord'],
    ['Alt+U', 'noChord'],
    ['Mod+A', 'editing'],
    ['Mod+Shift+Z', 'editing'],
    ['Mod+Q', 'system'],
    ['Mod+1', 'rows'],
  ])('APP-09 "done" with %s is refused: %s', (chord, refusal) => {
    expect(refusalOf('toggleDone', chord)).toBe(refusal)
  })

  test('APP-09 a chord that another command has is named with it; of two that change places, neither holds it', () => {
    expect(holderOf('toggleDone', 'Mod+E', {})).toBe('edit')
    expect(areUsable({ toggleDone: 'Mod+E' })).toBe(false)
    expect(areUsable({ toggleDone: 'Mod+E', edit: 'Mod+D' })).toBe(true)
    expect(areUsable({ toggleDone: 'Mod+A' })).toBe(false)
  })

  test('APP-09 Enter with Mod always opens in the browser', () => {
    expect(refusalOf('openInBrowser', 'Mod+O')).toBe('noChord')
  })
})
