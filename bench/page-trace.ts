// How long the page's thread worked at a stretch: its own CPU time, which other programs on the machine do not add to.
import type { Page } from 'playwright/test'

type TraceEvent = {
  name: string
  ph: string
  pid: number
  tid: number
  /** CPU time, microseconds. */
  tdur?: number
  args?: { name?: string }
}

/** The longest task of the page's main thread while `work` ran, milliseconds of CPU time. */
export const longestTaskCpuMs = async (page: Page, work: () => Promise<void>): Promise<number> => {
  const session = await page.context().newCDPSession(page)
  const events: TraceEvent[] = []
  session.on('Tracing.dataCollected', ({ value }) => events.push(...(value as unknown as TraceEvent[])))
  const ended = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve))
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: ['toplevel'] },
  })
  await work()
  await session.send('Tracing.end')
  await ended
  await session.detach()
  const threadOf = ({ pid, tid }: TraceEvent): string => `${pid}:${tid}`
  const pages = new Set(
    events.flatMap((event) =>
      event.name === 'thread_name' && event.args?.name === 'CrRendererMain' ? [threadOf(event)] : [],
    ),
  )
  const tasks = events.filter(
    (event) => event.name === 'ThreadControllerImpl::RunTask' && pages.has(threadOf(event)),
  )
  if (tasks.length === 0) throw new Error('The trace holds no task of a page.')
  return Math.round(Math.max(...tasks.map(({ tdur }) => tdur ?? 0)) / 10) / 100
}
