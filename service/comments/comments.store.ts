// Comments on records (REC-12). They are added, and never change.
import { sql, type Kysely } from 'kysely'
import type { Database } from '../db/schema.ts'
import { storeOf } from '../db/store.ts'

export type StoredComment = {
  id: string
  recordId: string
  content: string
  createdBy: string
  /** Epoch milliseconds. */
  createdAt: number
  updatedAt: number
}

export const commentsIn = storeOf((db: Kysely<Database>) => ({
  async create(workspaceId: string, comment: StoredComment): Promise<void> {
    await db
      .insertInto('record_comment')
      .values({
        workspace_id: workspaceId,
        id: comment.id,
        record_id: comment.recordId,
        content: comment.content,
        created_by: comment.createdBy,
        created_at: comment.createdAt,
        updated_at: comment.updatedAt,
      })
      .execute()
  },

  /** Newest first. @param page.after the last row of the previous page */
  async list(
    workspaceId: string,
    recordId: string,
    { after, limit }: { after: readonly [createdAt: number, id: string] | undefined; limit: number },
  ): Promise<StoredComment[]> {
    const { rows } = await sql<StoredComment>`
      select id, record_id as ${sql.ref('recordId')}, content, created_by as ${sql.ref('createdBy')},
        created_at as ${sql.ref('createdAt')}, updated_at as ${sql.ref('updatedAt')}
      from record_comment where workspace_id = ${workspaceId} and record_id = ${recordId}
        ${after ? sql`and (created_at, id) < (${after[0]}, ${after[1]})` : sql``}
      order by created_at desc, id desc limit ${limit}`.execute(db)
    return rows
  },
}))
