// `svc reseal`: seals all secrets with the newest key, so that older keys can be removed.
import { variableContext, type Seal } from '../sealing/sealing.ts'
import { webhookContext } from '../webhooks/signing.ts'
import { addressContext } from '../calendars/calendars.ts'
import type { Store, Tx } from '../db/store.ts'
import { environmentsIn } from '../environments/environments.store.ts'
import { webhooksIn } from '../webhooks/webhooks.store.ts'
import { sealedIn } from '../sealing/sealed.store.ts'
import { workspacesIn } from '../access/workspaces.store.ts'

type Counts = { variables: number; webhooks: number; calendars: number }

async function resealVariables(tx: Tx, seal: Seal, workspaceId: string): Promise<number> {
  let count = 0
  for (const { id: projectId } of await environmentsIn(tx).projects(workspaceId)) {
    for (const { name: environment } of await environmentsIn(tx).environments(workspaceId, projectId)) {
      const place = { projectId, environment }
      for (const variable of await environmentsIn(tx).variables(workspaceId, place)) {
        const context = variableContext(workspaceId, place, variable.name)
        const sealed = seal.seal(seal.open(variable.sealed, context), context)
        await environmentsIn(tx).putVariable(workspaceId, place, { ...variable, sealed })
        count += 1
      }
    }
  }
  return count
}

async function resealWebhooks(tx: Tx, seal: Seal, workspaceId: string, at: number): Promise<number> {
  const webhooks = await webhooksIn(tx).list(workspaceId)
  for (const { id, secret, previousSecret, updatedAt } of webhooks) {
    const renew = (text: string) => {
      const context = webhookContext(workspaceId, id)
      return seal.seal(seal.open(text, context), context)
    }
    await webhooksIn(tx).update(workspaceId, id, {
      secret: renew(secret),
      // An expired one may need a removed key.
      previousSecret:
        previousSecret && previousSecret.until > at
          ? { ...previousSecret, secret: renew(previousSecret.secret) }
          : null,
      updatedAt,
    })
  }
  return webhooks.length
}

async function resealCalendars(tx: Tx, seal: Seal, workspaceId: string): Promise<number> {
  const subscribed = await sealedIn(tx).calendars(workspaceId)
  for (const { id, address } of subscribed) {
    const context = addressContext(workspaceId, id)
    await sealedIn(tx).putCalendar(workspaceId, id, seal.seal(seal.open(address, context), context))
  }
  return subscribed.length
}

/**
 * One transaction a workspace. It can be repeated.
 * @param at epoch milliseconds
 * @throws StoreError `sealing_key_wrong` when a key is missing
 */
export async function resealAll(store: Store, seal: Seal, at: number): Promise<Counts> {
  const counts: Counts = { variables: 0, webhooks: 0, calendars: 0 }
  for (const { id } of await store.read((tx) => workspacesIn(tx).list())) {
    const [variables, webhooks, calendars] = await store.write(
      async (tx) =>
        [
          await resealVariables(tx, seal, id),
          await resealWebhooks(tx, seal, id, at),
          await resealCalendars(tx, seal, id),
        ] as const,
      id,
    )
    counts.variables += variables
    counts.webhooks += webhooks
    counts.calendars += calendars
  }
  return counts
}
