// Unsent text while it is typed: each line and each new task that is begun is a draft of its own, so that a later one
// never takes the place of an earlier one.
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useMemo, useRef, useState } from 'react'
import type { Draft, DraftSummary } from '../../shared/ipc/launcher.ts'
import { call } from './bridge.ts'
import { keys, useDrafts } from './queries.ts'

export interface DraftSession {
  /** The newest draft that an earlier sitting left, or null. */
  older: DraftSummary | null
  /** Hands over this sitting's draft; null forgets it. */
  keep: (draft: Draft | null) => void
  /**
   * Goes on with an older draft: from now on it is the one that is written. Null when it is gone, or when `isWanted`
   * no longer holds once it is read: something was typed meanwhile.
   */
  resume: (key: string, isWanted: () => boolean) => Promise<Draft | null>
  /** Begins the next sitting; the one before is forgotten when it is saved, or goes on when that failed. */
  next: () => { forget: () => void; goOn: () => void }
}

/** @param task the id of the task that is edited: all edits of one task are one sitting. */
export function useDraftSession(kind: 'capture' | 'newTask' | 'edit', task?: string): DraftSession {
  const client = useQueryClient()
  const fresh = useCallback(
    () => (task === undefined ? `${kind}:${crypto.randomUUID()}` : `${kind}:${task}`),
    [kind, task],
  )
  const [key, setKey] = useState(fresh)
  const current = useRef(key)
  const drafts = useDrafts().data

  const write = useCallback(
    (to: string, draft: Draft | null): void => {
      call('drafts.set', { key: to, draft }).then(
        // One's own text is offered nowhere while it is typed.
        () => (draft === null ? client.invalidateQueries({ queryKey: keys.drafts }) : undefined),
        // What cannot be kept is still on the screen, and the main process has logged why.
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
  const older = drafts?.find((draft) => draft.key.split(':')[0] === kind && draft.key !== key) ?? null
  return useMemo(() => ({ older, keep, resume, next }), [keep, next, older, resume])
}
