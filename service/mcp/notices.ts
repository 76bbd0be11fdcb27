// Notices of changed resources, from the feed of changes: of what the reader may see, and of nothing else.
import { changeStream } from '../../shared/api/changes.ts'
import { readChanges, type Sight } from '../changes/changes.ts'
import type { Position } from '../changes/changes.store.ts'
import type { Store } from '../db/store.ts'
import type { Principal } from '../http/app-type.ts'
import { objectsOfWorkspace } from '../objects/objects.store.ts'
import { recordsAmong } from '../records/records.store.ts'
import { briefUri, objectUri, objectsUri, type Who } from './server.ts'

const atOnce = 100

/** URIs of the resources that changed behind a position, and where to go on. */
async function changedSince(
  { store, sight }: { store: Store; sight: Sight },
  principal: Principal,
  after: Position,
): Promise<{ uris: ReadonlySet<string>; position: Position }> {
  const { workspaceId } = principal
  return store.read(async (tx) => {
    const page = await readChanges(tx, principal, { after, kinds: undefined, limit: atOnce }, sight)
    // Too old: everything may have changed.
    if (!page) {
      const objects = await objectsOfWorkspace(tx, workspaceId)
      const now = await readChanges(tx, principal, { after: 'now', kinds: undefined, limit: 1 }, sight)
      const uris = new Set([briefUri, objectsUri, ...objects.map(({ slug }) => objectUri(slug))])
      return { uris, position: now?.position ?? after }
    }
    const ids = page.changes.flatMap(({ kind, id, item }) =>
      kind === 'record' ? [id] : item?.kind === 'record' ? [item.id] : [],
    )
    const records = await recordsAmong(tx, workspaceId, [...new Set(ids)])
    const slugs = new Map((await objectsOfWorkspace(tx, workspaceId)).map(({ id, slug }) => [id, slug]))
    const uris = new Set(records.map(({ objectId }) => objectUri(slugs.get(objectId) ?? '')))
    if (page.changes.some(({ kind }) => kind !== 'record')) uris.add(briefUri)
    return { uris, position: page.position }
  })
}

/**
 * Tells of each changed resource, until the stream of the feed ends.
 * @param announced the stream of `live.open`
 */
export async function tellChanges(
  deps: { store: Store; sight: Sight },
  who: Who,
  announced: ReadableStreamDefaultReader<Uint8Array>,
  tell: (uri: string) => void,
): Promise<void> {
  let position: Position | undefined
  for (let next = await announced.read(); !next.done; next = await announced.read()) {
    const event = Buffer.from(next.value).toString()
    // A notification is a part of the brief, and may come without a change.
    if (event.startsWith(`event: ${changeStream.notified}`)) tell(briefUri)
    // A comment says only that the stream is alive.
    if (!event.startsWith(`event: ${changeStream.event}`)) continue
    const principal = await who()
    if (!principal) return
    if (position === undefined) {
      const wish = { after: 'now', kinds: undefined, limit: 1 } as const
      position = (await deps.store.read((tx) => readChanges(tx, principal, wish, deps.sight)))?.position
      continue
    }
    for (let from: Position | undefined; from?.number !== position.number;) {
      from = position
      const found = await changedSince(deps, principal, from)
      for (const uri of found.uris) tell(uri)
      ;({ position } = found)
    }
  }
}
