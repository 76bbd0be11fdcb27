// A transaction of inserts as one statement. Its writers run before anything is sent, on what was last known of their
// workspace. The statement locks the workspace where that is still so, and inserts; where it is not, it does nothing.
import { Kysely, type CompiledQuery } from 'kysely'
import type { DefinitionsMemory } from '../definitions-memory.ts'
import { createRecent, type Recent } from '../recent.ts'
import type { Database } from '../schema.ts'
import { withoutNul } from '../stored-text.ts'
import { bindResources, type Tx } from '../store.ts'
import type { Transaction } from '../transactions/shared-commits.ts'
import { writeView } from '../transactions/write-view.ts'
import { postgresDialect } from './dialect.ts'
import { partsOf } from './last-inserts.ts'
import { guard, isInsert, type Insert } from './lists.ts'
import type { Send } from './send.ts'

const rememberedWorkspaces = 1_000

/**
 * Of each workspace, the version of its definitions under which nobody wanted events, as the last transaction that asked
 * has seen it; undefined where somebody does.
 */
export type QuietVersions = Recent<string, string | undefined>

export const createQuietVersions = (): QuietVersions => createRecent(rememberedWorkspaces)

export type Optimistic = Omit<Transaction<Tx>, 'commit' | 'follow' | 'rollback'> & {
  commit: () => Promise<void>
}

const unforeseen = () => new Error('An optimistic transaction does not know what it was asked.')

// A change of definitions or of webhooks renews the version. An older program, which may write beside this one, renews it
// for the former only.
const lock = `${guard} as (
  select 1 from workspace where id = $1 and definitions_version = $2
    and not exists (select 1 from webhook where workspace_id = $1 and status = 'enabled')
  for update)`
const placesOfLock = 2

const textOf = (inserts: readonly Insert[]): string => {
  const parts = partsOf(
    inserts.map(({ guarded, parameters }) => ({ text: guarded, parameters })),
    placesOfLock,
  )
  const all = [lock, ...parts.map((part, at) => `i${at} as (${part})`)]
  return `with ${all.join(', ')} select count(*) as held from ${guard}`
}

/**
 * @param send over the connection of the transactions
 * @returns begins a transaction where the workspace is known to be quiet. It sends nothing before its commit, which fails
 * and leaves nothing behind where a writer asked what is not known, or what was known is no longer so
 */
export function bindOptimistic(
  send: Send,
  definitionsOf: DefinitionsMemory,
  quiet: QuietVersions,
): (workspaceId: string) => Optimistic | undefined {
  let kept: Insert[] = []
  let theirs = ''
  let isOver = false
  const texts = new Map<string, string>()

  const giveUp = async (): Promise<never> => {
    // Whoever asked may pass over it in silence.
    isOver = true
    throw unforeseen()
  }
  const keep = (query: CompiledQuery): boolean => {
    // Two inserts into a table may mean the same row, which one statement changes once.
    if (!isInsert(query) || kept.some(({ into }) => into === query.into)) return false
    kept.push(query)
    return true
  }
  const resources = bindResources(
    new Kysely<Database>({ dialect: postgresDialect(giveUp, { inserts: { keep } }) }),
  )
  const enabled = async (workspaceId: string) => (workspaceId === theirs ? [] : giveUp())
  const presumed = { ...resources, events: { ...resources.events, enabled } }
  const { tx, begun, tellVersion, marked, finish } = writeView(presumed, definitionsOf, giveUp)

  return (workspaceId) => {
    const version = quiet.get(workspaceId)
    if (version === undefined) return undefined
    kept = []
    theirs = workspaceId
    isOver = false
    begun()
    tellVersion(workspaceId, version)
    return {
      tx,
      mark: marked,
      undo: giveUp,
      async commit() {
        await finish()
        if (isOver) throw unforeseen()
        const which = kept.map(({ sql }) => sql).join()
        const text = texts.get(which) ?? textOf(kept)
        texts.set(which, text)
        const parameters = kept.flatMap((insert) => withoutNul(insert.parameters))
        const { rows } = await send(text, [workspaceId, version, ...parameters])
        if (rows[0].held === 0) throw unforeseen()
      },
    }
  }
}
