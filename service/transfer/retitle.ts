// Titles after a change of what they are made of: they follow the primary field (REC-10), and are stored with the record.
import { titleOf } from '../rules/record-title.ts'
import { sentTogether } from '../store/transactions/sent-together.ts'
import type { Tx } from '../store/store.ts'
import { recordPages } from './record-pages.ts'

/**
 * Gives the records of an object the titles that its fields now make of their values, in search as well. Nobody has changed
 * these records, so their `updatedAt`, by which search ranks, stays, and no event is sent. Their version grows.
 * @returns how many titles have changed
 */
export async function retitle(tx: Tx, workspaceId: string, objectId: string): Promise<number> {
  const fields = await tx.objects.fields(workspaceId, objectId)
  let count = 0
  for await (const records of recordPages(tx, workspaceId, objectId, 'included')) {
    const stale = records.flatMap((record) => {
      const title = titleOf(fields, record.values)
      return title === record.title ? [] : { record, title }
    })
    await sentTogether(
      stale.map(({ record, title }) =>
        tx.records.update(workspaceId, record, { title, updatedAt: record.updatedAt }),
      ),
    )
    await tx.search.putMany(
      workspaceId,
      stale
        .filter(({ record }) => !record.archived)
        .map(({ record, title }) => ({ kind: 'record', ref: record.id, title, rankedAt: record.updatedAt })),
    )
    count += stale.length
  }
  return count
}
