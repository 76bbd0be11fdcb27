import { describe, expect, test } from 'vitest'
import type { Log } from '../log.ts'
import { createHotkeys } from './hotkeys.ts'

const quiet: Log = { info: () => undefined, warn: () => undefined, bug: () => 'bug' }

const start = (desktop: 'wayland' | 'portal' | 'other' = 'other', taken: readonly string[] = []) => {
  const held = new Map<string, () => void>()
  const order: string[] = []
  const pressed: string[] = []
  let changes = 0
  let suspended = false
  const hotkeys = createHotkeys({
    shortcuts: {
      register: (accelerator, callback) => {
        if (accelerator === 'Nope') throw new TypeError('conversion failure')
        if (desktop === 'portal') held.delete(accelerator)
        if (suspended || taken.includes(accelerator) || held.has(accelerator)) return false
        held.set(accelerator, callback)
        order.push(`+${accelerator}`)
        return true
      },
      unregister: (accelerator) => {
        // Electron does not release what the portal holds.
        if (desktop !== 'portal') held.delete(accelerator)
        order.push(`-${accelerator}`)
      },
      isRegistered: (accelerator) => held.has(accelerator),
      setSuspended: (next) => {
        suspended = next
      },
    },
    desktop: desktop === 'other' ? desktop : 'wayland',
    onPress: (name) => pressed.push(name),
    onChange: () => (changes += 1),
    log: quiet,
  })
  hotkeys.start({ summon: 'Ctrl+Alt+Space', capture: 'Ctrl+Alt+Shift+Space', brief: '' })
  return { hotkeys, held, order, pressed, changes: () => changes, isSuspended: () => suspended }
}

