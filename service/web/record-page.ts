// The page of a record.
import { html, type Html } from '../oauth/pages/html.ts'
import type { Field } from '../objects/objects.store.ts'
import type { RecordValue } from '../records/stored-record.ts'
import {
  commaList,
  factList,
  instant,
  linkOut,
  namesOf,
  recordLinks,
  type ThingReader,
  type Visit,
} from './thing-page.ts'

/** A record with its fields. Without the Pro plan the enriched ones are left out, as in previews (LCH-04). */
export const readRecord: ThingReader = async (visit, id) => {
  const { tx, workspace } = visit
  const record = await tx.records.get(workspace.id, id)
  const object = record && (await tx.objects.get(workspace.id, record.objectId))
  if (!record || !object) return undefined
  const fields = await tx.objects.fields(workspace.id, object.id)
  const facts = []
  for (const field of fields) {
    const value = record.values[field.id]
    if (field.primary || value === undefined || value === null) continue
    if (field.proOnly && workspace.plan !== 'pro') continue
    facts.push({ label: field.name, value: await showValue(visit, field, value) })
  }
  return {
    title: record.title,
    tag: record.archived ? `Archived ${object.singularName}` : object.singularName,
    body: factList([...facts, { label: 'Updated', value: instant(visit, record.updatedAt) }]),
  }
}

const listed = (value: RecordValue): string[] =>
  (Array.isArray(value) ? value : [value]).filter((each) => typeof each === 'string')

/** One value, ready to show. What does not have its field's form any more is shown as it is stored (FLD-03). */
const showValue = async (
  visit: Visit,
  field: Field,
  value: RecordValue,
): Promise<Html | string | undefined> => {
  switch (field.kind) {
    case 'record_reference':
      return await recordLinks(visit, listed(value))
    case 'user_reference':
      return commaList([...(await namesOf(visit, listed(value))).values()])
    case 'select':
    case 'status':
    case 'multi_select': {
      const choices = new Map(field.options?.choices?.map(({ id, name }) => [id, name]))
      return commaList(listed(value).map((id) => choices.get(id) ?? id))
    }
    case 'url':
      return typeof value === 'string' ? linkOut(value) : plain(value)
    case 'email':
      return typeof value === 'string' ? html`<a href="mailto:${value}">${value}</a>` : plain(value)
    case 'phone':
      return typeof value === 'string'
        ? html`<a href="tel:${value.replaceAll(/[^+\d]/g, '')}">${value}</a>`
        : plain(value)
    case 'checkbox':
      return value === true ? 'Yes' : 'No'
    case 'currency':
      return typeof value === 'number' ? money(value, field.options?.currencyCode) : plain(value)
    case 'rating':
      return typeof value === 'number' ? `${value} of ${field.options?.maximum ?? 5}` : plain(value)
    case 'number':
      return typeof value === 'number' ? value.toLocaleString('en-GB') : plain(value)
    case 'date':
      return typeof value === 'string' ? calendarDay(value) : plain(value)
    case 'datetime':
      return typeof value === 'string' && !Number.isNaN(Date.parse(value))
        ? instant(visit, Date.parse(value))
        : plain(value)
    case 'location':
      return place(value)
    case 'text':
    case 'long_text':
    case 'json':
      return plain(value)
  }
}

const plain = (value: RecordValue): string =>
  typeof value === 'string' ? value : JSON.stringify(value, null, 2)

const money = (amount: number, currency: string | undefined): string =>
  new Intl.NumberFormat('en-GB', {
    maximumFractionDigits: 4,
    ...(currency !== undefined && /^[A-Z]{3}$/.test(currency) && { style: 'currency', currency }),
  }).format(amount)

// A calendar day is the same everywhere; UTC on both sides keeps it that way.
const calendarDay = (text: string): string => {
  const at = Date.parse(text)
  return Number.isNaN(at)
    ? text
    : new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeZone: 'UTC' }).format(at)
}

const placeParts = ['line1', 'line2', 'postalCode', 'city', 'region', 'country'] as const

const place = (value: RecordValue): string => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return plain(value)
  const written = placeParts.flatMap((part) => (typeof value[part] === 'string' ? [value[part]] : []))
  return written.length > 0 ? written.join(', ') : plain(value)
}
