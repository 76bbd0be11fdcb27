// Actions on a person's imports: upload, choose, start, cancel, undo, drop (IMP-01, IMP-04).
import { englishOf, reason, type KnownReason } from '../../shared/api/import-reasons.ts'
import { undoImportWithin, type ImportChoices } from '../../shared/api/launcher/imports.ts'
import type { Scope } from '../../shared/api/primitives.ts'
import type { Store, Tx } from '../db/store.ts'
import type { Refusal } from '../http/errors.ts'
import { prefixedId } from '../base/ids.ts'
import type { Refused } from '../base/operator-error.ts'
import { holdsScope, mayGrant } from '../access/principal.ts'
import type { Role } from '../base/caller.rules.ts'
import {
  getImport,
  importsOfPerson,
  deleteImport,
  insertImport,
  fileOfImport,
  updateImport,
  packed,
} from './imports.store.ts'
import type { ImportRunner } from './running/source.ts'
import type { ImportChange, StoredImport } from './stored-import.ts'
import { endImport } from './running/end.ts'
import { readTarget } from './target.ts'

/** Files of one person that wait for a decision. The oldest go. */
const looksKept = 5

/** The person, and what they may do. */
export type Importer = { workspaceId: string; personId: string; role: Role; scopes: readonly Scope[] }
export type ImportDeps = { store: Store; now: () => number; imports: ImportRunner }

type ImportRefusal = Refusal<
  'not_found' | 'invalid_value' | 'invalid_file' | 'forbidden' | 'insufficient_scope'
>
export type ImportOutcome = { ok: true; value: StoredImport } | ImportRefusal

const refuse = (code: ImportRefusal['code'], why: KnownReason): ImportRefusal => ({
  ok: false,
  code,
  message: englishOf(why),
  reason: why,
})
export const noImport = refuse('not_found', reason('no_import'))

/** A file that cannot be read, or a choice that does not fit it. */
const refusedLook = ({ code, message, reason: why }: Refused): ImportRefusal => ({
  ok: false,
  code: code === 'invalid_file' ? 'invalid_file' : 'invalid_value',
  message,
  ...(why && { reason: why }),
})

/** Until when an import can be undone, in epoch milliseconds. */
export const undoUntil = ({ endedAt, startedAt, createdAt }: StoredImport): number =>
  (endedAt ?? startedAt ?? createdAt) + undoImportWithin

export const newImport = (
  { workspaceId, personId }: Pick<Importer, 'workspaceId' | 'personId'>,
  { name, zone, at }: { name: string; zone: string; at: number },
): StoredImport => ({
  workspaceId,
  id: prefixedId('imp'),
  personId,
  name,
  state: 'looked',
  goal: 'import',
  zone,
  choices: {},
  look: null,
  header: null,
  object: 'tasks',
  repeating: 0,
  total: 0,
  done: 0,
  place: null,
  batches: 0,
  counts: { created: 0, updated: 0, unchanged: 0, leftOut: 0, alsoCreated: {} },
  faults: null,
  problem: null,
  rate: null,
  leasedBy: null,
  leasedUntil: 0,
  startedAt: null,
  endedAt: null,
  undoPlace: null,
  undone: 0,
  spared: 0,
  createdAt: at,
})

/** The import of the person; those of others are not there. */
export async function ownImport(
  tx: Tx,
  { workspaceId, personId }: Pick<Importer, 'workspaceId' | 'personId'>,
  id: string,
): Promise<StoredImport | undefined> {
  const found = await getImport(tx, { workspaceId, id })
  return found?.personId === personId ? found : undefined
}

/** @returns what changes of an import by a look at its file */
async function look(
  { store, imports }: ImportDeps,
  { workspaceId, zone }: StoredImport,
  bytes: Uint8Array,
  choices: ImportChoices,
): Promise<{ ok: true; change: ImportChange } | ImportRefusal> {
  const target = await store.read((tx) => readTarget(tx, workspaceId))
  const looked = await imports.look({ bytes, target, choices, zone })
  if (!looked.ok) return refusedLook(looked)
  const { look: shown, total, repeating } = looked.value
  const header = shown.columns.length === 0 ? null : shown.columns.map(({ name }) => name)
  return { ok: true, change: { choices, look: shown, header, object: shown.object, total, repeating } }
}

/** Looks at a file and keeps it until the person decides. */
export async function addImport(
  deps: ImportDeps,
  importer: Importer,
  { name, bytes, zone }: { name: string; bytes: Uint8Array; zone: string },
): Promise<ImportOutcome> {
  const made = newImport(importer, { name, zone, at: deps.now() })
  const looked = await look(deps, made, bytes, {})
  if (!looked.ok) return looked
  const value = { ...made, ...looked.change }
  const parts = await packed(bytes)
  const { workspaceId, personId } = importer
  await deps.store.write(async (tx) => {
    const waiting = (await importsOfPerson(tx, workspaceId, personId, 0)).filter(
      ({ state }) => state === 'looked',
    )
    for (const old of waiting.slice(looksKept - 1)) await deleteImport(tx, old)
    await insertImport(tx, value, parts)
  }, workspaceId)
  return { ok: true, value }
}

