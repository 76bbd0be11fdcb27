// One contact of any format as a record: names are joined, the preferred address is chosen, every value is checked.
import { visibleCharacter } from '../../shared/api/limits.ts'
import { fold } from '../../shared/search/text-fold.ts'
import { parseFieldValue, type FieldValue } from '../objects/field-types.rules.ts'
import type { Field } from '../objects/objects.store.ts'
import { contactConcept, headerKey, type ContactConcept } from './columns.ts'
import {
  faultOf,
  type ImportFault,
  type RecordDraft,
  type Reference,
  type Target,
  type TargetObject,
} from './plan.ts'
import { hostOf, readValue, valuesIn, type Style } from './values.ts'

/** A filled cell. */
export type Candidate = { text: string; column: string; preferred: boolean }

export type Contact = {
  line: number
  concepts: Partial<Record<ContactConcept, readonly Candidate[]>>
  /** Cells of columns that are called like a field. */
  others: readonly (Candidate & { field: Field; style: Style })[]
  /** A card that says that it is a company. */
  isCompany: boolean
}

export type ContactTarget = {
  object: TargetObject
  primary: Field
  byConcept: ReadonlyMap<ContactConcept, Field>
  isCompanies: boolean
  /** Where a company without a person goes. */
  companies: ContactTarget | undefined
}

const companyNames = /^(?:compan(?:y|ies)|accounts?|organi[sz]ations?|firms?|firmen|unternehmen)$/

/** The meanings of the fields of an object. */
function fieldConcepts(object: TargetObject, primary: Field): Map<ContactConcept, Field> {
  const found = new Map<ContactConcept, Field>([['name', primary]])
  for (const field of object.fields) {
    if (field.readOnly || field === primary) continue
    const concept = contactConcept(field.slug) ?? contactConcept(field.name)
    if (concept !== undefined && !found.has(concept)) found.set(concept, field)
  }
  return found
}

/** @returns undefined for an object without a primary field */
export function contactTarget(target: Target, object: TargetObject): ContactTarget | undefined {
  const primary = object.fields.find((field) => field.primary)
  if (!primary) return undefined
  const byConcept = fieldConcepts(object, primary)
  const isCompanies = companyNames.test(headerKey(object.type.slug))
  const company = byConcept.get('company')
  const slug =
    company?.kind === 'record_reference' ? (company.options?.objects?.[0] ?? 'companies') : undefined
  const other = isCompanies ? undefined : target.objects.find(({ type }) => type.slug === slug)
  const companies = other && other !== object ? contactTarget(target, other) : undefined
  return { object, primary, byConcept, isCompanies, companies }
}

/** The columns of a file have the parts of a name. */
export type NameParts = { hasLast: boolean; hasFirst: boolean }

/** The objects that a field can point to; one without a list can point to any, and names are those of companies. */
function objectsOf({ objects }: Target, { options }: Field): TargetObject[] {
  const slugs = options?.objects ?? ['companies']
  return slugs.flatMap((slug) => objects.find(({ type }) => type.slug === slug) ?? [])
}

const firstText = (candidates: readonly Candidate[] | undefined): string => candidates?.[0]?.text ?? ''

function nameOf({ concepts }: Contact, { hasLast, hasFirst }: NameParts): string {
  const full = firstText(concepts.name)
  const [first, middle, last] = [
    firstText(concepts.first),
    firstText(concepts.middle),
    firstText(concepts.last),
  ]
  const parts = [first, middle, last].filter((part) => part !== '').join(' ')
  if (full === '' || (!hasLast && !hasFirst)) return full || parts
  // A last name is often called "Name" beside a column of first names.
  const isLast = !hasLast && first !== '' && !fold(full).includes(fold(first))
  return isLast ? `${parts} ${full}` : full
}

const visible = (text: string): boolean => visibleCharacter.test(text)

/** The preferred before the others, else in the order of the columns. */
const inOrder = (candidates: readonly Candidate[]): readonly Candidate[] => [
  ...candidates.filter(({ preferred }) => preferred),
  ...candidates.filter(({ preferred }) => !preferred),
]

const noStyle: Style = { decimal: undefined, order: undefined }

export type ContactContext = {
  target: Target
  parts: NameParts
  /** What separates several companies of a cell. */
  companySplit: RegExp
  /** The columns that hold the name, for the fault where none is filled. */
  nameColumns: readonly string[]
  /** A record of the same name is completed. */
  byTitle?: true
}

export type ContactRead = { draft: RecordDraft | undefined; faults: ImportFault[] }

