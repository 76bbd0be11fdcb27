// Changes the variables of an environment in one transaction: compare, check limits, seal (CLI-02).
import { variableLimits, type VariablesChange } from '../../shared/api/environments.ts'
import { maxDetails } from '../../shared/api/errors.ts'
import type { Refusal } from '../http/errors.ts'
import { variableContext, type Seal } from '../sealing/sealing.ts'
import type { Place, SealedVariable } from './environments.store.ts'
import type { Tx } from '../db/store.ts'
import {
  environmentsOfProject,
  sealedVariables,
  putEnvironment,
  putVariable,
  deleteVariable,
} from './environments.store.ts'

export type Write = {
  workspaceId: string
  personId: string
  place: Place
  variables: Readonly<Record<string, string>>
  /** `merge` keeps the keys that are not named; `replace` deletes them. */
  mode: 'merge' | 'replace'
  baseVersion: number | undefined
  /** Epoch milliseconds. */
  at: number
}

export type Outcome = { ok: true; change: VariablesChange } | Refusal<'version_conflict' | 'validation_error'>

export const openVariable = (
  seal: Seal,
  workspaceId: string,
  place: Place,
  { name, sealed }: SealedVariable,
): string => seal.open(sealed, variableContext(workspaceId, place, name))

const invalid = (message: string, path: string[] = ['variables']): Outcome => ({
  ok: false,
  code: 'validation_error',
  message,
  details: [{ path, code: 'too_big', message }],
})

function stale(version: number, base: number, stored: readonly SealedVariable[]): Outcome {
  const details = stored
    .filter((variable) => variable.version > base)
    .slice(0, maxDetails)
    .map(({ name, version: changed }) => ({
      path: ['variables', name],
      code: 'changed',
      message: `Changed in version ${changed}.`,
    }))
  const message = `The environment is at version ${version}, not ${base}. Read it again, then send the remaining changes.`
  return { ok: false, code: 'version_conflict', message, details }
}

function tooLarge(next: ReadonlyMap<string, string | undefined>): string | undefined {
  if (next.size > variableLimits.count)
    return `An environment holds at most ${variableLimits.count} variables.`
  let bytes = 0
  for (const [key, value] of next) bytes += Buffer.byteLength(key) + Buffer.byteLength(value ?? '')
  return bytes > variableLimits.totalBytes
    ? `The keys and values of an environment take at most ${variableLimits.totalBytes} bytes, not ${bytes}.`
    : undefined
}

/** Applies the change, or refuses it. A change of nothing keeps the version. */
export async function writeVariables(tx: Tx, seal: Seal, write: Write): Promise<Outcome> {
  const { workspaceId, place, at } = write
  const environments = await environmentsOfProject(tx, workspaceId, place.projectId)
  const known = environments.find(({ name }) => name === place.environment)
  const stored = await sealedVariables(tx, workspaceId, place)
  const { version } = known ?? { version: 0 }
  if (write.baseVersion !== undefined && write.baseVersion !== version)
    return stale(version, write.baseVersion, stored)

  const given = new Map(Object.entries(write.variables))
  const before = new Map(
    // A variable sealed with a lost key counts as changed, so that a push writes it again.
    stored.map((variable) => [
      variable.name,
      seal.missingKey(variable.sealed) === undefined
        ? openVariable(seal, workspaceId, place, variable)
        : undefined,
    ]),
  )
  const next = write.mode === 'merge' ? new Map([...before, ...given]) : given
  const message = tooLarge(next)
  if (message !== undefined) return invalid(message)
  const created = [...next.keys()].filter((key) => !before.has(key)).toSorted()
  const updated = [...next].flatMap(([key, value]) =>
    before.has(key) && before.get(key) !== value ? [key] : [],
  )
  const deleted = [...before.keys()].filter((key) => !next.has(key))
  const change = { version, created, updated: updated.toSorted(), deleted: deleted.toSorted() }
  if (created.length + updated.length + deleted.length === 0) return { ok: true, change }
  if (!known && environments.length >= variableLimits.environments)
    return invalid(`A project has at most ${variableLimits.environments} environments.`, ['environment'])

  const after = version + 1
  await putEnvironment(tx, workspaceId, place.projectId, {
    name: place.environment,
    version: after,
    updatedAt: at,
  })
  for (const name of [...created, ...updated]) {
    const sealed = seal.seal(next.get(name) ?? '', variableContext(workspaceId, place, name))
    const variable = { name, sealed, version: after, updatedBy: write.personId, updatedAt: at }
    await putVariable(tx, workspaceId, place, variable)
  }
  for (const name of deleted) await deleteVariable(tx, workspaceId, place, name)
  return { ok: true, change: { ...change, version: after } }
}
