// The brief with what changed since the last one of an earlier day: "since yesterday 17:40: 3 new, 2 moved". That one is
// kept at rest, encrypted, by person.
import { z } from 'zod'
import type { Brief } from '../../shared/api/launcher-search.ts'
import { type Reply, succeeded } from '../../shared/errors.ts'
import type { BriefChanges, BriefSection } from '../../shared/ipc/launcher.ts'
import type { Document } from '../storage/vault.ts'
import { localDate } from './schedule.ts'

const snapshot = z.object({
  /** Local date, `YYYY-MM-DD`. */
  takenOn: z.string(),
  takenAt: z.number(),
  /** Due date by task id. */
  due: z.record(z.string(), z.string().nullable()),
})
type Snapshot = z.infer<typeof snapshot>

/** The last brief of an earlier day, and the last one of today. */
const history = z.object({ owner: z.string(), before: snapshot.nullable(), today: snapshot })
type History = z.infer<typeof history>

const takeSnapshot = ({ tasks }: Brief, takenOn: string, takenAt: number): Snapshot => ({
  takenOn,
  takenAt,
  due: Object.fromEntries(tasks.map(({ id, dueDate }) => [id, dueDate])),
})

/** What was kept of a later day came by a clock that was wrong, or farther east. @param today local date. @param now epoch milliseconds. */
const remember = (old: History | null, owner: string, brief: Brief, today: string, now: number): History => {
  const kept = old?.owner === owner ? old : null
  const earlier = kept === null ? [] : [kept.today, kept.before]
  return {
    owner,
    before: earlier.find((each) => each !== null && each.takenOn < today) ?? null,
    today: takeSnapshot(brief, today, now),
  }
}

const sameInstant = (one: string | null, other: string | null): boolean =>
  one === other || (one !== null && other !== null && Date.parse(one) === Date.parse(other))

/** Changes since the earlier day: ids of new tasks, ids of tasks whose due date moved, and how many are gone. */
const changesSince = (before: Snapshot, { tasks }: Brief): BriefChanges => {
  const now = new Set(tasks.map(({ id }) => id))
  return {
    since: before.takenAt,
    newTaskIds: tasks.filter(({ id }) => !Object.hasOwn(before.due, id)).map(({ id }) => id),
    movedTaskIds: tasks
      .filter(({ id, dueDate }) => {
        const was = before.due[id]
        return was !== undefined && !sameInstant(was, dueDate)
      })
      .map(({ id }) => id),
    goneCount: Object.keys(before.due).filter((id) => !now.has(id)).length,
  }
}

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
  file: Document
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
