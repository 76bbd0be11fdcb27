// Runs what is to be done in many workspaces: in each of them one job at a time, several workspaces side by side. A
// workspace in which nothing can be written at the moment holds up its own jobs only.

/** Whether the job of a workspace can begin: `later` it is asked again, `never` forgets it. */
export type Readiness = 'now' | 'later' | 'never'

/**
 * @param options.run never throws
 * @param options.readiness is asked right before `run`
 * @param options.sideBySide how many run at one time; of workspaces whose last job failed only one, because each may take
 * long and fail again
 */
export function createWorkspaceJobs(options: {
  run: (workspaceId: string) => Promise<'done' | 'failed'>
  readiness: (workspaceId: string) => Readiness
  sideBySide: () => number
  /** Is told when nothing runs or waits any more. */
  onIdle: () => void
}) {
  const { run, readiness, sideBySide, onIdle } = options
  /** In the order in which they were asked for. */
  const asked = new Set<string>()
  const running = new Set<string>()
  const failed = new Set<string>()

  const isTrying = () => sideBySide() < Infinity && [...running].some((one) => failed.has(one))
  const isHeldUp = (workspaceId: string) =>
    running.has(workspaceId) || (failed.has(workspaceId) && isTrying())

  const begin = async (workspaceId: string) => {
    running.add(workspaceId)
    const outcome = await run(workspaceId)
    running.delete(workspaceId)
    if (outcome === 'failed') failed.add(workspaceId)
    else failed.delete(workspaceId)
    goOn()
    if (isIdle()) onIdle()
  }

  const isIdle = () => asked.size === 0 && running.size === 0

  const goOn = () => {
    for (const workspaceId of asked) {
      if (running.size >= sideBySide()) return
      if (isHeldUp(workspaceId)) continue
      const ready = readiness(workspaceId)
      if (ready !== 'later') asked.delete(workspaceId)
      if (ready === 'now') void begin(workspaceId)
    }
  }

  return {
    /** Asks for another job of the workspace, behind the one that runs. `goOn` begins it. */
    ask: (workspaceId: string) => void asked.add(workspaceId),
    /** Begins what can begin. */
    goOn,
    hasFailed: (workspaceId: string) => failed.has(workspaceId),
    isIdle,
  }
}
