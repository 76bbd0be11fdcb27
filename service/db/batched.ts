// Calls of one turn, answered by one: the pattern of a data loader. Writes that run side by side in a transaction each check and
// store by themselves, and what they ask and store at the same time is one statement.

type Waiting<Call, Answer> = {
  call: Call
  resolve: (answer: Answer) => void
  reject: (error: unknown) => void
}

/**
 * @param many is called with all calls of a turn, in their order. @returns an answer for each
 * @returns makes one call; the statement is sent when nothing is left to do in this turn
 */
export function batched<Call, Answer>(
  many: (calls: readonly Call[]) => Promise<readonly Answer[]>,
): (call: Call) => Promise<Answer> {
  let waiting: Waiting<Call, Answer>[] = []
  const flush = async () => {
    const all = waiting
    waiting = []
    try {
      const answers = await many(all.map(({ call }) => call))
      // One for each, as `many` promises.
      for (const [place, { resolve }] of all.entries()) resolve(answers[place] as Answer)
    } catch (error) {
      for (const { reject } of all) reject(error)
    }
  }
  return (call) =>
    new Promise((resolve, reject) => {
      // Runs when the promises that are settled by now have been dealt with: each of the writers may have something to ask.
      if (waiting.push({ call, resolve, reject }) === 1) process.nextTick(() => void flush())
    })
}

/** For work of which nobody needs the answer: `many` gets what all calls of a turn brought, one behind the other. */
export const batchedRows = <Row>(
  many: (rows: readonly Row[]) => Promise<void>,
): ((rows: readonly Row[]) => Promise<void>) => {
  const run = batched<readonly Row[], undefined>(async (calls) => {
    const [only, ...others] = calls
    await many(others.length === 0 ? (only ?? []) : calls.flat())
    return calls.map(() => undefined)
  })
  return async (rows) => (rows.length === 0 ? undefined : run(rows))
}

/** The same for each workspace. */
export const batchedByWorkspace = <Row>(
  many: (workspaceId: string, rows: readonly Row[]) => Promise<void>,
): ((workspaceId: string, rows: readonly Row[]) => Promise<void>) => {
  const ofWorkspaces = new Map<string, (rows: readonly Row[]) => Promise<void>>()
  return (workspaceId, rows) => {
    const run = ofWorkspaces.get(workspaceId) ?? batchedRows((all) => many(workspaceId, all))
    // Kept for as long as the turn lasts: a process may serve many workspaces.
    if (ofWorkspaces.size === 0) process.nextTick(() => ofWorkspaces.clear())
    ofWorkspaces.set(workspaceId, run)
    return run(rows)
  }
}

/**
 * Calls that ask the same share an answer, which nobody changes: those of one turn that come before the answer, so that whoever
 * has just written is not told what was there before.
 */
export function askedOnce<Parameters extends readonly (string | number | null)[], Answer>(
  ask: (...parameters: Parameters) => Promise<Answer>,
): (...parameters: Parameters) => Promise<Answer> {
  const asked = new Map<string, Promise<Answer>>()
  return (...parameters) => {
    const name = JSON.stringify(parameters)
    const known = asked.get(name)
    if (known) return known
    const forget = () => asked.delete(name)
    const answer = ask(...parameters).finally(forget)
    asked.set(name, answer)
    process.nextTick(forget)
    return answer
  }
}
