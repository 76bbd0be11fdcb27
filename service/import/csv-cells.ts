// Reads the text of a cell as a value, which the rules of its field then check (records/record-values.rules.ts).
import type { TypedField } from '../objects/field-types.rules.ts'
import { faultAt, losesDigits, maxValueDepth, readJson } from '../http/validation.ts'
import { foldedText, textKeys, titleField } from '../records/query/record-keys.rules.ts'
import type { Tx } from '../db/store.ts'
import { objectsOfWorkspace } from '../objects/objects.store.ts'
import { recordIdsUnderKeys } from '../records/query/record-fields.store.ts'
import { recordsAmong } from '../records/records.store.ts'
import { membersOfWorkspace } from '../access/members.store.ts'

export type Decimal = '.' | ','

export type Cell =
  | { is: 'value'; value: unknown }
  | { is: 'fault'; message: string }
  /** Names or ids of choices, members or records, which are looked up. */
  | { is: 'names'; names: string[]; many: boolean }

const value = (of: unknown): Cell => ({ is: 'value', value: of })
const fault = (message: string): Cell => ({ is: 'fault', message })

function numberIn(text: string, decimal: Decimal): Cell {
  const literal = decimal === ',' ? text.replace('.', 'x').replace(',', '.') : text
  if (!/^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i.test(literal) || !Number.isFinite(Number(literal)))
    return fault(`“${text}” is not a number (expected ${decimal === ',' ? '1234,5' : '1234.5'}).`)
  if (losesDigits(literal.replace('+', '')))
    return fault(`“${text}” has more digits than a number keeps (IEEE 754).`)
  return value(Number(literal))
}

const dayAndTime =
  /^(\d{4}-\d{2}-\d{2})[T ](?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:[.,]\d+)?)?(?:Z|[+-]\d{2}(?::?\d{2})?)?$/i

/** The day as written: a time and an offset do not move it. */
const dayIn = (text: string): string => dayAndTime.exec(text)?.[1] ?? text

/** A date is its midnight. A time without an offset is in UTC. */
function instantIn(text: string): string {
  const [, day, time = '00:00', offset = 'Z'] =
    /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}[\d:.]*)(Z|[+-]\d{2}:\d{2})?)?$/i.exec(text) ?? []
  return day === undefined ? text : `${day}T${time}${offset}`
}

/** A name with a dot, whose last part has letters, or an IPv4 address. */
const dottedHost =
  /^(?:(?:[\p{L}\p{N}][\p{L}\p{M}\p{N}_-]*\.)+(?:\p{L}[\p{L}\p{M}]+|xn--[a-z\d-]+)\.?|\d{1,3}(?:\.\d{1,3}){3})$/iu

/** Without a scheme, the host must look like one: `N/A` and `none` would be stored as addresses. */
function addressIn(text: string): Cell {
  // A host with a port is not a scheme.
  const hasScheme = /^[a-z][a-z\d+.-]*:(?!\d)/i.test(text)
  const host = text.split(/[/?#]|:\d/, 1)[0] ?? ''
  if (/\s/.test(text) || (!hasScheme && !dottedHost.test(host)))
    return fault(`“${text}” is not a web address (expected example.com or https://example.com).`)
  return value(hasScheme ? text : `https://${text}`)
}

function jsonIn(text: string): Cell {
  const read = readJson(text, maxValueDepth)
  if (read.is === 'document') return value(read.document)
  return fault(read.is === 'fault' ? faultAt(read) : 'This is not JSON.')
}

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i

const named = (text: string, many: boolean): Cell => {
  const names = many ? text.split(';').map((name) => name.trim()) : [text]
  return {
    is: 'names',
    names: names.filter((name) => name !== '').map((name) => (uuid.test(name) ? name.toLowerCase() : name)),
    many,
  }
}

/** @param text not blank */
export function readCell({ kind, options }: TypedField, text: string, decimal: Decimal): Cell {
  // PostgreSQL cannot store it.
  if (text.includes('\0')) return fault('Text must not hold a NUL character.')
  switch (kind) {
    case 'text':
    case 'long_text':
    case 'phone':
    case 'email':
      return value(text)
    case 'date':
      return value(dayIn(text))
    case 'url':
      return addressIn(text)
    case 'number':
    case 'currency':
    case 'rating':
      return numberIn(text, decimal)
    case 'checkbox':
      if (/^(yes|true|1)$/i.test(text)) return value(true)
      return /^(no|false|0)$/i.test(text) ? value(false) : fault(`“${text}” is not yes or no.`)
    case 'datetime':
      return value(instantIn(text))
    case 'select':
    case 'status':
      return named(text, false)
    case 'multi_select':
      return named(text, true)
    case 'record_reference':
    case 'user_reference':
      return named(text, options?.multiple === true)
    case 'location':
      return text.startsWith('{') ? jsonIn(text) : value({ line1: text })
    case 'json':
      return jsonIn(text)
  }
}

type Found = { ok: true; id: string } | { ok: false; message: string }
export type Lookup = (name: string) => Found

/** By id, else by exact name, else by a name that differs only in case, accents or spaces. Two matches are a fault. */
function lookupIn(things: readonly { id: string; name: string }[], what: string): Lookup {
  const ids = new Set(things.map(({ id }) => id))
  const exact = Map.groupBy(things, ({ name }) => name)
  const alike = Map.groupBy(things, ({ name }) => foldedText(name))
  return (name) => {
    if (ids.has(name)) return { ok: true, id: name }
    const [id, other] = new Set(
      (exact.get(name) ?? alike.get(foldedText(name)) ?? []).map((thing) => thing.id),
    )
    if (id === undefined) return { ok: false, message: `“${name}” is not ${what}.` }
    if (other === undefined) return { ok: true, id }
    return { ok: false, message: `“${name}” could be ${id} or ${other}. Use the id.` }
  }
}

async function recordLookup(tx: Tx, workspaceId: string, { options }: TypedField, names: readonly string[]) {
  const objects = (await objectsOfWorkspace(tx, workspaceId)).filter(
    ({ slug }) => options?.objects === undefined || options.objects.includes(slug),
  )
  const ids = new Set(names.filter((name) => uuid.test(name)))
  for (const { id } of objects)
    for (const recordId of await recordIdsUnderKeys(tx, workspaceId, titleField(id), names.flatMap(textKeys)))
      ids.add(recordId)
  const records = (await recordsAmong(tx, workspaceId, [...ids])).filter(
    ({ archived, objectId }) => !archived && objects.some(({ id }) => id === objectId),
  )
  const things = records.map(({ id, title }) => ({ id, name: title }))
  return lookupIn(things, 'an active record that this field can point to')
}

/** Looks up what the cells of one column name. @param names of all rows, so that a batch takes few queries */
export async function lookupOf(
  tx: Tx,
  workspaceId: string,
  field: TypedField,
  names: readonly string[],
): Promise<Lookup> {
  if (field.kind === 'record_reference') return recordLookup(tx, workspaceId, field, names)
  if (field.kind !== 'user_reference') {
    const choices = field.options?.choices ?? []
    return lookupIn(
      choices,
      `one of ${choices
        .slice(0, 20)
        .map(({ name }) => name)
        .join(', ')}`,
    )
  }
  const members = await membersOfWorkspace(tx, workspaceId)
  const things = members.flatMap(({ id, email, name }) => [
    { id, name: email },
    { id, name },
  ])
  return lookupIn(things, 'an active member of the workspace')
}
