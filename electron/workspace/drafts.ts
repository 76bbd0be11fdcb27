// Unsent text by form and user. It survives dismissal, sign-in, a quit, a crash and an update, and is encrypted at rest. The
// page sends each keystroke, and the write delay is in this process. So neither a crash of the page nor a quit loses text. A
// kill of the process loses the text of the last delay.
import { z } from 'zod'
import {
  draft as draftSchema,
  type Draft,
  type draftKey,
  type DraftSummary,
} from '../../shared/ipc/launcher.ts'
import { failed, type Reply, succeeded } from '../../shared/errors.ts'
import { say } from '../../shared/language.ts'
import type { Document } from '../storage/vault.ts'

type Key = z.infer<typeof draftKey>
type Kept = { savedAt: number; draft: Draft }

const keptSchema = z.object({ savedAt: z.number(), draft: draftSchema })

const record = z.record(z.string(), z.unknown()).catch({})

/** Limits for one user: new lines and tasks, and edits and comments. Each save writes all drafts. The oldest are dropped first. */
const most = { begun: 30, edits: 200 }
const pauseMs = 300
const kindOf = (key: string): keyof typeof most =>
  key.startsWith('edit') || key.startsWith('comment') ? 'edits' : 'begun'

export type Drafts = {
  /** Newest first. */
  list: () => Promise<Reply<DraftSummary[]>>
  get: (key: Key) => Promise<Reply<Draft | null>>
  /** Sets a draft, which is on disk after a delay. Null deletes it, and resolves when that is on disk. */
  set: (key: Key, draft: Draft | null) => Promise<Reply<undefined>>
  /** Ends the delay. Resolves when every earlier draft is on disk, or the failure was reported. */
  settled: () => Promise<void>
}

/** The first text of a record form, which usually is its title. */
const firstText = (values: Readonly<Record<string, unknown>> = {}): string =>
  Object.values(values)
    .filter((value) => typeof value === 'string')
    .map((text) => text.trim())
    .find((text) => text !== '') ?? ''

const titleOf = ({ text, form, record: ofRecord, comment }: Draft): string =>
  comment?.title ||
  form?.values.title?.trim() ||
  form?.of?.title ||
  ofRecord?.of?.title ||
  firstText(ofRecord?.values) ||
  text.trim()

/** @param owner the signed-in user. Drafts of others are neither shown nor lost. @param now epoch milliseconds */
export const createDrafts = ({
  file,
  owner,
  now,
  setTimer,
  onProblem,
}: {
  file: Document
  owner: () => string | null
  now: () => number
  setTimer: (run: () => void, ms: number) => () => void
  onProblem: (error: unknown) => void
}): Drafts => {
  let loading: Promise<Map<string, Kept>> | null = null
  let last: string | null = null

  const read = async (): Promise<Map<string, Kept>> => {
    const document = record.parse(await file.read())
    return new Map(
      Object.entries(document).flatMap(([name, value]) => {
        const parsed = keptSchema.safeParse(value)
        return parsed.success ? [[name, parsed.data]] : []
      }),
    )
  }
  const load = () => {
    loading ??= read().catch((error: unknown) => {
      // The next call reads again.
      loading = null
      throw error
    })
    return loading
  }
  /** The signed-in user, or the last one after the session has ended. */
  const person = (): string | null => {
    last = owner() ?? last
    return last
  }
  const own = (drafts: ReadonlyMap<string, Kept>, who: string) =>
    [...drafts]
      .filter(([name]) => name.startsWith(`${who} `))
      .map(([name, kept]) => ({ key: name.slice(who.length + 1), ...kept }))
      .sort((a, b) => b.savedAt - a.savedAt)

  /** The newest write. The file writes in order, so earlier writes end before it. */
  let writing: Promise<void> = Promise.resolve()
  let stopTimer: (() => void) | null = null
  let isUnwritten = false
  const write = (drafts: ReadonlyMap<string, Kept>): Promise<void> => {
    stopTimer?.()
    stopTimer = null
    isUnwritten = false
    writing = file.write(Object.fromEntries(drafts)).catch((error: unknown) => {
      // The user is not interrupted: the text is in memory and in the form, and the next change writes it.
      isUnwritten = true
      onProblem(error)
    })
    return writing
  }
  const writeSoon = (drafts: ReadonlyMap<string, Kept>): void => {
    isUnwritten = true
    // Starts after the previous write. So a slow disk batches more changes and gets no queue.
    stopTimer ??= setTimer(() => void writing.then(() => write(drafts)), pauseMs)
  }

  return {
    list: async () => {
      const who = person()
      const drafts = await load()
      return succeeded(
        own(drafts, who ?? '').map(({ key, savedAt, draft }) => ({ key, savedAt, title: titleOf(draft) })),
      )
    },
    get: async (key) => {
      const who = person()
      return succeeded((await load()).get(`${who ?? ''} ${key}`)?.draft ?? null)
    },
    set: async (key, draft) => {
      const who = person()
      if (who === null) return failed({ kind: 'signedOut', message: say('main.signInAgain') })
      const drafts = await load()
      const name = `${who} ${key}`
      const isAdded = draft !== null && !drafts.has(name)
      if (draft === null) drafts.delete(name)
      else drafts.set(name, { savedAt: now(), draft })
      const kind = kindOf(key)
      // The new draft stays, even if it is the oldest because the clock was set back.
      const others = own(drafts, who).filter((kept) => kept.key !== key && kindOf(kept.key) === kind)
      const oldest = others.at(-1)
      if (isAdded && oldest && others.length >= most[kind]) drafts.delete(`${who} ${oldest.key}`)
      // Saved text must not return as a draft after a crash.
      if (draft === null) await write(drafts)
      else writeSoon(drafts)
      return succeeded(undefined)
    },
    settled: async () => {
      const drafts = await loading?.catch(() => null)
      await writing
      if (drafts && isUnwritten) await write(drafts)
    },
  }
}
