// The workspace of "Use a local workspace" (APP-08): one owner, who has neither an email address nor a password.
import type { Language } from '../shared/language.ts'
import { fillWorkspace, localSize, partsOf, usualPart } from './demo/fill.ts'
import { guideColleagues } from './demo/names.ts'
import { putSchema } from './import/import-schema.ts'
import { starterSchema } from './imports/starter.ts'
import { personIn } from './operator/members.ts'
import { createWorkspaceIn } from './operator/workspaces.ts'
import { localEmail } from './access/people.store.ts'
import type { Store } from './db/store.ts'
import { workspaceBySlug } from './access/workspaces.store.ts'
import { membersOfWorkspace, putMembership } from './access/members.store.ts'
import { existsSync, renameSync, rmSync, statSync, utimesSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { dirname } from 'node:path'
import { checkOutput, writingTo } from './base/output.ts'
import { writePrivateFile } from './base/private-file.ts'
import { migrations } from './db/migrate.ts'
import { openStore } from './db/open.ts'
import { exportWorkspace } from './import/export-workspace.ts'
import { writeBackup, restoreBackup } from './operator/backup.ts'
import { operatorError } from './base/operator-error.ts'

const localSlug = 'local'

export type LocalWorkspace = { workspaceId: string; personId: string }

/** The local workspace and its owner, if it was created. */
export const localOwner = (store: Store): Promise<(LocalWorkspace & { name: string }) | undefined> =>
  store.read(async (tx) => {
    const workspace = await workspaceBySlug(tx, localSlug)
    const owner =
      workspace && (await membersOfWorkspace(tx, workspace.id)).find((member) => member.role === 'owner')
    return owner && { workspaceId: workspace.id, personId: owner.id, name: owner.name }
  })

/**
 * Creates the local workspace with its owner in one transaction, unless it exists.
 * @param input.demo the zone of the demo data's working hours; null for the objects people and companies without records
 * @param input.language of the names of those objects, their fields and the task statuses; the default is English
 * @param input.at epoch milliseconds
 */
export const createLocal = (
  store: Store,
  input: { name: string; demo: { zone: string } | null; language?: Language; at: number },
): Promise<LocalWorkspace> =>
  store.write(async (tx) => {
    const { name, demo, language, at } = input
    const known = await workspaceBySlug(tx, localSlug)
    const workspace =
      known ??
      (await createWorkspaceIn(tx, {
        slug: localSlug,
        name: 'Local workspace',
        plan: 'pro',
        memberLimit: null,
        // The demo is in English.
        language: demo === null ? language : 'en',
        at,
      }))
    const owner = (await membersOfWorkspace(tx, workspace.id)).find((member) => member.role === 'owner')
    if (owner) return { workspaceId: workspace.id, personId: owner.id }
    const person = await personIn(tx, { email: localEmail, name, passwordHash: null, at })
    await putMembership(tx, workspace.id, person.id, 'owner', at)
    if (demo === null) await putSchema(tx, workspace.id, starterSchema(language), at)
    else {
      const colleagues: string[] = []
      for (const one of guideColleagues) {
        const { id } = await personIn(tx, { ...one, passwordHash: null, at })
        await putMembership(tx, workspace.id, id, 'member', at)
        colleagues.push(id)
      }
      const [all] = partsOf(localSize, usualPart)
      await fillWorkspace(tx, workspace.id, localSlug, [person.id, ...colleagues], all, at, demo.zone)
    }
    return { workspaceId: workspace.id, personId: person.id }
  })

// Files of the local workspace: its backup, its export, and a restore. A restore is loaded into a file beside the database and
// then put in its place, so that a crash leaves the old workspace or the new one.

type Passed = (count: number) => void

/** A restore that waits for the person's word. */
export type PreparedRestore = {
  /** When the backup was made, ISO 8601. */
  createdAt: string
  /** The owner in the backup. */
  name: string
  /** The name that the present database will have. */
  keptAs: string
}

const pathOf = (database: string): string => database.slice('file:'.length)
const draftOf = (path: string): string => `${path}.part`
const preparedOf = (path: string): string => `${path}.restored`

const sizeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0

function removeDatabase(path: string): void {
  for (const ending of ['', '-wal', '-shm']) rmSync(`${path}${ending}`, { force: true })
}

/** Writes all of the database. Its secrets stay sealed by the key beside the database, which is not in the file. */
export function backUpLocal(
  store: Store,
  database: string,
  { file, at, passed }: { file: string; at: number; passed: Passed },
): Promise<unknown> {
  checkOutput(file, { database })
  return writePrivateFile(file, 'replace', (handle) =>
    writeBackup(store, handle, { at, consistent: false, passed }),
  )
}

/** Writes the lines that `svc import` reads. */
export function exportLocal(
  store: Store,
  database: string,
  { file, passed }: { file: string; passed: Passed },
): Promise<unknown> {
  checkOutput(file, { database })
  return writingTo(file, 'replace', (write) => exportWorkspace(store, localSlug, write, passed))
}

/** `workspace.db` → `workspace-2026-11-28-074105.db`. @param at epoch milliseconds */
export function keptName(path: string, at: number): string {
  const stamp = new Date(at).toISOString().slice(0, 19).replaceAll(':', '').replace('T', '-')
  const numbered = (count: number) => path.replace(/(\.db)?$/, `-${stamp}${count === 1 ? '' : `-${count}`}$1`)
  let count = 1
  while (existsSync(numbered(count))) count += 1
  return numbered(count)
}

/**
 * Loads the backup into a new database beside the present one, which goes on.
 * @param input.at epoch milliseconds
 * @throws OperatorError or StoreError, for example `invalid_file`
 */
export async function prepareRestore(
  database: string,
  { file, at, passed }: { file: string; at: number; passed: Passed },
): Promise<PreparedRestore> {
  const path = pathOf(database)
  const draft = draftOf(path)
  cancelRestore(database)
  try {
    const known = Object.keys(migrations)
    const { createdAt } = await restoreBackup({ path: file, database: `file:${draft}`, known, passed })
    const store = await openStore(`file:${draft}`)
    const owner = await localOwner(store)
    await store.close()
    if (owner === undefined)
      throw operatorError('not_found', `The backup ${file} does not hold a local workspace.`)
    renameSync(draft, preparedOf(path))
    // The name that is told follows from it, however long the person thinks.
    utimesSync(preparedOf(path), at / 1000, at / 1000)
    return { createdAt, name: owner.name, keptAs: keptName(path, at) }
  } catch (error) {
    removeDatabase(draft)
    throw error
  }
}

/** Drops what was prepared. */
export function cancelRestore(database: string): void {
  const path = pathOf(database)
  removeDatabase(draftOf(path))
  removeDatabase(preparedOf(path))
}

/**
 * Puts the prepared database in the place of the present one, which must be closed.
 * @returns where the present one is kept
 * @throws OperatorError `conflict` if another process has it open; nothing was changed then
 */
export async function applyRestore(database: string): Promise<string> {
  const path = pathOf(database)
  const prepared = preparedOf(path)
  if (!existsSync(prepared)) throw operatorError('not_found', 'There is no restored workspace to open.')
  // SQLite would apply the log that is left to the new database.
  if (sizeOf(`${path}-wal`) > 0)
    throw operatorError('conflict', 'Another program has the workspace open. Close it, and restore again.')
  const kept = keptName(path, statSync(prepared).mtimeMs)
  renameSync(path, kept)
  renameSync(prepared, path)
  const folder = await open(dirname(path)).catch(() => undefined)
  await folder?.sync().catch(() => undefined)
  await folder?.close()
  return kept
}

/** Completes a restore that was cut off between its renames, or drops one that was not confirmed. Call before each start. */
export function settleRestore(database: string): void {
  if (!database.startsWith('file:')) return
  const path = pathOf(database)
  if (!existsSync(path) && existsSync(preparedOf(path))) renameSync(preparedOf(path), path)
  cancelRestore(database)
}
