// Comments on records (REC-12). They are added, and never change.
import type { Kysely } from 'kysely'
import type { Database } from './schema.ts'

export type StoredComment = {
  id: string
  recordId: string
  content: string
  createdBy: string
  /** Epoch milliseconds. */
  createdAt: number
  updatedAt: number
}

export const commentsIn = (db: Kysely<Database>) => ({
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
})

export type Comments = ReturnType<typeof commentsIn>
