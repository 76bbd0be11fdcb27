import { expect, test } from 'vitest'
import { crash } from '../proof/crash.ts'
import { onEngine } from '../proof/engines.ts'
import { seed } from './seed.ts'

const signals = (kills: number) =>
  Array.from({ length: kills }, (_, round) => (round % 6 === 5 ? ('SIGTERM' as const) : ('SIGKILL' as const)))

test.each([
  ['sqlite', 24, 400],
  ['postgres', 10, 150],
] as const)(
  'REC-13 WHK-04 FED-01 NOT-01 on %s, what 32 clients were told survives %i ends of the process, each change with its event, feed and notice',
  async (engine, kills, between) => {
    const { missing, told, endings } = await onEngine(engine, (database) =>
      crash(database, signals(kills), { between, wait: (round) => (round * 37 + seed * 13) % 60 }),
    )
    expect(missing).toEqual([])
    expect(told.odd).toEqual([])
    expect(told.done).toBeGreaterThan(kills * between)
    expect(endings.every(({ signal, exitCode }) => exitCode === (signal === 'SIGTERM' ? 0 : null))).toBe(true)
  },
)
