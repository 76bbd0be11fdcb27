// `svc workspace import`: checks a plan against the records, then applies its steps in one transaction.
import { prefixedId } from '../ids.ts'
import { operatorError, type Fault } from '../operator/error.ts'
import { createWorkspaceIn, workspaceOf } from '../operator/workspaces.ts'
import { parseFieldValue } from '../objects/field-types.rules.ts'
import { titleOf } from '../records/record-title.rules.ts'
import type { StoredRecord } from '../records/stored-record.ts'
import { recordEntryOf } from '../search/write-index.store.ts'
import type { Store, Tx } from '../db/store.ts'
import { sentTogether } from '../db/sent-together.ts'
import type { Workspace } from '../workspaces/workspaces.store.ts'
import type { SchemaFile } from './schema-file.ts'
import { planSchema, type Check, type CurrentSchema, type Step } from './schema-plan.ts'

/** Labels of created or changed items by kind; kinds without any are absent. */
type Done = Partial<Record<Step['what'], string[]>>
export type SchemaAnswer = {
  workspace: { slug: string; created: boolean; changed: boolean }
  created: Done
  changed: Done
  /** The number of records whose title changed. */
  retitled: number
}

const recordsAtOnce = 500

/** Pages of all records of an object, archived ones too, oldest first. A record may be changed after its page was read. */
async function* recordPages(tx: Tx, workspaceId: string, objectId: string): AsyncGenerator<StoredRecord[]> {
  let after: StoredRecord | undefined
  for (;;) {
    const page = { archived: 'included', direction: 'asc', after, limit: recordsAtOnce } as const
    const records = await tx.records.walk(workspaceId, objectId, page)
    if (records.length > 0) yield records
    if (records.length < recordsAtOnce) return
    after = records.at(-1)
  }
}

async function currentSchema(tx: Tx, workspaceId: string): Promise<CurrentSchema> {
  const fields = Map.groupBy(await tx.objects.allFields(workspaceId), (field) => field.objectId)
  const objects = await tx.objects.list(workspaceId)
  return {
    objects: objects.map((object) => ({ ...object, fields: fields.get(object.id) ?? [] })),
    statuses: await tx.tasks.statuses(workspaceId),
    sections: await tx.tasks.sections(workspaceId),
    usedStatuses: await tx.definitions.usedStatuses(workspaceId),
  }
}

type Tally = { check: Check; held: number; missing: number; refused: number; reason: string }

function faultOf({ check, held, missing, refused, reason }: Tally): Fault[] {
  const { path, field, mustBeEmpty, mustBeThere } = check
  const slug = `\`${field.slug}\``
  if (mustBeEmpty && held > 0)
    return [{ path, message: `${slug} has values in ${held} records: its type and targets cannot change.` }]
  if (refused > 0)
    return [{ path, message: `${slug}: ${refused} records hold a value that would not be valid. ${reason}` }]
  if (mustBeThere && missing > 0)
    return [{ path, message: `${slug} cannot be required: ${missing} records have no value for it.` }]
  return []
}

/** The checks that the records of one object fail. */
async function failedChecks(tx: Tx, workspaceId: string, objectId: string, checks: readonly Check[]) {
  const tallies = checks.map((check): Tally => ({ check, held: 0, missing: 0, refused: 0, reason: '' }))
  for await (const records of recordPages(tx, workspaceId, objectId))
    for (const { values } of records)
      for (const tally of tallies) {
        const value = values[tally.check.field.id]
        if (value === undefined) tally.missing += 1
        else {
          tally.held += 1
          const parsed = parseFieldValue(tally.check.field, value)
          if (parsed.ok) continue
          tally.refused += 1
          tally.reason = parsed.message
        }
      }
  return tallies.flatMap(faultOf)
}

function apply(tx: Tx, workspaceId: string, { do: action, what, item }: Step): Promise<void> {
  const { objects, tasks, definitions } = tx
  const isNew = action === 'create'
  switch (what) {
    case 'object':
      return isNew ? objects.create(workspaceId, item) : definitions.changeObject(workspaceId, item)
    case 'field':
      return isNew ? objects.createField(workspaceId, item) : definitions.changeField(workspaceId, item)
    case 'status':
      return isNew ? tasks.createStatus(workspaceId, item) : definitions.changeStatus(workspaceId, item)
    case 'section':
      return isNew ? tasks.createSection(workspaceId, item) : definitions.changeSection(workspaceId, item)
  }
}

/**
 * Updates the titles of an object's records after a change of its fields, also in search. No person or program changed
 * these records, so `updatedAt`, by which search ranks, stays, and no event is sent. Their versions grow.
 * @returns how many titles changed
 */