describe('hotkeys', () => {
  test('APP-02 each hotkey has its own action', () => {
    const { held, pressed, hotkeys } = start()
    held.get('Ctrl+Alt+Space')?.()
    held.get('Ctrl+Alt+Shift+Space')?.()
    expect(pressed).toEqual(['summon', 'capture'])
    expect(hotkeys.states().summon.state).toBe('active')
  })

  test('APP-02 a hotkey of another program is reported, and the other works', () => {
    const { hotkeys } = start('other', ['Ctrl+Alt+Space'])
    expect(hotkeys.states()).toMatchObject({
      summon: { accelerator: 'Ctrl+Alt+Space', state: 'taken' },
      capture: { accelerator: 'Ctrl+Alt+Shift+Space', state: 'active' },
    })
    expect(hotkeys.change('summon', 'Ctrl+Alt+K').ok).toBe(true)
    expect(hotkeys.states().summon).toEqual({ accelerator: 'Ctrl+Alt+K', state: 'active' })
  })

  test('APP-02 the new hotkey is registered before the old one is released', () => {
    const { hotkeys, order } = start()
    hotkeys.change('summon', 'Ctrl+Alt+K')
    expect(order.slice(2)).toEqual(['+Ctrl+Alt+K', '-Ctrl+Alt+Space'])
  })

  test.each(['Ctrl+T', 'Nope', 'Ctrl+Alt+Shift+Space'])(
    'APP-02 %s is refused, and the old hotkey stays active',
    (wanted) => {
      const { hotkeys, held, pressed } = start('other', ['Ctrl+T'])
      expect(hotkeys.change('summon', wanted)).toMatchObject({
        ok: false,
        error: { kind: 'invalidInput', message: expect.stringContaining(wanted) },
      })
      held.get('Ctrl+Alt+Space')?.()
      expect([hotkeys.states().summon.accelerator, pressed]).toEqual(['Ctrl+Alt+Space', ['summon']])
    },
  )

  test('APP-02 the brief has no hotkey until one is chosen, and can lose it again', () => {
    const { hotkeys, held, order, pressed } = start()
    expect(hotkeys.states().brief).toEqual({ accelerator: '', state: 'unset' })
    expect(hotkeys.change('brief', 'Ctrl+Alt+B').ok).toBe(true)
    held.get('Ctrl+Alt+B')?.()
    expect([hotkeys.states().brief.state, pressed]).toEqual(['active', ['brief']])
    expect(hotkeys.change('brief', '').ok).toBe(true)
    hotkeys.reassert()
    expect(hotkeys.states().brief).toEqual({ accelerator: '', state: 'unset' })
    expect(order.slice(2)).toEqual(['+Ctrl+Alt+B', '-Ctrl+Alt+B'])
  })

  test('APP-02 on Wayland only a press confirms a hotkey', () => {
    const { hotkeys, held, changes } = start('wayland')
    expect(hotkeys.states().summon.state).toBe('unconfirmed')
    held.get('Ctrl+Alt+Space')?.()
    held.get('Ctrl+Alt+Space')?.()
    expect([hotkeys.states().summon.state, hotkeys.states().capture.state, changes()]).toEqual([
      'active',
      'unconfirmed',
      1,
    ])
  })

  describe('APP-02 on the portal of Wayland, which releases and suspends nothing,', () => {
    test('a hotkey that was changed or removed does nothing', () => {
      const { hotkeys, held, pressed } = start('portal')
      hotkeys.change('summon', 'Ctrl+Alt+K')
      hotkeys.change('capture', '')
      for (const key of ['Ctrl+Alt+Space', 'Ctrl+Alt+Shift+Space', 'Ctrl+Alt+K']) held.get(key)?.()
      expect(pressed).toEqual(['summon'])
    })

    test('a hotkey acts for the action that has it now', () => {
      const { hotkeys, held, pressed } = start('portal')
      const old = held.get('Ctrl+Alt+Space')
      hotkeys.change('summon', 'Ctrl+Alt+K')
      hotkeys.change('brief', 'Ctrl+Alt+Space')
      old?.()
      expect(pressed).toEqual(['brief'])
    })

    test('a press is ignored while a hotkey is recorded, and confirms nothing', () => {
      const { hotkeys, held, pressed } = start('portal')
      hotkeys.suspend(true)
      held.get('Ctrl+Alt+Space')?.()
      expect([pressed, hotkeys.states().summon.state]).toEqual([[], 'unconfirmed'])
      hotkeys.suspend(false)
      held.get('Ctrl+Alt+Space')?.()
      expect(pressed).toEqual(['summon'])
    })
  })

  test('APP-02 lost and formerly taken hotkeys are registered again', () => {
    const taken = ['Ctrl+Alt+Space']
    const { hotkeys, held, order, changes } = start('other', taken)
    held.delete('Ctrl+Alt+Shift+Space')
    taken.pop()
    hotkeys.reassert()
    hotkeys.reassert()
    expect(order).toEqual(['+Ctrl+Alt+Shift+Space', '+Ctrl+Alt+Space', '+Ctrl+Alt+Shift+Space'])
    expect([hotkeys.states().summon.state, hotkeys.states().capture.state, changes()]).toEqual([
      'active',
      'active',
      1,
    ])
  })

  test('APP-02 on Wayland without a portal every hotkey is unavailable, and the message says what helps', () => {
    const everything = ['Ctrl+Alt+Space', 'Ctrl+Alt+Shift+Space', 'Ctrl+Alt+K']
    const { hotkeys, order } = start('wayland', everything)
    expect(hotkeys.states().summon).toEqual({ accelerator: 'Ctrl+Alt+Space', state: 'unavailable' })
    expect(hotkeys.change('summon', 'Ctrl+Alt+K')).toMatchObject({
      ok: false,
      error: { message: expect.stringContaining('svc-launcher --toggle') },
    })
    hotkeys.dispose()
    expect(order).toEqual([])
  })

  test('APP-02 on Wayland nothing is registered twice, because each time may show a dialog', () => {
    const { hotkeys, held, order } = start('wayland')
    held.clear()
    hotkeys.reassert()
    expect(order).toHaveLength(2)
  })

  test('APP-02 recording suspends the hotkeys until a new one is set', () => {
    const { hotkeys, isSuspended } = start()
    hotkeys.suspend(true)
    expect(isSuspended()).toBe(true)
    expect(hotkeys.change('summon', 'Ctrl+Alt+K').ok).toBe(true)
    expect(isSuspended()).toBe(false)
  })

  test('APP-02 dispose releases every hotkey', () => {
    const { hotkeys, held } = start()
    hotkeys.dispose()
    expect(held.size).toBe(0)
  })
})