/** Fills a record from a contact. */
export function readContact(contact: Contact, into: ContactTarget, context: ContactContext): ContactRead {
  const { line, concepts } = contact
  const faults: ImportFault[] = []
  const values: Record<string, FieldValue> = {}
  const references: Reference[] = []
  const report = (column: string, text: string, why: string) =>
    void faults.push(faultOf(line, column, text, why))

  const put = (field: Field, text: string, column: string, style = noStyle): boolean => {
    const read = readValue(field, text, style)
    if (read.ok) values[field.id] = read.value
    else report(column, text, read.why)
    return read.ok
  }
  /** The first value that the field takes. */
  const putFirst = (concept: 'email' | 'phone'): void => {
    const field = into.byConcept.get(concept)
    if (!field) return
    for (const { text, column } of inOrder(concepts[concept] ?? []))
      for (const value of valuesIn(text)) if (put(field, value, column)) return
  }
  const putReference = (field: Field, text: string, column: string, split: RegExp): void => {
    const names = text
      .slice(0, 10_000)
      .split(split)
      .map((name) => name.trim())
      .filter(visible)
    const kept = field.options?.multiple === true ? names : names.slice(0, 1)
    if (kept.length > 0)
      references.push({ field, names: kept, column, objects: objectsOf(context.target, field) })
  }
  const putMember = (field: Field, text: string, column: string): void => {
    const found = context.target.members.filter(({ email, name }) =>
      [email, name].some((known) => fold(known) === fold(text)),
    )
    const [member] = found
    if (!member || found.length > 1) return report(column, text, 'not a member of the workspace')
    values[field.id] = field.options?.multiple === true ? [member.id] : member.id
  }

  const company = concepts.company?.[0]
  const domain = concepts.domain?.[0]
  putFirst('email')
  putFirst('phone')
  const email = into.byConcept.get('email')
  const written = (into.isCompanies && company ? company.text : nameOf(contact, context.parts))
    .replaceAll(/\s+/g, ' ')
    .trim()
  const address = email && values[email.id]
  const name = visible(written) ? written : typeof address === 'string' ? address : ''
  const companyName = company?.text ?? ''
  if (into.companies && (contact.isCompany || (name === '' && visible(companyName)))) {
    const named = {
      text: visible(written) ? written : companyName,
      column: company?.column ?? '',
      preferred: false,
    }
    const asCompany: Contact = {
      ...contact,
      concepts: { ...concepts, company: [named] },
      isCompany: false,
      others: [],
    }
    return readContact(asCompany, into.companies, { ...context, byTitle: true })
  }
  if (name === '') {
    const [only = '', ...more] = context.nameColumns
    const noun = into.object.type.singularName.toLowerCase()
    const why = into.isCompanies
      ? 'a company needs a name'
      : noun === 'person'
        ? 'no name'
        : `no ${into.primary.name.toLowerCase()}`
    report(more.length > 0 ? '' : only, written, why)
    return { draft: undefined, faults }
  }
  const nameColumn = context.nameColumns.length === 1 ? (context.nameColumns[0] ?? '') : ''
  const title = parseFieldValue(into.primary, name)
  if (!title.ok) {
    report(nameColumn, name, title.message.replace(/\.$/, ''))
    return { draft: undefined, faults }
  }
  values[into.primary.id] = title.value

  const companyField = into.isCompanies ? undefined : into.byConcept.get('company')
  if (companyField && company) {
    if (companyField.kind === 'record_reference')
      putReference(companyField, company.text, company.column, context.companySplit)
    else put(companyField, company.text, company.column)
  }
  for (const concept of ['jobTitle', 'notes'] as const) {
    const field = into.byConcept.get(concept)
    const cell = concepts[concept]?.[0]
    const text = concept === 'jobTitle' ? cell?.text.slice(0, 10_000).split(/ ::: /, 1)[0] : cell?.text
    if (field && cell && text) put(field, text, cell.column)
  }
  const domainField = into.byConcept.get('domain')
  if (domainField && domain) {
    const host = hostOf(domain.text.slice(0, 2_048).split(/\s*:::\s*|[\s;,]/, 1)[0] ?? '')
    if (host === null) report(domain.column, domain.text, 'not a web address')
    else put(domainField, host, domain.column)
  }
  for (const { field, text, column, style } of contact.others) {
    if (field.kind === 'record_reference') putReference(field, text, column, /;/)
    else if (field.kind === 'user_reference') putMember(field, text, column)
    else put(field, text, column, style)
  }

  const filled = new Set([...Object.keys(values), ...references.map(({ field }) => field.id)])
  const missing = into.object.fields.find(
    ({ id, required, readOnly }) => required && !readOnly && !filled.has(id),
  )
  if (missing) {
    report('', name, `the field “${missing.name}” is required`)
    return { draft: undefined, faults }
  }
  const byTitle = context.byTitle === true
  return { draft: { is: 'record', line, object: into.object, values, references, byTitle }, faults }
}
