// Stores what a plan says, a batch in each transaction, through the functions that the API writes with: events, search and the
// index of fields come with them (IMP-03).
import type { Actor } from '../webhooks/event-types.rules.ts'
import type { Store, Tx } from '../db/store.ts'
import { newUuid, prefixedId } from '../ids.ts'
import { operatorError } from '../operator/error.ts'
import type { RecordAuthor } from '../records/record-write.ts'
import { createTask, type TaskAuthor } from '../tasks/task-write.ts'
import { mayGrant } from '../workspaces/scopes.rules.ts'
import { faultOf, type Draft, type ImportFault, type Plan, type TaskDraft } from './plan.ts'
import { writeRecords, type Counts } from './write-records.ts'

/** How long a batch should keep other writers waiting, in milliseconds. The next batch has as many rows as that takes. */
const batchTime = 200
const fewestRows = 100
const mostRows = 1_000

/** The member who imports. Their role is read in each transaction, because it can change at any time. */
export type ImportOwner = { workspaceId: string; personId: string; actor: Actor }

export type ImportAnswer = {
  id: string
  object: string
  rows: number
  created: number
  updated: number
  /** Found by their key, and the same already. */
  unchanged: number
  leftOut: number
  /** Tasks whose date comes again, which they keep in words. */
  repeating?: number
  /** Records that rows name and that did not exist, by the slug of their object. */
  alsoCreated: Readonly<Record<string, number>>
  /** In the order of the lines. */
  faults: readonly ImportFault[]
}

/** A draft, the id that it gets, and its place in the plan. */
export type Placed<T extends Draft> = { draft: T; id: string; index: number }

const isRecord = (placed: Placed<Draft>): placed is Placed<Draft & { is: 'record' }> =>
  placed.draft.is === 'record'
const isTask = (placed: Placed<Draft>): placed is Placed<TaskDraft> => placed.draft.is === 'task'

/** Companies come before the people who name them, and tasks before those below them. */
function inOrder(drafts: readonly Draft[]): Placed<Draft>[] {
  const placed = drafts.map((draft, index) => ({ draft, id: newUuid(), index }))
  const depths = new Map<number, number>()
  const depthOf = (index: number): number => {
    const path: number[] = []
    let at: number | null = index
    while (at !== null && !depths.has(at)) {
      path.push(at)
      const draft: Draft | undefined = drafts[at]
      at = draft?.is === 'task' ? draft.parent : null
    }
    let depth = at === null ? -1 : (depths.get(at) ?? 0)
    for (const one of path.toReversed()) depths.set(one, (depth += 1))
    return depths.get(index) ?? 0
  }
  const rank = ({ draft, index }: Placed<Draft>) =>
    draft.is === 'task' ? depthOf(index) : draft.byTitle ? 0 : 1
  return placed.toSorted((a, b) => rank(a) - rank(b) || a.index - b.index)
}

/** @param written ids of the tasks that are stored, by their place in the plan */
async function writeTasks(
  tx: Tx,
  author: TaskAuthor,
  batch: readonly Placed<TaskDraft>[],
  written: ReadonlyMap<number, string>,
  now: () => number,
): Promise<{ counts: Counts; ids: Map<number, string> }> {
  const counts: Counts = { created: 0, updated: 0, unchanged: 0, leftOut: 0, alsoCreated: {}, faults: [] }
  const ids = new Map<number, string>()
  for (const { draft, id, index } of batch) {
    const parentId =
      draft.parent === null ? null : (ids.get(draft.parent) ?? written.get(draft.parent) ?? null)
    const { title, description, startDate, dueDate, priority, assignees, sectionId, status } = draft
    const input = {
      title,
      description,
      startDate,
      dueDate,
      priority,
      assignees,
      sectionId,
      parentId,
      linkedRecordIds: [],
      ...(status !== null && { status }),
    }
    const outcome = await createTask(tx, { ...author, at: now() }, id, input)
    if (outcome.ok) {
      counts.created += 1
      ids.set(index, id)
    } else {
      counts.leftOut += 1
      counts.faults.push(faultOf(draft.line, '', title, outcome.message.replace(/\.$/, '')))
    }
  }
  return { counts, ids }
}

/** The member's role, if it allows what the plan writes. */
async function roleOf(tx: Tx, { workspaceId, personId }: ImportOwner, plan: Plan) {
  const standing = await tx.members.standing(workspaceId, personId)
  if (!standing) throw operatorError('forbidden', 'The person who imports is not a member of the workspace.')
  if (plan.into !== 'tasks' && !mayGrant(standing.role, 'records:write'))
    throw operatorError('forbidden', 'Members import tasks. Only owners and admins import records.')
  return standing.role
}

export type RunOptions = {
  /** Called after each batch with the number of rows that are done. */
  onProgress?: ((rows: number, total: number) => void) | undefined
  /** Epoch milliseconds. */
  now?: () => number
}

/**
 * Stores a plan. A row that the service refuses is left out and listed.
 * @throws OperatorError `forbidden`; StoreError. Rows of earlier batches stay
 */
export async function runImport(
  store: Store,
  owner: ImportOwner,
  plan: Plan,
  { onProgress, now = Date.now }: RunOptions = {},
): Promise<ImportAnswer> {
  const { workspaceId, personId, actor } = owner
  const waiting = inOrder(plan.drafts)
  const total = waiting.length
  const taskIds = new Map<number, string>()
  const alsoCreated: Record<string, number> = {}
  const sums = { created: 0, updated: 0, unchanged: 0, leftOut: plan.leftOut }
  const faults = [...plan.faults]
  let atOnce = fewestRows
  await store.read((tx) => roleOf(tx, owner, plan))
  for (let from = 0; from < total;) {
    const batch = waiting.slice(from, from + atOnce)
    let began = 0
    const { counts, ids } = await store.write(async (tx) => {
      began = performance.now()
      const role = await roleOf(tx, owner, plan)
      const author: RecordAuthor = { workspaceId, personId, actor, at: now() }
      const tasks = batch.filter(isTask)
      if (tasks.length > 0) return writeTasks(tx, { ...author, role }, tasks, taskIds, now)
      return {
        counts: await writeRecords(tx, author, batch.filter(isRecord), { key: plan.key, now }),
        ids: new Map(),
      }
    }, workspaceId)
    const inTime = Math.round((batch.length * batchTime) / Math.max(1, performance.now() - began))
    atOnce = Math.min(mostRows, Math.max(fewestRows, inTime))
    from += batch.length
    for (const name of ['created', 'updated', 'unchanged', 'leftOut'] as const) sums[name] += counts[name]
    for (const [slug, count] of Object.entries(counts.alsoCreated))
      alsoCreated[slug] = (alsoCreated[slug] ?? 0) + count
    for (const [index, id] of ids) taskIds.set(index, id)
    faults.push(...counts.faults)
    onProgress?.(from, total)
    await store.giveWay?.()
  }
  return {
    id: prefixedId('imp'),
    object: plan.into,
    rows: plan.rows,
    ...sums,
    ...(plan.repeating && { repeating: plan.repeating }),
    alsoCreated,
    faults: faults.toSorted((a, b) => a.line - b.line),
  }
}
