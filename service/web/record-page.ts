// The page of a record.
import { html } from '../oauth/pages/html.ts'
import type { Field } from '../objects/objects.store.ts'
import type { RecordValue } from '../records/stored-record.ts'
import {
  commaList,
  dayOf,
  type Fact,
  factList,
  instant,
  linkOut,
  namesOf,
  recordLinks,
  type ThingReader,
  type Visit,
} from './page-parts.ts'

/** A record with its fields. Without the Pro plan the enriched ones are left out, as in previews (LCH-04). */
export const readRecord: ThingReader = async (visit, id) => {
  const { tx, workspace } = visit
  const record = await tx.records.get(workspace.id, id)
  const object = record && (await tx.objects.get(workspace.id, record.objectId))
  if (!record || !object) return undefined
  const fields = await tx.objects.fields(workspace.id, object.id)
  const facts: Fact[] = []
  for (const field of fields) {
    const value = record.values[field.id]
    if (field.primary || value === undefined || value === null) continue
    if (field.proOnly && workspace.plan !== 'pro') continue
    facts.push([field.name, await showValue(visit, field, value)])
  }
  return {
    title: record.title,
    tag: record.archived ? `Archived ${object.singularName}` : object.singularName,
    body: factList([...facts, ['Updated', instant(visit, record.updatedAt)]]),
  }
}

const listed = (value: RecordValue): string[] =>
  (Array.isArray(value) ? value : [value]).filter((each) => typeof each === 'string')

/** A value, formatted. A value that no longer fits its field's kind is shown as it is stored (FLD-03). */
const showValue = async (visit: Visit, field: Field, value: RecordValue): Promise<Fact[1]> => {
  const { kind, options } = field
  if (kind === 'record_reference') return await recordLinks(visit, listed(value))
  if (kind === 'user_reference') return commaList([...(await namesOf(visit, listed(value))).values()])
  if (kind === 'select' || kind === 'status' || kind === 'multi_select') {
    const choices = new Map(options?.choices?.map(({ id, name }) => [id, name]))
    return commaList(listed(value).map((id) => choices.get(id) ?? id))
  }
  if (kind === 'checkbox') return value === true ? 'Yes' : 'No'
  if (kind === 'location') return place(value)
  if (typeof value === 'string') return showText(visit, field, value)
  return typeof value === 'number' ? showNumber(field, value) : plain(value)
}

const showText = (visit: Visit, { kind }: Field, value: string): Fact[1] => {
  if (kind === 'url') return linkOut(value)
  if (kind === 'email') return html`<a href="mailto:${value}">${value}</a>`
  if (kind === 'phone') return html`<a href="tel:${value.replaceAll(/[^+\d]/g, '')}">${value}</a>`
  const at = kind === 'date' || kind === 'datetime' ? Date.parse(value) : Number.NaN
  if (Number.isNaN(at)) return value
  return kind === 'date' ? dayOf(at) : instant(visit, at)
}

const showNumber = ({ kind, options }: Field, value: number): string => {
  if (kind === 'currency') return money(value, options?.currencyCode)
  if (kind === 'rating') return `${value} of ${options?.maximum ?? 5}`
  return kind === 'number' ? value.toLocaleString('en-GB') : plain(value)
}

const plain = (value: RecordValue): string =>
  typeof value === 'string' ? value : JSON.stringify(value, null, 2)

const money = (amount: number, currency: string | undefined): string =>
  new Intl.NumberFormat('en-GB', {
    maximumFractionDigits: 4,
    ...(currency !== undefined && /^[A-Z]{3}$/.test(currency) && { style: 'currency', currency }),
  }).format(amount)

const placeParts = ['line1', 'line2', 'postalCode', 'city', 'region', 'country'] as const

const place = (value: RecordValue): string => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return plain(value)
  const written = placeParts.flatMap((part) => (typeof value[part] === 'string' ? [value[part]] : []))
  return written.length > 0 ? written.join(', ') : plain(value)
}
