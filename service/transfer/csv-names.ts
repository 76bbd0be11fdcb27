// Who and what the cells of references name: people by address, id or name, records by title or id.
import { fold } from '../../shared/search/text-fold.ts'
import { textKey, titleField } from '../rules/record-keys.ts'
import type { StoredRecord } from '../store/records.ts'
import type { Tx } from '../store/store.ts'
import type { TargetField } from './csv-target.ts'
import { couldBe, named } from './named.ts'

/** An id, or why there is none. */
export type Found = { ok: true; id: string } | { ok: false; message: string }

export type Names = { field: TargetField; of: 'record' | 'member'; names: readonly string[] }

const guid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i

const oneOf = (ids: readonly string[], name: string, what: string): Found => {
  const [only, other] = new Set(ids)
  if (only === undefined) return { ok: false, message: `“${name}” is no ${what}.` }
  if (other === undefined) return { ok: true, id: only }
  return { ok: false, message: couldBe(name, only, other) }
}

/** The things with exactly this name; if there are none, those whose name differs in case, accents and spaces only. */
function idsNamed<T extends { id: string }>(
  things: readonly T[],
  name: string,
  nameOf: (thing: T) => string,
): string[] {
  const { exact, alike } = named(things, name, nameOf)
  return (exact.length > 0 ? exact : alike).map(({ id }) => id)
}

async function memberFinder(tx: Tx, workspaceId: string) {
  const members = await tx.members.list(workspaceId)
  const called = members.flatMap(({ id, email, name }) => [id, email, name].map((as) => ({ id, as })))
  const known = Map.groupBy(called, ({ as }) => fold(as))
  return (name: string) =>
    oneOf(
      idsNamed(known.get(fold(name)) ?? [], name, ({ as }) => as),
      name,
      'active member of the workspace',
    )
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
    for (const id of await tx.recordFields.underKeys(
      workspaceId,
      titleField(objectId),
      [...titles].map(textKey),
    ))
      ids.add(id)
  const active = (await tx.records.among(workspaceId, [...ids])).filter(({ archived }) => !archived)
  const [byId, byTitle] = [
    Map.groupBy(active, ({ id }) => id),
    Map.groupBy(active, ({ title }) => fold(title)),
  ]
  return (field: TargetField, name: string) => {
    const places = allowed(field)
    const isFitting = ({ objectId }: StoredRecord) => places.includes(objectId)
    const found = guid.test(name)
      ? (byId.get(name.toLowerCase()) ?? []).filter(isFitting).map(({ id }) => id)
      : idsNamed((byTitle.get(fold(name)) ?? []).filter(isFitting), name, ({ title }) => title)
    return oneOf(found, name, 'active record that this column can point at')
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
