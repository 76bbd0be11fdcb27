// Contacts and companies of a table, as records of the object that the file goes into.
import { contactConcept, headerKey, type ContactConcept } from './columns.ts'
import { contactTarget, readContact, type Candidate, type Contact } from './contact.ts'
import type { TableFormat } from './formats.ts'
import type { Draft, Drafts, ImportFault, Mapping, Target, TargetObject } from './plan.ts'
import type { Field } from '../objects/objects.store.ts'
import type { Table } from './table.ts'
import { styleOf, type Style } from './values.ts'

type Column = {
  name: string
  index: number
  concept: ContactConcept | undefined
  /** The field that is called like the column, where its meaning is not known. */
  field: Field | undefined
  /** The column that names the kind of its value. Google puts a star there for the preferred one. */
  label: number | undefined
}

/** The titles of a person mean other things in other programs. */
function conceptIn(format: TableFormat, name: string, keys: ReadonlySet<string>): ContactConcept | undefined {
  const key = headerKey(name)
  if (key === 'title' && format !== 'outlook' && !keys.has('job title')) return 'jobTitle'
  if (key === 'titel' && format === 'salesforce-report') return 'jobTitle'
  if (format.startsWith('pipedrive')) return contactConcept(name.replace(/^\p{L}+ - /u, ''))
  if (format === 'hubspot-companies' && key === 'company name') return 'company'
  return contactConcept(name)
}

/** `E-mail 1 - Label` beside `E-mail 1 - Value`. */
const labelOf = (names: readonly string[], name: string): number | undefined => {
  const [, group] = /^(.* \d+) - (?:Value|Wert)$/i.exec(name) ?? []
  const found =
    group === undefined
      ? -1
      : names.findIndex((one) => one === `${group} - Label` || one === `${group} - Type`)
  return found === -1 ? undefined : found
}

/** `#N/A` sets a field of Salesforce to nothing. */
const cellText = (cell: string | undefined): string => {
  const text = cell?.trim() ?? ''
  return text === '#N/A' ? '' : text
}

/** Dates that Outlook writes where there is none. */
const noDate = /^0\/0\/(?:00|0000)$/

const companySplits: Partial<Record<TableFormat, RegExp>> = {
  'google-contacts': /\s*:::\s*/,
  'hubspot-contacts': /;(?! )/,
}

function columnsOf(
  table: Table,
  format: TableFormat,
  fields: readonly Field[],
  known: ReadonlyMap<ContactConcept, Field>,
) {
  const keys = new Set(table.names.map(headerKey))
  return table.names.map((name, index): Column => {
    const key = headerKey(name)
    const like = fields.filter(
      (field) =>
        !field.readOnly &&
        (field.id === name || headerKey(field.slug) === key || headerKey(field.name) === key),
    )
    const concept = name === '' ? undefined : conceptIn(format, name, keys)
    const ofConcept = new Set(known.values())
    const field = like.length === 1 && like[0] && !ofConcept.has(like[0]) ? like[0] : undefined
    return { name, index, concept: field ? undefined : concept, field, label: labelOf(table.names, name) }
  })
}

/** The concepts whose columns fill the name. */
const nameConcepts: readonly ContactConcept[] = ['name', 'first', 'middle', 'last']

function mappingOf(
  columns: readonly Column[],
  known: ReadonlyMap<ContactConcept, Field>,
  isCompanies: boolean,
) {
  const byField = new Map<string, string[]>()
  const ignored: string[] = []
  for (const { name, concept, field: own } of columns) {
    const named = isCompanies && concept === 'company' ? 'name' : concept
    const meaning = named !== undefined && nameConcepts.includes(named) ? 'name' : named
    const field = own ?? (meaning === undefined ? undefined : known.get(meaning))
    if (field) byField.set(field.slug, [...(byField.get(field.slug) ?? []), name])
    else if (name !== '') ignored.push(name)
  }
  const mapping: Mapping[] = [...byField].map(([field, names]) => ({ columns: names, field }))
  return { mapping, ignored }
}

/** Reads the rows of a table. @returns undefined for an object without a primary field */
export function readPeople(
  table: Table,
  { format, target, object }: { format: TableFormat; target: Target; object: TargetObject },
): Drafts | undefined {
  const into = contactTarget(target, object)
  if (!into) return undefined
  const columns = columnsOf(table, format, object.fields, into.byConcept)
  const styles = new Map<number, Style>()
  for (const { index, field } of columns)
    if (field) styles.set(index, styleOf(table.rows.map(({ cells }) => cells[index] ?? '')))
  const concepts = new Set(columns.map(({ concept }) => concept))
  const parts = { hasLast: concepts.has('last'), hasFirst: concepts.has('first') }
  const nameColumns = columns
    .filter(
      ({ concept }) =>
        concept !== undefined &&
        (nameConcepts.includes(concept) || (into.isCompanies && concept === 'company')),
    )
    .map(({ name }) => name)
  const context = { target, parts, nameColumns, companySplit: companySplits[format] ?? /\s*:::\s*/ }

  const drafts: Draft[] = []
  const faults: ImportFault[] = [...table.ragged]
  for (const { line, cells } of table.rows) {
    const found: Partial<Record<ContactConcept, Candidate[]>> = {}
    const others: Contact['others'][number][] = []
    for (const { name, index, concept, field, label } of columns) {
      const text = cellText(cells[index])
      if (text === '') continue
      const preferred = label !== undefined && (cells[label] ?? '').trim().startsWith('*')
      const candidate = { text, column: name, preferred }
      if (concept !== undefined) found[concept] = [...(found[concept] ?? []), candidate]
      else if (field && !noDate.test(text))
        others.push({ ...candidate, field, style: styles.get(index) ?? styleOf([]) })
    }
    const read = readContact({ line, concepts: found, others, isCompany: false }, into, context)
    if (read.draft) drafts.push(read.draft)
    faults.push(...read.faults)
  }
  const rows = table.rows.length + table.ragged.length
  return {
    into: object.type.slug,
    rows,
    drafts,
    faults: faults.toSorted((a, b) => a.line - b.line),
    notes: table.notes,
    ...mappingOf(columns, into.byConcept, into.isCompanies),
  }
}
