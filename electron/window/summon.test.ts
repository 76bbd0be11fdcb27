import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { type Event, next, start, type State } from './summon.ts'

const now = 10_000
const ready: State = { ...start, page: 'ready' }
const seen = (view: 'palette' | 'capture', summon: number, focused = true): State['shown'] => ({
  view,
  summon,
  focused,
})
const shown = (changes: Partial<State> = {}): State => ({
  ...ready,
  summon: 1,
  shown: seen('palette', 1),
  blurArmedAt: 0,
  ...changes,
})
const press = (view: 'palette' | 'capture'): Event => ({ type: 'pressed', view })
/** Seen, and its hotkey was pressed this many milliseconds ago. */
const pressedAgo = (ms: number): State => shown({ lastPressAt: now - ms })
const ending = shown({ quitting: true })
const blurred = (held = false): Event => ({ type: 'blurred', held })
const passed: Event = { type: 'repeatTimePassed', pressedAt: now - 60, summon: 1 }

describe('the window', () => {
  test.each<[string, State, Event, string[], State['shown']]>([
    ['is shown by its hotkey', ready, press('palette'), ['show'], seen('palette', 1)],
    [
      'stays for a moment when its hotkey is pressed',
      shown(),
      press('palette'),
      ['awaitRepeat'],
      seen('palette', 1),
    ],
    ['is hidden by its hotkey when no repeat follows', pressedAgo(60), passed, ['hide'], null],
    ['stays when a repeat followed: the key is held', pressedAgo(20), passed, [], seen('palette', 1)],
    [
      'stays when it was summoned in another way meanwhile',
      shown({ lastPressAt: now - 60, shown: seen('palette', 2) }),
      passed,
      [],
      seen('palette', 2),
    ],
    [
      'comes to the front when it is seen without the focus',
      shown({ shown: seen('palette', 1, false) }),
      press('palette'),
      ['show'],
      seen('palette', 2),
    ],
    ['changes its view for the other hotkey', shown(), press('capture'), ['show'], seen('capture', 2)],
    ['ignores a key that is held down', pressedAgo(40), press('palette'), [], seen('palette', 1)],
    ['remembers a press while it loads', start, press('capture'), [], null],
    [
      'shows what was pressed once it is there',
      { ...start, wanted: 'capture' },
      { type: 'pageReady' },
      ['show'],
      seen('capture', 1),
    ],
    ['is ready once', ready, { type: 'pageReady' }, [], null],
    ['is toggled from outside', shown(), { type: 'toggleAsked' }, ['hide'], null],
    [
      'is shown from outside, never hidden',
      shown(),
      { type: 'showAsked', view: 'palette' },
      ['show'],
      seen('palette', 2),
    ],
    ['hides when it loses the focus', shown(), blurred(), ['hide'], null],
    ['stays while a sign-in holds it', shown(), blurred(true), [], seen('palette', 1, false)],
    ['stays in the first moment', shown({ blurArmedAt: now + 1 }), blurred(), [], seen('palette', 1, false)],
    ['does not hide twice', ready, blurred(), [], null],
    ['hides on Escape', shown(), { type: 'hideAsked', summon: 1 }, ['hide'], null],
    [
      'stays when the hide was meant for an earlier summon',
      shown(),
      { type: 'hideAsked', summon: 0 },
      [],
      seen('palette', 1),
    ],
    ['hides instead of closing', shown(), { type: 'closeAsked' }, ['preventClose', 'hide'], null],
    ['closes when the program ends', ending, { type: 'closeAsked' }, ['letClose'], seen('palette', 1)],
    ['is made again when its page dies', shown(), { type: 'pageGone' }, ['recreatePage'], null],
    ['is not made again at the end', ending, { type: 'pageGone' }, [], seen('palette', 1)],
    [
      'is not hidden any more at the end',
      shown({ quitting: true, lastPressAt: now - 60 }),
      passed,
      [],
      seen('palette', 1),
    ],
    ['is not shown any more at the end', { ...ready, quitting: true }, press('palette'), [], null],
  ])('APP-02 %s', (_name, state, event, effects, expected) => {
    const step = next(state, event, now)
    expect(step.effects.map(({ type }) => type)).toEqual(effects)
    expect(step.state.shown).toEqual(expected)
  })

  test.each([
    ['from hidden: up, and no repeat hides it', [0, 660, 700, 740, 780], 'shown'],
    ['and let go before the second repeat: hidden', [0, 660], 'hidden'],
    ['twice, quickly: up and hidden', [0, 80], 'hidden'],
  ])('APP-02 the hotkey pressed %s', (_name, presses, expected) => {
    vi.useFakeTimers()
    let state = ready
    const take = (event: Event): void => {
      const step = next(state, event, Date.now())
      state = step.state
      for (const effect of step.effects)
        if (effect.type === 'awaitRepeat') {
          const { ms, pressedAt, summon } = effect
          setTimeout(() => take({ type: 'repeatTimePassed', pressedAt, summon }), ms)
        }
    }
    for (const at of presses) setTimeout(() => take(press('palette')), at)
    vi.runAllTimers()
    vi.useRealTimers()
    expect(state.shown === null ? 'hidden' : 'shown').toBe(expected)
  })

  test('APP-02 a page that crashed while visible comes back with its view', () => {
    const gone = next(shown(), { type: 'pageGone' }, now).state
    expect(next(gone, { type: 'pageReady' }, now).effects).toEqual([
      { type: 'show', view: 'palette', summon: 2 },
    ])
  })

  test('APP-02 the focus arms the blur again after 150 ms', () => {
    const summoned = next(ready, press('palette'), now).state
    expect(next(summoned, blurred(), now + 149).effects).toEqual([])
    expect(next(summoned, blurred(), now + 150).effects).toEqual([{ type: 'hide' }])
  })

  test('APP-02 a returning focus arms the blur again as well', () => {
    const away = shown({ shown: seen('palette', 1, false) })
    const focused = next(away, { type: 'focused' }, now).state
    const left = next(focused, blurred(), now + 1)
    expect([left.effects, left.state.shown]).toEqual([[], away.shown])
    expect(next(focused, blurred(), now + 150).effects).toEqual([{ type: 'hide' }])
  })

  test('APP-02 for all events, summons only grow and every show has its own', () => {
    const anyEvent = fc.constantFrom<Event>(
      press('palette'),
      press('capture'),
      { type: 'repeatTimePassed', pressedAt: 0, summon: 1 },
      { type: 'toggleAsked' },
      { type: 'showAsked', view: 'brief' },
      { type: 'hideAsked', summon: 1 },
      { type: 'focused' },
      blurred(),
      { type: 'blurred', held: true },
      { type: 'pageReady' },
      { type: 'pageGone' },
      { type: 'closeAsked' },
    )
    fc.assert(
      fc.property(fc.array(fc.tuple(anyEvent, fc.nat(500))), (happened) => {
        let state = start
        let at = 0
        const summons: number[] = []
        for (const [event, pause] of happened) {
          at += pause
          const step = next(state, event, at)
          state = step.state
          for (const effect of step.effects) if (effect.type === 'show') summons.push(effect.summon)
          if (state.page === 'loading' && state.shown !== null) return false
        }
        return summons.every((summon, index) => summon === index + 1)
      }),
    )
  })
})
