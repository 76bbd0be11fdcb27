// Saves unsent text as a draft while it is typed. Each new line or task has a draft of its own, so that a later one never
// overwrites an earlier one.
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useMemo, useRef, useState } from 'react'
import type { Draft, DraftSummary } from '../../shared/ipc/launcher.ts'
import { call } from './bridge.ts'
import { keys, useDrafts } from './queries.ts'

export interface DraftSession {
  /** The key of the draft of this session. */
  key: string
  /** The newest draft of an earlier session, or null. */
  older: DraftSummary | null
  /** Saves the draft of this session; null deletes it. */
  keep: (draft: Draft | null) => void
  /**
   * Continues an older draft. Returns null if the draft is gone, or if `isWanted` is false after the read because
   * something was typed in the meantime.
   */
  resume: (key: string, isWanted: () => boolean) => Promise<Draft | null>
  /** Starts the next session. `forget` deletes the previous draft; `goOn` returns to it. */
  next: () => { forget: () => void; goOn: () => void }
}

/**
 * @param kind the beginning of the key
 * @param edited id of what is edited: all edits of it share a session
 */
export function useDraftSession(kind: string, edited?: string): DraftSession {
  const client = useQueryClient()
  const fresh = useCallback(
    () => (edited === undefined ? `${kind}:${crypto.randomUUID()}` : `${kind}:${edited}`),
    [edited, kind],
  )
  const [key, setKey] = useState(fresh)
  const current = useRef(key)
  const drafts = useDrafts().data

  const write = useCallback(
    (to: string, draft: Draft | null): void => {
      call('drafts.set', { key: to, draft }).then(
        // The list does not contain the draft that is being typed.
        () => (draft === null ? client.invalidateQueries({ queryKey: keys.drafts }) : undefined),
        // The text is still on screen, and the main process has logged the error.
        () => undefined,
      )
    },
    [client],
  )
  const adopt = useCallback((next: string): void => {
    current.current = next
    setKey(next)
  }, [])
  const keep = useCallback((draft: Draft | null): void => write(current.current, draft), [write])
  const resume = useCallback(
    async (older: string, isWanted: () => boolean): Promise<Draft | null> => {
      const draft = await call('drafts.get', { key: older })
      if (draft === null || !isWanted()) return null
      adopt(older)
      return draft
    },
    [adopt],
  )
  const next = useCallback(() => {
    const before = current.current
    adopt(fresh())
    void client.invalidateQueries({ queryKey: keys.drafts })
    return { forget: () => write(before, null), goOn: () => adopt(before) }
  }, [adopt, client, fresh, write])
  const older = drafts?.find((draft) => draft.key.startsWith(`${kind}:`) && draft.key !== key) ?? null
  return useMemo(() => ({ key, older, keep, resume, next }), [keep, key, next, older, resume])
}
