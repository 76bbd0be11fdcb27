// Follows imports that run in the service until they end, also while the window is hidden (IMP-04).
import type { Reply } from '../../shared/errors.ts'
import { isActive } from '../../shared/import-state.ts'
import type { ImportSeen } from '../../shared/ipc/launcher.ts'
import { isPassing } from './api/errors.ts'
import type { ImportClient } from './api/import-client.ts'

/** Small files are done at once. */
const firstMs = 250
const shownMs = 1_000
const hiddenMs = 5_000

/** An import client whose imports are followed. @param onEnded what it has written can be read */
export const watchImports = ({
  client,
  setTimer,
  isShown,
  onImport,
  onEnded,
}: {
  client: ImportClient
  /** Returns how to cancel it. */
  setTimer: (run: () => void, ms: number) => () => void
  isShown: () => boolean
  onImport: (seen: ImportSeen) => void
  onEnded: () => void
}): ImportClient & { stop: () => void } => {
  const polls = new Map<string, () => void>()
  /** Incremented when the session ends, so that late answers are dropped. */
  let run = 0

  const wait = (id: string, ms: number): void => {
    polls.get(id)?.()
    const ofRun = run
    const poll = async (): Promise<void> => {
      const reply = await client.get(id)
      if (ofRun !== run || !polls.has(id)) return
      if (reply.ok) hear(reply.value)
      else if (isPassing(reply.error)) wait(id, hiddenMs)
      else polls.delete(id)
    }
    polls.set(
      id,
      setTimer(() => void poll(), ms),
    )
  }

  const hear = (seen: ImportSeen): void => {
    const { id } = seen
    const isKnown = polls.has(id)
    if (isActive(seen)) wait(id, !isKnown ? firstMs : isShown() ? shownMs : hiddenMs)
    else {
      polls.get(id)?.()
      polls.delete(id)
    }
    if (!isKnown && !isActive(seen)) return
    onImport(seen)
    if (!isActive(seen)) onEnded()
  }

  const heard = async (asked: Promise<Reply<ImportSeen>>): Promise<Reply<ImportSeen>> => {
    const ofRun = run
    const reply = await asked
    if (reply.ok && ofRun === run) hear(reply.value)
    return reply
  }

  return {
    ...client,
    list: async () => {
      const ofRun = run
      const reply = await client.list()
      if (reply.ok && ofRun === run)
        for (const seen of reply.value ?? []) if (isActive(seen) && !polls.has(seen.id)) hear(seen)
      return reply
    },
    get: (id) => heard(client.get(id)),
    start: (id) => heard(client.start(id)),
    cancel: (id) => heard(client.cancel(id)),
    undo: (id) => heard(client.undo(id)),
    stop: () => {
      run += 1
      for (const cancel of polls.values()) cancel()
      polls.clear()
    },
  }
}
