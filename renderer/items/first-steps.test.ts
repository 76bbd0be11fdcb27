import { beforeEach, expect, test, vi } from 'vitest'
import { succeeded } from '../../shared/errors.ts'
import { de } from '../../shared/messages/de.ts'
import { en } from '../../shared/messages/en.ts'
import type { FirstStep } from '../../shared/ipc/settings.ts'
import { readDates } from '../../shared/dates/reader/read-dates.ts'
import { objectWith } from '../../shared/fixtures-testing.ts'
import { screenNow, usePaletteStore } from '../state/store.ts'
import { parseCapture } from '../../shared/capture/parse.ts'
import { endFirstStep, offerFirstSteps, takeFirstStep } from './first-steps.ts'

type Steps = { left: FirstStep[]; until: number }

/** The stored settings of the main process. */
let kept: Steps
beforeEach(() => {
  kept = { left: [], until: 0 }
  vi.stubGlobal('window', {
    launcher: {
      call: (name: string, input: { firstSteps: Steps }) => {
        if (name === 'settings.set') kept = input.firstSteps
        return Promise.resolve(succeeded({ settings: { firstSteps: kept } }))
      },
    },
  })
})

test('APP-08 three steps are offered for three days with demo data, and the calendar, an import and a person without', async () => {
  await offerFirstSteps(true)
  expect(kept.left).toEqual(['find', 'capture', 'brief'])
  expect((kept.until - Date.now()) / 86_400_000).toBeCloseTo(3)
  await offerFirstSteps(false)
  expect(kept.left).toEqual(['calendar', 'import', 'person'])
})

test.each([en, de])(
  'APP-08 the line to capture is read with all its marks: $firstStep.capture.text',
  (words) => {
    const { tokens } = parseCapture(words['firstStep.capture.text'], new Date(2026, 10, 25, 10), readDates)
    const read = tokens.map(({ kind, text }) => `${kind} ${text}`)
    expect(read).toEqual(
      expect.arrayContaining(['record #acme', 'person @grace', 'priority !high', 'estimate ~30m']),
    )
    expect(tokens.find(({ kind }) => kind === 'due')).toMatchObject({ due: new Date(2026, 10, 26, 17) })
  },
)

test.each(['calendar', 'import', 'person'] as const)(
  'CAL-08 IMP-02 RCL-02 the row of the %s stays until there is one',
  async (step) => {
    await offerFirstSteps(false)
    takeFirstStep(step, [{ ...objectWith('people', 'People'), canWrite: true }])
    await Promise.resolve()
    expect(kept.left).toContain(step)
    endFirstStep(step)
    await expect.poll(() => kept.left).not.toContain(step)
  },
)

test('RCL-02 the row of a person opens its form where the workspace has people that may be written', () => {
  usePaletteStore.setState({ screens: [{ kind: 'palette' }] })
  const people = objectWith('people', 'People')
  takeFirstStep('person', [people])
  expect(screenNow(usePaletteStore.getState()).kind).toBe('palette')
  takeFirstStep('person', [{ ...people, canWrite: true }])
  expect(screenNow(usePaletteStore.getState())).toEqual({
    kind: 'newRecord',
    start: { objectSlug: 'people' },
  })
})
