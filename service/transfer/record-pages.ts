// The records of one object, the oldest first, a page at a time: at no time is more than a page of them in memory.
import type { StoredRecord } from '../store/records.ts'
import type { Tx } from '../store/store.ts'

const recordsAtOnce = 500

/** A record may be changed after its page was read, as long as its creation stays. */
export async function* recordPages(
  tx: Tx,
  workspaceId: string,
  objectId: string,
  archived: 'included' | 'left out',
): AsyncGenerator<StoredRecord[]> {
  let after: StoredRecord | undefined
  for (;;) {
    const page = { archived, direction: 'asc', after, limit: recordsAtOnce } as const
    const records = await tx.records.walk(workspaceId, objectId, page)
    if (records.length > 0) yield records
    if (records.length < recordsAtOnce) return
    after = records.at(-1)
  }
}
