// Puts the parts of the workspace together: one budget of requests, what was seen, and the outbox that sends in their name.
import type { AppError, Reply } from '../../shared/errors.ts'
import { failed, succeeded } from '../../shared/errors.ts'
import type { Account, OutboxItem } from '../../shared/launcher.ts'
import type { Log } from '../log.ts'
import { createApiClient } from './api-client.ts'
import { type Cache, createCache } from './cache.ts'
import { createCarefulChange } from './careful-change.ts'
import { createDrafts, type Drafts } from './drafts.ts'
import { itemAddress } from './item-address.ts'
import { createOutbox, type Outbox } from './outbox-runner.ts'
import { createOutboxStore, type Document } from './outbox-store.ts'
import { createReconciler } from './reconcile.ts'
import { type Access, createAsk } from './request.ts'
import { createScheduler } from './scheduler.ts'
import { createWorkspace, type Workspace } from './workspace.ts'

export type OpenWorkspace = {
  reads: Workspace
  outbox: Outbox
  drafts: Drafts
  /** Somebody is signed in: what they left here is theirs again. */
  enter: (owner: string) => Promise<void>
  /** Nobody is signed in: requests stop; what was seen stays for the same person. */
  leave: () => void
  /** What was seen is to be forgotten. */
  wipe: () => Promise<void>
  /** The address of something that was shown, if it is the workspace's own. */
  addressOf: (kind: string, id: string) => Reply<string>
  joinAddressOf: (meetingId: string) => Reply<string>
  /** Writes what is not yet on disk. */
  close: () => Promise<void>
}

const gone: AppError = { kind: 'notFound', message: 'This is no longer here. Search for it again.' }

const sleep = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })

const setTimer = (run: () => void, ms: number): (() => void) => {
  const timer = setTimeout(run, ms)
  return () => {
    clearTimeout(timer)
  }
}

/** @param document a sealed file of this name. @param owner whoever is signed in, as a name for their things. */
export const openWorkspace = ({
  fetch,
  access,
  document,
  account,
  owner,
  now,
  newId,
  log,
  onOutbox,
  onData,
}: {
  fetch: (input: string, init: RequestInit) => Promise<Response>
  access: (rejected?: string) => Promise<Reply<Access>>
  document: (name: 'cache' | 'outbox' | 'drafts') => Document
  account: () => Account | null
  owner: () => string | null
  now: () => number
  newId: () => string
  log: Log
  onOutbox: (items: OutboxItem[]) => void
  onData: () => void
}): OpenWorkspace => {
  const onProblem = (error: unknown): void => {
    log.bug('workspace.notKept', error)
  }
  const me = (): string | null => account()?.user.id ?? null
  let clockOffset = 0

  // A pause that was asked for is over when it is over, whatever becomes of the wall clock.
  const scheduler = createScheduler({ now: () => performance.now() })
  const api = createApiClient(
    createAsk({
      fetch,
      access,
      scheduler,
      now,
      sleep,
      onClock: (offset) => {
        clockOffset = offset
      },
    }),
  )
  const cache: Cache = createCache({ file: document('cache'), now, setTimer, onProblem })
  const careful = createCarefulChange({
    api,
    onSaved: (task) => {
      cache.seeTask({ ...cache.task(task.id), ...task })
    },
    onGone: (id) => {
      cache.forget('task', id)
    },
  })
  const reads = createWorkspace({ api: { ...api, task: careful.task }, cache, now, me, onChange: onData })
  const { findCreated } = createReconciler({
    api,
    me,
    wasSeenBefore: (id, instant) => (cache.firstSeenAt('task', id) ?? Number.POSITIVE_INFINITY) < instant,
  })
  const outbox = createOutbox({
    store: createOutboxStore(document('outbox')),
    ports: { send: careful.send, readBack: careful.readBack, findCreated },
    owner,
    now,
    serviceTime: () => now() + clockOffset,
    newId,
    setTimer,
    onChange: onOutbox,
    onSettled: onData,
    log,
  })
  const drafts = createDrafts({ file: document('drafts'), owner, onProblem })
  const loaded = outbox.load().catch(onProblem)

  const webUrlOf = (kind: string, id: string): string | null =>
    cache.find(kind, id)?.webUrl ??
    (kind === 'task' ? cache.task(id)?.webUrl : undefined) ??
    (kind === 'notification'
      ? cache.brief()?.brief.notifications.find((one) => one.id === id)?.webUrl
      : undefined) ??
    outbox.list().find(({ taskId }) => kind === 'task' && taskId === id)?.webUrl ??
    null

  return {
    reads,
    outbox,
    drafts,
    enter: async (who) => {
      await Promise.all([cache.load(who), loaded])
      outbox.wake()
    },
    leave: () => {
      scheduler.abortAll()
    },
    wipe: async () => {
      scheduler.abortAll()
      await cache.wipe().catch(onProblem)
    },
    addressOf: (kind, id) => {
      const said = webUrlOf(kind, id)
      const signedIn = account()
      if (said === null || signedIn === null) return failed(gone)
      const address = itemAddress(said, signedIn.workspaceAddress, signedIn.kind)
      if (address === null)
        return failed({
          kind: 'unexpectedAnswer',
          message: 'The address of this is not part of your workspace, so it was not opened.',
        })
      cache.visit(kind, id)
      return succeeded(address)
    },
    joinAddressOf: (id) => {
      const joinUrl =
        cache.find('meeting', id)?.meeting?.joinUrl ??
        cache.brief()?.brief.meetings.find((one) => one.id === id)?.joinUrl
      return joinUrl === undefined || joinUrl === null
        ? failed({ kind: 'notFound', message: 'This meeting has no address to join.' })
        : succeeded(joinUrl)
    },
    close: async () => {
      outbox.dispose()
      cache.dispose()
      await cache.flush()
    },
  }
}
