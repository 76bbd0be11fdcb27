// `svc reseal`: seals all secrets with the newest key, so that older keys can be removed.
import { variableContext, type Seal } from '../sealing/sealing.ts'
import { webhookContext } from '../webhooks/signing.ts'
import { addressContext } from '../calendars/calendars.ts'
import type { Store, Tx } from '../db/store.ts'
import {
  projectsOfWorkspace,
  environmentsOfProject,
  sealedVariables,
  putVariable,
} from '../environments/environments.store.ts'
import { webhooksOfWorkspace, putWebhook } from '../webhooks/webhooks.store.ts'
import { sealedCalendars, putSealedAddress } from '../sealing/sealed.store.ts'
import { allWorkspaces } from '../access/workspaces.store.ts'

type Counts = { variables: number; webhooks: number; calendars: number }

async function resealVariables(tx: Tx, seal: Seal, workspaceId: string): Promise<number> {
  let count = 0
  for (const { id: projectId } of await projectsOfWorkspace(tx, workspaceId)) {
    for (const { name: environment } of await environmentsOfProject(tx, workspaceId, projectId)) {
      const place = { projectId, environment }
      for (const variable of await sealedVariables(tx, workspaceId, place)) {
        const context = variableContext(workspaceId, place, variable.name)
        const sealed = seal.seal(seal.open(variable.sealed, context), context)
        await putVariable(tx, workspaceId, place, { ...variable, sealed })
        count += 1
      }
    }
  }
  return count
}

async function resealWebhooks(tx: Tx, seal: Seal, workspaceId: string, at: number): Promise<number> {
  const webhooks = await webhooksOfWorkspace(tx, workspaceId)
  for (const { id, secret, previousSecret, updatedAt } of webhooks) {
    const renew = (text: string) => {
      const context = webhookContext(workspaceId, id)
      return seal.seal(seal.open(text, context), context)
    }
    await putWebhook(tx, workspaceId, id, {
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
  const subscribed = await sealedCalendars(tx, workspaceId)
  for (const { id, address } of subscribed) {
    const context = addressContext(workspaceId, id)
    await putSealedAddress(tx, workspaceId, id, seal.seal(seal.open(address, context), context))
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
  for (const { id } of await store.read((tx) => allWorkspaces(tx))) {
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