async function retitle(tx: Tx, workspaceId: string, objectId: string): Promise<number> {
  const fields = await tx.objects.fields(workspaceId, objectId)
  let count = 0
  for await (const records of recordPages(tx, workspaceId, objectId)) {
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
        .map(({ record, title }) => recordEntryOf({ ...record, title }, fields)),
    )
    count += stale.length
  }
  return count
}

/** Creates the workspace if the file describes it, or updates it to what the file says. */
async function wantedWorkspace(tx: Tx, slug: string, wanted: SchemaFile['workspace'], at: number) {
  const known = await tx.workspaces.bySlug(slug)
  if (!known) {
    if (!wanted)
      throw operatorError(
        'not_found',
        `There is no workspace \`${slug}\`, and the file does not describe one.`,
      )
    const { name = slug, plan = 'free', memberLimit = null } = wanted
    const workspace = await createWorkspaceIn(tx, { slug, name, plan, memberLimit, at })
    return { workspace, created: true, changed: false }
  }
  const after: Workspace = {
    ...known,
    name: wanted?.name ?? known.name,
    plan: wanted?.plan ?? known.plan,
    memberLimit: wanted?.memberLimit === undefined ? known.memberLimit : wanted.memberLimit,
  }
  const { name, plan, memberLimit } = after
  const changed = name !== known.name || plan !== known.plan || memberLimit !== known.memberLimit
  if (changed) await tx.workspaces.change(known.id, { name, plan, memberLimit })
  return { workspace: await workspaceOf(tx, slug), created: false, changed }
}

/** Sections about records that do not exist or are archived. */
async function lostRecords(tx: Tx, workspaceId: string, { sections }: SchemaFile): Promise<Fault[]> {
  const ids = sections.flatMap(({ record }) => record ?? [])
  const records = await tx.records.among(workspaceId, ids)
  const active = new Set(records.filter((record) => !record.archived).map((record) => record.id))
  return sections.flatMap(({ record }, index) =>
    typeof record !== 'string' || active.has(record)
      ? []
      : [{ path: ['sections', index, 'record'], message: `There is no active record ${record}.` }],
  )
}

const labels = (steps: readonly Step[], action: Step['do']): Done => {
  const done: Done = {}
  for (const step of steps) if (step.do === action) (done[step.what] ??= []).push(step.label)
  return done
}

const dryRun = Symbol('dry run')

/**
 * Changes a workspace to what a file says. Importing the same file again changes nothing.
 * @param input.slug the file's if undefined
 * @param input.at epoch milliseconds
 * @throws OperatorError `conflict` with every reason, `not_found` or `bad_option`; nothing is changed then
 */
export async function importSchema(
  store: Store,
  input: { slug: string | undefined; schema: SchemaFile; mode: 'write' | 'dry run'; at: number },
): Promise<SchemaAnswer> {
  const { schema, mode, at } = input
  const slug = input.slug ?? schema.workspace?.slug
  if (slug === undefined)
    throw operatorError('bad_option', 'Name the workspace: with --workspace, or in the file.')
  let answer: SchemaAnswer | undefined
  try {
    await store.write(async (tx) => {
      const { workspace, created, changed } = await wantedWorkspace(tx, slug, schema.workspace, at)
      await tx.lock(workspace.id)
      const current = await currentSchema(tx, workspace.id)
      const { steps, checks, faults, retitled } = planSchema(current, schema, prefixedId, at)
      faults.push(...(await lostRecords(tx, workspace.id, schema)))
      for (const [objectId, some] of Map.groupBy(checks, (check) => check.objectId))
        faults.push(...(await failedChecks(tx, workspace.id, objectId, some)))
      if (faults.length > 0) {
        const what = faults.length === 1 ? 'One change conflicts' : `${faults.length} changes conflict`
        throw operatorError('conflict', `${what} with the data. Nothing was changed.`, faults)
      }
      for (const step of steps) await apply(tx, workspace.id, step)
      let titles = 0
      for (const objectId of retitled) titles += await retitle(tx, workspace.id, objectId)
      answer = {
        workspace: { slug, created, changed },
        created: labels(steps, 'create'),
        changed: labels(steps, 'change'),
        retitled: titles,
      }
      // A dry run tries everything; the error rolls it back.
      if (mode === 'dry run') throw dryRun
    })
  } catch (error) {
    if (error !== dryRun) throw error
  }
  if (!answer) throw new Error('The import ended without an answer.')
  return answer
}
