import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { LauncherBridge } from '../state/bridge.ts'
import { tellOfWrite, usePaletteStore } from '../state/store.ts'
import { answerTimer, stopTimer } from './timer.ts'

beforeEach(() => {
  const launcher: LauncherBridge = {
    call: () => Promise.resolve({ ok: true, value: undefined as never }),
    on: () => () => undefined,
  }
  vi.stubGlobal('window', { launcher })
})
afterEach(() => vi.unstubAllGlobals())

const task = { id: 't', title: 'Call' }

test.each([
  ['a stop', () => stopTimer(task), 'Timer stopped: Call'],
  ['the answer after a sleep', () => answerTimer(task, 'all'), 'All time is kept: Call'],
])('TIM-02 %s is still named once it is saved', async (_name, act, said) => {
  act()
  await expect.poll(() => usePaletteStore.getState().notice?.text).toBe(said)
  tellOfWrite({ text: 'Saved: “Call”', tone: 'success', at: Date.now(), canUndo: false })
  expect(usePaletteStore.getState().notice?.text).toBe(said)
})
