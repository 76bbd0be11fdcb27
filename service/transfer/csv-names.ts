// Who and what the cells of references name: people by address, id or name, records by title or id.
import { fold } from '../../shared/text-fold.ts'
import { textKey, titleField } from '../rules/record-keys.ts'
import type { StoredRecord } from '../store/records.ts'
import type { Tx } from '../store/store.ts'
import type { TargetField } from './csv-target.ts'

/** An id, or why there is none. */
export type Found = { ok: true; id: string } | { ok: false; message: string }

export type Names = { field: TargetField; of: 'record' | 'member'; names: readonly string[] }

const guid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i

const oneOf = (ids: readonly string[], name: string, what: string): Found => {
  const [only, ...others] = new Set(ids)
  if (only === undefined) return { ok: false, message: `“${name}” is no ${what}.` }
  if (others.length === 0) return { ok: true, id: only }
  return { ok: false, message: `“${name}” could be ${only} or ${others[0]}. Use the id.` }
}

async function memberFinder(tx: Tx, workspaceId: string) {
  const members = await tx.members.list(workspaceId)
  const known = new Map<string, string[]>()
  const add = (key: string, id: string) => known.set(key, [...(known.get(key) ?? []), id])
  for (const { id, email, name } of members) {
    add(id, id)
    for (const key of new Set([fold(email), fold(name)])) add(key, id)
  }
  return (name: string) =>
    oneOf(known.get(name) ?? known.get(fold(name)) ?? [], name, 'active member of the workspace')
}

async function recordFinder(tx: Tx, workspaceId: string, asked: readonly Names[]) {
  const objects = await tx.objects.list(workspaceId)
  const allowed = ({ options }: TargetField) =>
    objects
      .filter(({ slug }) => options?.objects === undefined || options.objects.includes(slug))
      .map(({ id }) => id)
  const titlesOf = new Map<string, Set<string>>()
  const ids = new Set<string>()
  for (const { field, names } of asked)
    for (const name of names)
      if (guid.test(name)) ids.add(name.toLowerCase())
      else
        for (const objectId of allowed(field))
          titlesOf.set(objectId, (titlesOf.get(objectId) ?? new Set()).add(name))
  for (const [objectId, titles] of titlesOf)
    for (const id of await tx.transfer.underKeys(workspaceId, titleField(objectId), [...titles].map(textKey)))
      ids.add(id)
  const known = new Map<string, StoredRecord[]>()
  for (const record of await tx.records.among(workspaceId, [...ids])) {
    if (record.archived) continue
    for (const key of [record.id, fold(record.title)]) known.set(key, [...(known.get(key) ?? []), record])
  }
  return (field: TargetField, name: string) => {
    const places = allowed(field)
    const records = known.get(guid.test(name) ? name.toLowerCase() : fold(name)) ?? []
    const fitting = records.filter(({ objectId }) => places.includes(objectId)).map(({ id }) => id)
    return oneOf(fitting, name, 'active record that this column can point at')
  }
}

/** Looks up everything that some rows name, in few questions. */
export async function nameFinder(
  tx: Tx,
  workspaceId: string,
  asked: readonly Names[],
): Promise<(field: TargetField, of: Names['of'], name: string) => Found> {
  const records = asked.filter(({ of }) => of === 'record')
  const findRecord = records.length > 0 ? await recordFinder(tx, workspaceId, records) : undefined
  const findMember = asked.length > records.length ? await memberFinder(tx, workspaceId) : undefined
  return (field, of, name) =>
    (of === 'record' ? findRecord?.(field, name) : findMember?.(name)) ?? oneOf([], name, of)
}
