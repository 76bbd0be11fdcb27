import { beforeEach, expect, test, vi } from 'vitest'
import { succeeded } from '../../shared/errors.ts'
import { de } from '../../shared/messages/de.ts'
import { en } from '../../shared/messages/en.ts'
import type { FirstStep } from '../../shared/ipc/settings.ts'
import { readDates } from '../dates/reader/read-dates.ts'
import { parseCapture } from '../capture/grammar/parse.ts'
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

test('APP-08 three steps are offered for three days with demo data, and the calendar and an import without', async () => {
  await offerFirstSteps(true)
  expect(kept.left).toEqual(['find', 'capture', 'brief'])
  expect((kept.until - Date.now()) / 86_400_000).toBeCloseTo(3)
  await offerFirstSteps(false)
  expect(kept.left).toEqual(['calendar', 'import'])
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

test.each<FirstStep>(['calendar', 'import'])(
  'CAL-08 IMP-02 the row of the %s stays until there is one',
  async (step) => {
    await offerFirstSteps(false)
    const offered = kept.left
    takeFirstStep(step)
    await Promise.resolve()
    expect(kept.left).toEqual(offered)
    endFirstStep(step)
    await vi.waitFor(() => expect(kept.left).toEqual(offered.filter((one) => one !== step)))
  },
)
