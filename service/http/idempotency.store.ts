// What was answered to a request that carries an `Idempotency-Key`, and who is answering it now (GEN-12).
import { sql, type Kysely } from 'kysely'
import type { Database } from '../db/schema.ts'

/** A day: how long an answer is kept, in milliseconds. */
const keptFor = 86_400_000
/** Milliseconds. Longer than a request may take: whoever holds an older lock has died. */
const lockedFor = 60_000
/** So many answers go in one transaction, because SQLite's calls are synchronous. */
const purgedAtOnce = 500

export type KeptAnswer = { status: number; headers: Record<string, string>; body: string }

/** One exchange: which one it is, what was sent, and when it was locked. */
export type Lock = { id: string; fingerprint: string; lockedAt: number }

export type Claim =
  | { kind: 'ours' }
  | { kind: 'answered'; answer: KeptAnswer }
  | { kind: 'in progress' }
  | { kind: 'reused' }

export const idempotencyIn = (db: Kysely<Database>) => {
  const rowOf = (workspaceId: string, id: string) =>
    db
      .selectFrom('idempotency')
      .selectAll()
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', id)
      .executeTakeFirst()

  return {
    /**
     * Locks an exchange for whoever asks first. A lock that outlived its process is taken over, and so is an answer
     * that is older than a day.
     */
    async claim(workspaceId: string, { id, fingerprint, lockedAt }: Lock): Promise<Claim> {
      const { rows } = await sql`
        insert into idempotency (workspace_id, id, fingerprint, locked_at, created_at)
        values (${workspaceId}, ${id}, ${fingerprint}, ${lockedAt}, ${lockedAt})
        on conflict (workspace_id, id) do nothing returning id`.execute(db)
      if (rows.length > 0) return { kind: 'ours' }
      const held = await rowOf(workspaceId, id)
      if (!held) return { kind: 'in progress' }
      const isOld = held.created_at + keptFor <= lockedAt
      if (!isOld && held.fingerprint !== fingerprint) return { kind: 'reused' }
      if (!isOld && held.status !== null) {
        const headers = JSON.parse(held.headers ?? '{}') as Record<string, string>
        return { kind: 'answered', answer: { status: held.status, headers, body: held.body ?? '' } }
      }
      if (!isOld && held.locked_at + lockedFor > lockedAt) return { kind: 'in progress' }
      const taken = await db
        .updateTable('idempotency')
        .set({
          fingerprint,
          locked_at: lockedAt,
          created_at: lockedAt,
          status: null,
          headers: null,
          body: null,
        })
        .where('workspace_id', '=', workspaceId)
        .where('id', '=', id)
        .where('locked_at', '=', held.locked_at)
        .returning('id')
        .executeTakeFirst()
      return taken ? { kind: 'ours' } : { kind: 'in progress' }
    },

    /** Keeps the answer beside what it answers. @returns false when the lock has been taken over meanwhile */
    async keep(workspaceId: string, { id, lockedAt }: Lock, answer: KeptAnswer): Promise<boolean> {
      const kept = await db
        .updateTable('idempotency')
        .set({ status: answer.status, headers: JSON.stringify(answer.headers), body: answer.body })
        .where('workspace_id', '=', workspaceId)
        .where('id', '=', id)
        .where('locked_at', '=', lockedAt)
        .where('status', 'is', null)
        .returning('id')
        .executeTakeFirst()
      return kept !== undefined
    },

    /** Forgets an exchange whose answer is not worth repeating, so that it can be tried again. */
    async release(workspaceId: string, { id, lockedAt }: Lock): Promise<void> {
      await db
        .deleteFrom('idempotency')
        .where('workspace_id', '=', workspaceId)
        .where('id', '=', id)
        .where('locked_at', '=', lockedAt)
        .where('status', 'is', null)
        .execute()
    },

    /** Deletes some of the answers, of every workspace, that are older than a day. @returns whether there may be more */
    async purge(now: number): Promise<boolean> {
      const { rows } = await sql`
        delete from idempotency where (workspace_id, id) in (
          select workspace_id, id from idempotency where created_at <= ${now - keptFor} limit ${purgedAtOnce})
        returning id`.execute(db)
      return rows.length === purgedAtOnce
    },
  }
}

export type Idempotency = ReturnType<typeof idempotencyIn>
