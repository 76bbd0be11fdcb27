// For tests of the rules of members, keys and links: a store on each engine, and workspaces with people in them.
import { afterAll, describe } from 'vitest'
import { openStore } from '../db/open.ts'
import { ownDatabases } from '../db/postgres/databases-testing.ts'
import type { Store, Tx } from '../db/store.ts'
import type { Role } from '../base/caller.rules.ts'
import type { Workspace } from '../access/workspaces.store.ts'
import type { Plan } from '../base/caller.rules.ts'
import type { Outcome } from '../base/operator-error.ts'
import { personIn, type Actor } from './members.ts'
import { createWorkspaceIn } from './workspaces.ts'
import { putMembership } from '../access/members.store.ts'
import { getWorkspace } from '../access/workspaces.store.ts'

export const monday = Date.UTC(2026, 0, 5, 9)
export const day = 86_400_000

export type Stage = {
  store: Store
  workspace(slug: string, options?: { plan?: Plan; memberLimit?: number }): Promise<Workspace>
  /** A person with the address `NAME@people.test`, in this role. */
  join(workspace: Workspace, name: string, role: Role): Promise<Actor & { email: string }>
  /** Runs a rule in a write of the workspace. */
  in<T>(workspace: Workspace, run: (tx: Tx, workspace: Workspace) => Promise<T>): Promise<T>
}

/** Runs the tests on SQLite and on PostgreSQL, each test with a database of its own. */
export function onBothEngines(tests: (stage: () => Promise<Stage>) => void): void {
  const postgres = ownDatabases()
  const opened: Store[] = []
  afterAll(async () => {
    for (const store of opened) await store.close()
  })
  const stage = async (url: string): Promise<Stage> => {
    const store = await openStore(url)
    opened.push(store)
    return {
      store,
      workspace: (slug, { plan = 'pro', memberLimit } = {}) =>
        store.write((tx) =>
          createWorkspaceIn(tx, { slug, name: slug, plan, memberLimit: memberLimit ?? null, at: monday }),
        ),
      join: (workspace, name, role) =>
        store.write(async (tx) => {
          const email = `${name}@people.test`
          const { id } = await personIn(tx, { email, name, passwordHash: `hash of ${name}`, at: monday })
          await putMembership(tx, workspace.id, id, role, monday)
          return { personId: id, role, email }
        }),
      in: (workspace, run) =>
        store.write(async (tx) => run(tx, (await getWorkspace(tx, workspace.id)) ?? workspace), workspace.id),
    }
  }
  describe.each([
    ['SQLite', async () => 'memory:'],
    ['PostgreSQL', () => postgres()],
  ])('on %s', (_engine, url) => tests(async () => stage(await url())))
}

/** The code of a refusal; undefined for what was done. */
export const codeOf = (outcome: Outcome<unknown>): string | undefined =>
  outcome.ok ? undefined : outcome.code
