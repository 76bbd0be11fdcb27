// One property for every operation: whatever comes in, the answer is one that the document knows.
import fc from 'fast-check'
import { faultOf, type Operation } from './document.ts'
import { hostileRequests, type HostileRequest } from './hostile.ts'
import { sampleOf, targetOf } from './samples.ts'
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

/** Requests of every operation that are refused before its route is looked for. */
const unread: readonly { status: number; path?: string; headers: Readonly<Record<string, string>> }[] = [
  { status: 403, headers: { host: 'foreign.test' } },
  { status: 400, path: 'ftp://foreign.test', headers: {} },
  { status: 431, headers: { 'x-long': 'x'.repeat(20_000) } },
]

/** @throws when an answer to a request that reaches no route is not one that the operation documents */
export async function proveUnread({ here, wire }: Stage, operation: Operation): Promise<void> {
  const target = targetOf(operation, await sampleOf(operation, here))
  for (const { status, path = '', headers } of unread) {
    const answer = await wire.send({ method: operation.method, path: `${path}${target}`, headers })
    const fault = faultOf(operation, answer)
    if (fault !== undefined) throw new Error(`${operation.name} ${fault}`)
    if (answer.status !== status)
      throw new Error(`${operation.name} answered ${answer.status}, not ${status}`)
  }
}
