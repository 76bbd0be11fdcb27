// Unsent text by form and person, so that it survives dismissal, sign-in, a quit, a crash and an update. Encrypted at rest.
// The page hands over each letter; the pause between two writes is here, so that neither a page that dies nor a quit costs
// any. A kill costs what was typed within the pause.
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

/** A person's: of lines and new tasks that were begun, and of edits. Every save writes all of them; the oldest go first. */
const most = { begun: 30, edits: 200 }
const pauseMs = 300
const kindOf = (key: string): keyof typeof most => (key.startsWith('edit') ? 'edits' : 'begun')

export type Drafts = {
  /** Newest first. */
  list: () => Promise<Reply<DraftSummary[]>>
  get: (key: Key) => Promise<Reply<Draft | null>>
  /** Kept from now on, and on disk after a pause. Null forgets it, and resolves when that is on disk. */
  set: (key: Key, draft: Draft | null) => Promise<Reply<undefined>>
  /** Ends the pause: resolves when every draft that was set before is on disk, or said not to be. */
  settled: () => Promise<void>
}

const titleOf = ({ text, form }: Draft): string =>
  form?.values.title?.trim() || form?.of?.title || text.trim()

/** @param owner the person who is signed in; drafts of others are neither shown nor lost. @param now epoch ms. */
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
      // A disk that could not be read is tried again.
      loading = null
      throw error
    })
    return loading
  }
  /** Whose drafts are meant; after a session has ended, still theirs. */
  const person = (): string | null => {
    last = owner() ?? last
    return last
  }
  const own = (drafts: ReadonlyMap<string, Kept>, who: string) =>
    [...drafts]
      .filter(([name]) => name.startsWith(`${who} `))
      .map(([name, kept]) => ({ key: name.slice(who.length + 1), ...kept }))
      .sort((a, b) => b.savedAt - a.savedAt)

  /** The last one, which ends last: the file writes in order. */
  let writing: Promise<void> = Promise.resolve()
  let stopTimer: (() => void) | null = null
  let isUnwritten = false
  const write = (drafts: ReadonlyMap<string, Kept>): Promise<void> => {
    stopTimer?.()
    stopTimer = null
    isUnwritten = false
    writing = file.write(Object.fromEntries(drafts)).catch((error: unknown) => {
      // The text is still in memory and in the form, and is written with the next change: nothing to interrupt a person for.
      isUnwritten = true
      onProblem(error)
    })
    return writing
  }
  const writeSoon = (drafts: ReadonlyMap<string, Kept>): void => {
    isUnwritten = true
    // After the write before: a slow disk gathers more, and no queue.
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
      // This one stays, also where the clock went back and it is the oldest.
      const others = own(drafts, who).filter((kept) => kept.key !== key && kindOf(kept.key) === kind)
      const oldest = others.at(-1)
      if (isAdded && oldest && others.length >= most[kind]) drafts.delete(`${who} ${oldest.key}`)
      // What was saved must not come back as a draft.
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
