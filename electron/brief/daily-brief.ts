// The brief with what changed since the last one of an earlier day. That one is kept at rest, encrypted, by person.
import type { Brief } from '../../shared/api/launcher-search.ts'
import { type Reply, succeeded } from '../../shared/errors.ts'
import type { BriefChanges, BriefSection } from '../../shared/ipc/launcher.ts'
import { localDate } from './schedule.ts'
import { changesSince, type History, history, remember } from './snapshot.ts'

type Answer = { brief: Brief; fetchedAt: number; source: 'live' | 'cached'; failed: BriefSection[] }

export type DailyBrief = {
  get: () => Promise<Reply<Answer & { changes?: BriefChanges }>>
  /** Somebody signed out: what their days held is nobody's business. */
  forget: () => void
}

export const createDailyBrief = ({
  read,
  file,
  owner,
  now,
  onProblem,
}: {
  read: () => Promise<Reply<Answer>>
  file: {
    read: () => Promise<unknown>
    write: (document: unknown) => Promise<void>
    remove: () => Promise<void>
  }
  owner: () => string | null
  now: () => Date
  onProblem: (error: unknown) => void
}): DailyBrief => {
  let kept: History | null | undefined
  /** Grows with each sign-out: what was asked for before it is not kept. */
  let forgettings = 0

  const load = async (): Promise<History | null> => {
    const parsed = history.safeParse(await file.read())
    return parsed.success ? parsed.data : null
  }

  /** What is in it is not written over: it is read the next time. */
  const unreadable = (error: unknown): undefined => {
    onProblem(error)
    return undefined
  }

  return {
    get: async () => {
      const who = owner()
      const before = forgettings
      const reply = await read()
      // A saved brief is not news, and neither are tasks that could not be read.
      if (!reply.ok || who === null || reply.value.source === 'cached') return reply
      // Nor is one that came when another person is here.
      if (reply.value.failed.includes('tasks') || owner() !== who) return reply
      const { brief } = reply.value
      const earlier = kept === undefined ? await load().catch(unreadable) : kept
      if (earlier === undefined || before !== forgettings) return reply
      kept = remember(earlier, who, brief, localDate(now()), now().getTime())
      file.write(kept).catch(onProblem)
      return kept.before === null
        ? reply
        : succeeded({ ...reply.value, changes: changesSince(kept.before, brief) })
    },
    forget: () => {
      forgettings += 1
      kept = null
      file.remove().catch(onProblem)
    },
  }
}
