// The real outbox and client, without the rest of the workspace.
import type { OutboxItem } from '../../../shared/ipc/launcher.ts'
import { succeeded } from '../../../shared/errors.ts'
import type { Log } from '../../log.ts'
import { createApiClient } from '../api/client.ts'
import { createOutbox } from './outbox.ts'
import { noFile } from '../../storage/document.fake.ts'
import type { Document } from '../../storage/vault.ts'
import { createOutboxPorts, type OutboxPorts } from './ports.ts'
import { createAsk } from '../api/request.ts'
import { createScheduler } from '../api/scheduler.ts'

const quiet: Log = { info: () => undefined, warn: () => undefined, bug: () => 'bug' }
export const me = 'usr_ada'

/** By default nothing is kept on disk, and time stands still. */
export const startWriting = ({
  fetch,
  file = noFile,
  now = () => 1_000_000,
  elapsed = now,
  setTimer = () => () => undefined,
  newId = () => 'e1',
  onChange = () => undefined,
  owner = () => me,
  reader = owner,
  ports = {},
}: {
  fetch: (input: string, init: RequestInit) => Promise<Response>
  file?: Document
  now?: () => number
  /** Like `now`, but never set back. */
  elapsed?: () => number
  setTimer?: (run: () => void, ms: number) => () => void
  newId?: () => string
  onChange?: (items: OutboxItem[]) => void
  owner?: () => string | null
  reader?: () => string | null
  /** Replace the real ones. */
  ports?: Partial<OutboxPorts>
}) => {
  let clockOffset = 0
  const scheduler = createScheduler({ now: elapsed })
  const api = createApiClient(
    createAsk({
      fetch,
      access: () => Promise.resolve(succeeded({ baseUrl: new URL('https://acme.example'), token: 'token' })),
      owner: () => me,
      onRefused: () => undefined,
      scheduler,
      now,
      random: () => 0.5,
      sleep: (ms) => new Promise((resolve) => setTimer(resolve, ms)),
      onClock: (offset) => {
        clockOffset = offset
      },
    }),
  )
  const sending = createOutboxPorts({
    api,
    me: () => me,
    wasSeenBefore: () => false,
    onSaved: () => undefined,
    onSavedRecord: () => undefined,
    onGone: () => undefined,
  })
  const outbox = createOutbox({
    file,
    ports: { ...sending, ...ports },
    owner,
    reader,
    now,
    serviceTime: () => now() + clockOffset,
    newId,
    setTimer,
    onChange,
    onSettled: () => undefined,
    onDenied: () => undefined,
    log: quiet,
  })
  return { outbox, api, ports: sending }
}
