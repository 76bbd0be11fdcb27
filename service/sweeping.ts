// Deletes expired data: stored answers, sign-ins, webhook deliveries, changes, imports and shared counts.
import type { Logger } from 'pino'
import type { Oauth } from './oauth/provider.ts'
import type { ImportService } from './imports/running/imports.ts'
import type { Store } from './db/store.ts'
import type { WebhookService } from './webhooks/webhooks.ts'
import { changesKeptDays } from '../shared/api/changes.ts'
import { changesFrom, purgeChanges } from './changes/changes.store.ts'
import { allWorkspaces } from './access/workspaces.store.ts'
import { purgeStoredAnswers } from './http/idempotency.store.ts'
import { purgeAccountLinks } from './access/account-links.store.ts'

/** The lifetime of a sign-in that a stranger began. A sweep without expired data costs little. */
const everyMilliseconds = 5 * 60_000

type Sweeping = {
  store: Store
  oauth: Pick<Oauth, 'purgeExpired'>
  webhooks: Pick<WebhookService, 'sweep'>
  imports: Pick<ImportService, 'sweep'>
  /** Epoch milliseconds. */
  now: () => number
  log: Logger
}

/** Runs until it is closed. A failed deletion is logged and repeated by the next sweep. */
export function createSweeping({ store, oauth, webhooks, imports, now, log }: Sweeping): {
  close: () => void
} {
  const purgeAnswers = async (): Promise<void> => {
    while (await store.write((tx) => purgeStoredAnswers(tx, now())));
  }
  /** One workspace after the other, so that each statement is for one of them. */
  const purgeOldChanges = async (): Promise<void> => {
    const before = now() - changesKeptDays * 86_400_000
    for (const { id } of await store.ask((tx) => allWorkspaces(tx))) {
      const [oldest] = await store.ask((tx) => changesFrom(tx, id, 0, 1))
      if (oldest === undefined || oldest.at >= before) continue
      while (await store.write((tx) => purgeChanges(tx, id, before), id));
    }
  }
  const sweep = () => {
    const logged = (message: string) => (error: unknown) => log.error({ err: error }, message)
    purgeAnswers().catch(logged('Old answers were not deleted.'))
    store
      .write((tx) => purgeAccountLinks(tx, now()))
      .catch(logged('Old invitations and reset links were not deleted.'))
    purgeOldChanges().catch(logged('Old changes were not deleted.'))
    oauth.purgeExpired().catch(logged('Old sign-ins were not deleted.'))
    webhooks.sweep(now()).catch(logged('Old webhook deliveries were not deleted.'))
    imports.sweep(now()).catch(logged('Old imports were not deleted.'))
    store.shared?.purge(now()).catch(logged('Old counts were not deleted.'))
  }
  const timer = setInterval(sweep, everyMilliseconds).unref()
  return { close: () => clearInterval(timer) }
}
