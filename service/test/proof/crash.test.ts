import { expect, test } from 'vitest'
import { crash } from './crash.ts'
import { onEngine } from './engines.ts'

test('REC-13 WHK-04 FED-01 NOT-01 what 32 clients were told survives kill -9 and SIGTERM, each change with its event, feed and notice', async () => {
  const signals = ['SIGKILL', 'SIGTERM', 'SIGKILL'] as const
  const options = { between: 150, wait: (round: number) => 3 + 7 * round }
  const { missing, endings, told } = await onEngine('sqlite', (url) => crash(url, signals, options))
  expect([missing, told.odd]).toEqual([[], []])
  expect(endings).toEqual(
    signals.map((signal) => ({ signal, exitCode: signal === 'SIGTERM' ? 0 : null, refusedAfterwards: true })),
  )
})
