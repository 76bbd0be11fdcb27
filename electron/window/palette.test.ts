import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { type Event, next, start, type State } from './palette.ts'

const now = 10_000
const ready: State = { ...start, page: 'ready' }
const shown = (changes: Partial<State> = {}): State => ({
  ...ready,
  summon: 1,
  shown: { view: 'palette', summon: 1, focused: true },
  blurArmedAt: 0,
  ...changes,
})
const press = (view: 'palette' | 'capture'): Event => ({ type: 'pressed', view })
const passed: Event = { type: 'repeatTimePassed', pressedAt: now - 60, summon: 1 }

describe('the window', () => {
  test.each<[string, State, Event, string[], State['shown']]>([
    [
      'is shown by its hotkey',
      ready,
      press('palette'),
      ['show'],
      { view: 'palette', summon: 1, focused: true },
    ],
    [
      'stays for a moment when its hotkey is pressed while it has the focus',
      shown(),
      press('palette'),
      ['awaitRepeat'],
      shown().shown,
    ],
    [
      'is hidden by its hotkey when no repeat follows',
      shown({ lastPressAt: now - 60 }),
      passed,
      ['hide'],
      null,
    ],
    [
      'stays when a repeat followed: the key is held',
      shown({ lastPressAt: now - 20 }),
      passed,
      [],
      shown().shown,
    ],
    [
      'stays when it was summoned in another way meanwhile',
      shown({ lastPressAt: now - 60, shown: { view: 'palette', summon: 2, focused: true } }),
      passed,
      [],
      { view: 'palette', summon: 2, focused: true },
    ],
    [
      'comes to the front when it is seen without the focus',
      shown({ shown: { view: 'palette', summon: 1, focused: false } }),
      press('palette'),
      ['show'],
      { view: 'palette', summon: 2, focused: true },
    ],
    [
      'changes its view for the other hotkey',
      shown(),
      press('capture'),
      ['show'],
      { view: 'capture', summon: 2, focused: true },
    ],
    [
      'ignores a key that is held down',
      shown({ lastPressAt: now - 40 }),
      press('palette'),
      [],
      shown().shown,
    ],
    ['remembers a press while it loads', start, press('capture'), [], null],
    [
      'shows what was pressed once it is there',
      { ...start, wanted: 'capture' },
      { type: 'pageReady' },
      ['show'],
      { view: 'capture', summon: 1, focused: true },
    ],
    ['is ready once', ready, { type: 'pageReady' }, [], null],
    ['is toggled from outside', shown(), { type: 'toggleAsked' }, ['hide'], null],
    [
      'is shown from outside, never hidden',
      shown(),
      { type: 'showAsked', view: 'palette' },
      ['show'],
      { view: 'palette', summon: 2, focused: true },
    ],
    ['hides when it loses the focus', shown(), { type: 'blurred', held: false }, ['hide'], null],
    [
      'stays while a sign-in holds it',
      shown(),
      { type: 'blurred', held: true },
      [],
      { view: 'palette', summon: 1, focused: false },
    ],
    [
      'stays in the first moment',
      shown({ blurArmedAt: now + 1 }),
      { type: 'blurred', held: false },
      [],
      { view: 'palette', summon: 1, focused: false },
    ],
    ['does not hide twice', ready, { type: 'blurred', held: false }, [], null],
    ['hides on Escape', shown(), { type: 'hideAsked', summon: 1 }, ['hide'], null],
    [
      'stays when the hide was meant for an earlier summon',
      shown(),
      { type: 'hideAsked', summon: 0 },
      [],
      shown().shown,
    ],
    ['hides instead of closing', shown(), { type: 'closeAsked' }, ['preventClose', 'hide'], null],
    [
      'closes when the program ends',
      shown({ quitting: true }),
      { type: 'closeAsked' },
      ['letClose'],
      shown().shown,
    ],
    ['is made again when its page dies', shown(), { type: 'pageGone' }, ['recreatePage'], null],
    ['is not made again at the end', shown({ quitting: true }), { type: 'pageGone' }, [], shown().shown],
    [
      'is not hidden any more at the end',
      shown({ quitting: true, lastPressAt: now - 60 }),
      passed,
      [],
      shown().shown,
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
    expect(next(summoned, { type: 'blurred', held: false }, now + 149).effects).toEqual([])
    expect(next(summoned, { type: 'blurred', held: false }, now + 150).effects).toEqual([{ type: 'hide' }])
  })

  test('APP-02 a returning focus arms the blur again as well', () => {
    const away = shown({ shown: { view: 'palette', summon: 1, focused: false } })
    const focused = next(away, { type: 'focused' }, now).state
    const blurred = next(focused, { type: 'blurred', held: false }, now + 1)
    expect([blurred.effects, blurred.state.shown]).toEqual([[], away.shown])
    expect(next(focused, { type: 'blurred', held: false }, now + 150).effects).toEqual([{ type: 'hide' }])
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
      { type: 'blurred', held: false },
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
