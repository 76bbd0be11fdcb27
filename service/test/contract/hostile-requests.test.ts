import { afterAll, describe, expect, test } from 'vitest'
import { proveAnswers, proveUnread } from '../proof/hostile-requests.ts'
import { startStage } from '../proof/stage.ts'

const stage = await startStage()
afterAll(() => stage.close())

describe.each(stage.operations.map((operation) => [operation.name, operation] as const))(
  '%s',
  (_, operation) => {
    test('GEN-01 ERR-01 ERR-02 answers whatever it is sent as its document says, and never fails', async () => {
      await expect(proveAnswers(stage, operation, 30, 20_261_121)).resolves.toBeUndefined()
    })

    test('GEN-11 ERR-01 documents also the answers to what reaches no route', async () => {
      await expect(proveUnread(stage, operation)).resolves.toBeUndefined()
    })
  },
)
