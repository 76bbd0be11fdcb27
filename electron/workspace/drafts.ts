// Unsent text by form and person, so that it survives dismissal, sign-in, a crash and an update. Encrypted at rest.
import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { draft as draftSchema, type Draft, type draftKey, type DraftSummary } from '../../shared/launcher.ts'
import { failed, type Reply, succeeded } from '../../shared/errors.ts'
import { say } from '../../shared/language.ts'
import type { Merge } from '../take-over.ts'
import type { Document } from './outbox-store.ts'

type Key = z.infer<typeof draftKey>
type Kept = { savedAt: number; draft: Draft }

const keptSchema = z.union([
  z.object({ savedAt: z.number(), draft: draftSchema }),
  // How 0.1.0 kept them.
  draftSchema.transform((draft): Kept => ({ savedAt: 0, draft })),
])

const record = z.record(z.string(), z.unknown()).catch({})

/** Of two edits of one task ours stands, and theirs waits until that one is gone. */
export const mergeDrafts: Merge = (ours, theirs) => {
  const own = record.parse(ours)
  const others = Object.entries(record.parse(theirs))
  const left = others.filter(([name, one]) => name in own && !isDeepStrictEqual(own[name], one))
  return {
    merged: { ...Object.fromEntries(others), ...own },
    left: left.length === 0 ? null : Object.fromEntries(left),
  }
}

/** A person's: of lines and new tasks that were begun, and of edits. Every save writes all of them; the oldest go first. */
const most = { begun: 30, edits: 200 }
const kindOf = (key: string): keyof typeof most => (key.startsWith('edit') ? 'edits' : 'begun')

export type Drafts = {
  /** Newest first. */
  list: () => Promise<Reply<DraftSummary[]>>
  get: (key: Key) => Promise<Reply<Draft | null>>
  /** Resolves when it is on disk. Null forgets it. */
  set: (key: Key, draft: Draft | null) => Promise<Reply<undefined>>
  /** What is kept of one owner belongs to the other name from now on; what that one has since stays. */
  renameOwner: (from: string, to: string) => Promise<void>
  /** Resolves when every draft that was set before is on disk, or said not to be. */
  settled: () => Promise<void>
}

const titleOf = ({ text, form, task }: Draft): string =>
  form?.values.title?.trim() || form?.of?.title || task?.title?.trim() || text.trim()

/** @param owner the person who is signed in; drafts of others are neither shown nor lost. @param now epoch ms. */
export const createDrafts = ({
  file,
  owner,
  now,
  onProblem,
}: {
  file: Document
  owner: () => string | null
  now: () => number
  onProblem: (error: unknown) => void
}): Drafts => {
  let loading: Promise<{ drafts: Map<string, Kept>; unread: Record<string, unknown> }> | null = null
  let last: string | null = null

  const read = async () => {
    const document = record.parse(await file.read())
    const drafts = new Map<string, Kept>()
    // Of a newer version, perhaps: kept as it is, for that version.
    const unread: Record<string, unknown> = {}
    for (const [name, value] of Object.entries(document)) {
      const parsed = keptSchema.safeParse(value)
      if (parsed.success) drafts.set(name, parsed.data)
      else unread[name] = value
    }
    return { drafts, unread }
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
  const write = (drafts: ReadonlyMap<string, Kept>, unread: Record<string, unknown>): Promise<void> => {
    // Where that fails the text is still in memory and in the form: nothing to interrupt a person for.
    writing = file.write({ ...unread, ...Object.fromEntries(drafts) }).catch(onProblem)
    return writing
  }

  return {
    list: async () => {
      const who = person()
      const { drafts } = await load()
      return succeeded(
        own(drafts, who ?? '').map(({ key, savedAt, draft }) => ({ key, savedAt, title: titleOf(draft) })),
      )
    },
    get: async (key) => {
      const who = person()
      return succeeded((await load()).drafts.get(`${who ?? ''} ${key}`)?.draft ?? null)
    },
    set: async (key, draft) => {
      const who = person()
      if (who === null) return failed({ kind: 'signedOut', message: say('main.signInAgain') })
      const { drafts, unread } = await load()
      const name = `${who} ${key}`
      const isAdded = draft !== null && !drafts.has(name)
      if (draft === null) drafts.delete(name)
      else drafts.set(name, { savedAt: now(), draft })
      const kind = kindOf(key)
      // This one stays, also where the clock went back and it is the oldest.
      const others = own(drafts, who).filter((kept) => kept.key !== key && kindOf(kept.key) === kind)
      // One for one: where two folders became one there may be more of them, and nobody gave those up.
      const oldest = others.at(-1)
      if (isAdded && oldest && others.length >= most[kind]) drafts.delete(`${who} ${oldest.key}`)
      await write(drafts, unread)
      return succeeded(undefined)
    },
    renameOwner: async (from, to) => {
      const { drafts, unread } = await load()
      const left = own(drafts, from)
      for (const { key, ...kept } of left) {
        drafts.delete(`${from} ${key}`)
        if (!drafts.has(`${to} ${key}`)) drafts.set(`${to} ${key}`, kept)
      }
      if (left.length > 0) await write(drafts, unread)
    },
    settled: async () => {
      await Promise.allSettled([loading])
      await writing
    },
  }
}
