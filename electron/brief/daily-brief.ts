// Adds to the brief what changed since an earlier day: "since yesterday 17:40: 3 new, 2 moved". The earlier brief is
// stored encrypted, per account.
import { z } from 'zod'
import { type Reply, succeeded } from '../../shared/errors.ts'
import type { Agenda, BriefChanges, BriefSection } from '../../shared/ipc/launcher.ts'
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

const takeSnapshot = ({ tasks }: Agenda, takenOn: string, takenAt: number): Snapshot => ({
  takenOn,
  takenAt,
  due: Object.fromEntries(tasks.map(({ id, dueDate }) => [id, dueDate])),
})

/** Snapshots with a later date (wrong clock, time zone farther east) are ignored. @param today local date. @param now epoch milliseconds. */
const remember = (old: History | null, owner: string, brief: Agenda, today: string, now: number): History => {
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
const changesSince = (before: Snapshot, { tasks }: Agenda): BriefChanges => {
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

type Answer = { brief: Agenda; fetchedAt: number; source: 'live' | 'cached'; failed: BriefSection[] }

export type DailyBrief = {
  get: () => Promise<Reply<Answer & { changes?: BriefChanges }>>
  /** Deletes the stored snapshots, at sign-out. */
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
  /** Number of sign-outs: a brief requested before one is not stored. */
  let signOuts = 0

  const load = async (): Promise<History | null> => {
    const parsed = history.safeParse(await file.read())
    return parsed.success ? parsed.data : null
  }

  /** An unreadable file is not overwritten, because the next read may succeed. */
  const unreadable = (error: unknown): undefined => {
    onProblem(error)
    return undefined
  }

  return {
    get: async () => {
      const who = owner()
      const before = signOuts
      const reply = await read()
      // Cached briefs and briefs without tasks are not compared.
      if (!reply.ok || who === null || reply.value.source === 'cached') return reply
      // The account may have changed during the request.
      if (reply.value.failed.includes('tasks') || owner() !== who) return reply
      const { brief } = reply.value
      const earlier = kept === undefined ? await load().catch(unreadable) : kept
      if (earlier === undefined || before !== signOuts) return reply
      kept = remember(earlier, who, brief, localDate(now()), now().getTime())
      file.write(kept).catch(onProblem)
      return kept.before === null
        ? reply
        : succeeded({ ...reply.value, changes: changesSince(kept.before, brief) })
    },
    forget: () => {
      signOuts += 1
      kept = null
      file.remove().catch(onProblem)
    },
  }
}
