// A connection's transactions that write: each locks the workspaces that it names before it asks anything of them.
import { Kysely, sql } from 'kysely'
import type { ClientBase } from 'pg'
import { compiled, given } from '../compiled.ts'
import type { DefinitionsMemory } from '../definitions-memory.ts'
import type { Database } from '../schema.ts'
import { bindResources } from '../store.ts'
import { sentTogether } from '../transactions/sent-together.ts'
import { takingTurns } from '../transactions/workspace-turns.ts'
import { writeView } from '../transactions/write-view.ts'
import { postgresDialect } from './dialect.ts'
import { createLastInserts } from './last-inserts.ts'
import { bindOptimistic, type QuietVersions } from './optimistic.ts'
import { createSend } from './send.ts'
import { commitStatement, type Bound } from './side.ts'

const beginWriting = { name: 'begin', text: 'begin isolation level read committed' }

/**
 * @param quiet is told of workspaces in which nobody wants events, and begins transactions on what it was told
 */
export const bindWriter = (
  client: ClientBase,
  definitionsOf: DefinitionsMemory,
  quiet: QuietVersions,
): Bound => {
  const send = createSend(client)
  const inserts = createLastInserts(send)
  const db = new Kysely<Database>({ dialect: postgresDialect(send, { inserts }) })
  const lockRow = compiled<{ version: string }>(
    db,
    () => sql`select definitions_version as version from workspace where id = ${given} for update`,
  )
  /** The workspaces that are locked, and the versions of their definitions. */
  const locked = new Map<string, string | undefined>()
  const lock = async (workspaceId: string) => {
    if (locked.has(workspaceId)) return
    const [row] = await lockRow(workspaceId)
    if (row) tellVersion(workspaceId, row.version)
    locked.set(workspaceId, row?.version)
  }
  const {
    begun: forgetAll,
    anticipate,
    tellVersion,
    finish,
    ...view
  } = writeView(bindResources(db), definitionsOf, (statement) => client.query(statement))
  return {
    ...view,
    tx: takingTurns(view.tx, lock),
    async begin(workspaceId) {
      inserts.forget()
      locked.clear()
      forgetAll()
      // Each statement sees what was committed before it: after waiting for a lock, that is what the other one wrote.
      const begun = client.query(beginWriting)
      // What is asked behind the lock is answered once it is held.
      if (workspaceId === undefined) return begun
      const [, , wanting] = await sentTogether([begun, lock(workspaceId), anticipate(workspaceId)])
      if (wanting) quiet.set(workspaceId, wanting.length === 0 ? locked.get(workspaceId) : undefined)
      return undefined
    },
    optimistic: bindOptimistic(send, definitionsOf, quiet),
    async commit(sent) {
      inserts.begin()
      await finish().catch(async (error: unknown) => {
        // Whatever was asked behind a refused statement fails because of it.
        await sentTogether(inserts.answers())
        throw error
      })
      inserts.flush()
      // Everything has been sent: what is still to be answered tells nothing but whether there is something to commit.
      const committed = client.query(commitStatement)
      sent?.()
      const [, { command }] = await sentTogether([sentTogether(inserts.answers()), committed])
      // The server rolls back where a statement has failed, also one that was passed over in silence.
      if (command !== 'COMMIT') throw new Error('The transaction had failed before it was to be committed.')
    },
  }
}
