import { expect, test } from 'vitest'
import { proveAnswers } from '../proof/hostile-requests.ts'
import { startStage } from '../proof/stage.ts'
import { engines, onEngine } from '../proof/engines.ts'
import { seed } from './seed.ts'

test.each(engines)(
  'GEN-01 ERR-01 ERR-02 on %s every operation answers what it is sent as its document says, and never fails',
  async (engine) => {
    const faults = await onEngine(engine, async (database) => {
      const stage = await startStage(database)
      const found: string[] = []
      for (const operation of stage.operations)
        await proveAnswers(stage, operation, 300, seed).catch((error: unknown) => found.push(String(error)))
      await stage.close()
      return found
    })
    expect(faults).toEqual([])
  },
)
