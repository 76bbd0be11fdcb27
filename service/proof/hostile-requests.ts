// One property for every operation: whatever comes in, the answer is one that the document knows.
import fc from 'fast-check'
import { faultOf, type Operation } from './document.ts'
import { hostileRequests, type HostileRequest } from './hostile.ts'
import { sampleOf } from './samples.ts'
import type { Stage } from './stage.ts'

/** A path that a hostile step turned into another one, or into none. */
const isElsewhere = (status: number, text: string) =>
  (status === 404 && text.includes('There is nothing at this path')) || status === 405

const inWords = ({ method }: Operation, { path, headers, body }: HostileRequest, fault: string) =>
  `${method} ${path.slice(0, 300)} ${JSON.stringify(headers).slice(0, 200)} ${body?.slice(0, 500) ?? ''} ${fault}`

/**
 * @param runs requests of each operation
 * @throws with the seed, the request and what was wrong with its answer
 */
export async function proveAnswers(
  stage: Stage,
  operation: Operation,
  runs: number,
  seed: number,
): Promise<void> {
  const { here, wire } = stage
  const token = operation.surface === 'open' ? undefined : here.tokens[operation.surface]
  const sample = await sampleOf(operation, here)
  await fc.assert(
    fc.asyncProperty(hostileRequests(operation, sample), async ({ path, headers, body }) => {
      const answer = await wire.send({ method: operation.method, path, token, headers, body })
      const fault = isElsewhere(answer.status, answer.text) ? undefined : faultOf(operation, answer)
      if (fault !== undefined) throw new Error(inWords(operation, { path, headers, body }, fault))
    }),
    // Not made smaller: that takes minutes with bodies of a mebibyte, and the request is in the message.
    { numRuns: runs, seed, endOnFailure: true },
  )
}