const begun = refuse('invalid_value', reason('started'))

/** Changes what is given of the choices, and looks again. Another object forgets the columns and the key. */
export async function changeImport(
  deps: ImportDeps,
  importer: Importer,
  id: string,
  given: ImportChoices,
): Promise<ImportOutcome> {
  const { store } = deps
  const { workspaceId, role } = importer
  if (role === 'member' && given.columns?.some(({ create }) => create !== undefined))
    return refuse('forbidden', reason('fields_of_owners'))
  const { held, bytes } = await store.read(async (tx) => {
    const own = await ownImport(tx, importer, id)
    return { held: own, bytes: own?.state === 'looked' ? await fileOfImport(tx, own) : undefined }
  })
  if (!held) return noImport
  if (!bytes) return begun
  const isElsewhere = given.object !== undefined && given.object !== held.object
  const { columns, key, ...others } = held.choices
  const kept = isElsewhere
    ? others
    : { ...others, ...(columns && { columns }), ...(key !== undefined && { key }) }
  const looked = await look(deps, held, bytes, { ...kept, ...given })
  if (!looked.ok) return looked
  return store.write(async (tx): Promise<ImportOutcome> => {
    const own = await ownImport(tx, importer, id)
    if (!own) return noImport
    if (own.state !== 'looked') return begun
    const changed = await updateImport(tx, own, looked.change)
    return changed ? { ok: true, value: changed } : noImport
  }, workspaceId)
}

/** Why a person may not write what an import writes, if so. */
function refusalOf({ role, scopes }: Importer, { object }: StoredImport): ImportRefusal | undefined {
  if (object === 'tasks') return undefined
  if (!mayGrant(role, 'records:write')) return refuse('forbidden', reason('records_of_owners'))
  return holdsScope(scopes, 'records:write') ? undefined : refuse('insufficient_scope', reason('scope'))
}

/** @param next what changes of the import, or why it cannot; undefined where it is so already */
async function step(
  { store, imports }: ImportDeps,
  importer: Importer,
  id: string,
  next: (tx: Tx, held: StoredImport) => Promise<ImportChange | ImportRefusal | undefined>,
): Promise<ImportOutcome> {
  const { workspaceId } = importer
  const outcome = await store.write(async (tx): Promise<ImportOutcome> => {
    const held = await ownImport(tx, importer, id)
    if (!held) return noImport
    const change = await next(tx, held)
    if (change && 'ok' in change) return change
    const value = change ? await updateImport(tx, held, change) : await getImport(tx, held)
    return value ? { ok: true, value } : noImport
  }, workspaceId)
  imports.wake(workspaceId)
  return outcome
}

/** Begins to write, or goes on after a failure. */
export const startImport = (deps: ImportDeps, importer: Importer, id: string): Promise<ImportOutcome> =>
  step(deps, importer, id, async (_tx, held) => {
    const refusal = refusalOf(importer, held)
    if (refusal) return refusal
    const { state, goal } = held
    if (state === 'running') return undefined
    if (state !== 'looked' && !(state === 'failed' && goal === 'import'))
      return refuse('invalid_value', reason('ended'))
    if (state === 'looked' && held.look?.rows === 0) return refuse('invalid_value', reason('no_rows'))
    return { state: 'running', problem: null, faults: null, startedAt: held.startedAt ?? deps.now() }
  })

/** Stops after the batch. What was written stays, and can be undone. */
export const cancelImport = (deps: ImportDeps, importer: Importer, id: string): Promise<ImportOutcome> =>
  step(deps, importer, id, async (tx, held) => {
    const { state, goal } = held
    if (state === 'looked' || goal === 'undo') return refuse('invalid_value', reason('not_started'))
    if (state === 'running' || state === 'failed') await endImport(tx, held, 'cancelled', deps.now())
    return undefined
  })

/** Takes back what was written, but for what people have changed since. */
export const undoneImport = (deps: ImportDeps, importer: Importer, id: string): Promise<ImportOutcome> =>
  step(deps, importer, id, async (tx, held) => {
    const refusal = refusalOf(importer, held)
    if (refusal) return refusal
    if (held.state === 'undoing' || held.state === 'undone') return undefined
    if (held.state === 'looked') return refuse('invalid_value', reason('not_imported'))
    if (held.state === 'running') return refuse('invalid_value', reason('running'))
    if (undoUntil(held) < deps.now()) return refuse('invalid_value', reason('undo_over'))
    if (held.state === 'failed' && held.goal === 'import') await endImport(tx, held, 'cancelled', deps.now())
    return { state: 'undoing', goal: 'undo', problem: null, startedAt: deps.now() }
  })

/** Forgets a file that was not imported. */
export async function dropImport(
  { store }: ImportDeps,
  importer: Importer,
  id: string,
): Promise<ImportOutcome> {
  return store.write(async (tx): Promise<ImportOutcome> => {
    const held = await ownImport(tx, importer, id)
    if (!held) return noImport
    if (held.state !== 'looked') return refuse('invalid_value', reason('not_waiting'))
    await deleteImport(tx, held)
    return { ok: true, value: held }
  }, importer.workspaceId)
}
