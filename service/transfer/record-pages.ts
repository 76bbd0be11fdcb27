// The records of one object, some at a time, so that none of many is held: archived ones too, the oldest first.
import type { StoredRecord } from '../store/records.ts'
import type { Tx } from '../store/store.ts'

const recordsAtOnce = 500

/** A record may be changed after its page was read, as long as its creation stays. */
export async function* recordPages(
  tx: Tx,
  workspaceId: string,
  objectId: string,
): AsyncGenerator<StoredRecord[]> {
  let after: StoredRecord | undefined
  for (;;) {
    const page = { archived: 'included', direction: 'asc', after, limit: recordsAtOnce } as const
    const records = await tx.records.walk(workspaceId, objectId, page)
    if (records.length > 0) yield records
    if (records.length < recordsAtOnce) return
    after = records.at(-1)
  }
}
