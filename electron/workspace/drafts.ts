// Unsent text by form and person, so that it survives dismissal, sign-in and a crash. Encrypted at rest.
import { z } from 'zod'
import { draft as draftSchema, type Draft, type draftKey } from '../../shared/launcher.ts'
import { type Reply, succeeded } from '../../shared/errors.ts'
import type { Document } from './outbox-store.ts'

type Key = z.infer<typeof draftKey>

const stored = z.record(z.string(), draftSchema)

export type Drafts = {
  get: (key: Key) => Promise<Reply<Draft | null>>
  set: (key: Key, draft: Draft | null) => Promise<Reply<undefined>>
}

/** @param owner the person who is signed in; drafts of others are neither shown nor lost. */
export const createDrafts = ({
  file,
  owner,
  onProblem,
}: {
  file: Document
  owner: () => string | null
  onProblem: (error: unknown) => void
}): Drafts => {
  let loading: Promise<Map<string, Draft>> | null = null

  const load = (): Promise<Map<string, Draft>> => {
    loading ??= file.read().then((document) => {
      const parsed = stored.safeParse(document)
      return new Map(parsed.success ? Object.entries(parsed.data) : [])
    })
    return loading
  }
  const nameOf = (key: Key): string => `${owner() ?? ''} ${key}`

  return {
    get: async (key) => succeeded((await load()).get(nameOf(key)) ?? null),
    set: async (key, draft) => {
      const name = nameOf(key)
      const drafts = await load()
      if (draft === null) drafts.delete(name)
      else drafts.set(name, draft)
      try {
        await file.write(Object.fromEntries(drafts))
      } catch (error) {
        // The text is still in memory and in the form: nothing to interrupt a person for.
        onProblem(error)
      }
      return succeeded(undefined)
    },
  }
}
