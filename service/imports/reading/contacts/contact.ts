// One contact of any format as a record: names are joined, the preferred address is chosen, every value is checked.
import { visibleCharacter } from '../../../../shared/api/limits.ts'
import { reason, type KnownReason } from '../../../../shared/api/import-reasons.ts'
import { fold } from '../../../../shared/search/text-fold.ts'
import type { ImportChoices } from '../../../../shared/api/launcher/imports.ts'
import type { FieldValue } from '../../../objects/field-types.rules.ts'
import type { Field } from '../../../objects/objects.store.ts'
import { contactConcept, headerKey, type ContactConcept } from '../columns.ts'
import { partsOf } from '../lists.ts'
import { memberIn, type Members } from '../members.ts'
import {
  faultOf,
  type ImportFault,
  type RecordDraft,
  type Reference,
  type Target,
  type TargetObject,
} from '../plan.ts'
import { hostOf, readValue, valuesIn, withoutLink, type Style } from '../values.ts'

/** A filled cell. */
export type Candidate = { text: string; column: string; preferred: boolean }

/** The filled cells of the columns that fill a field, in the order of the columns. */
type FieldCells = { field: Field; style: Style; cells: readonly Candidate[] }

export type Contact = {
  line: number
  concepts: Partial<Record<ContactConcept, readonly Candidate[]>>
  others: readonly FieldCells[]
  /** The cells that a person chose as parts of the name, instead of those that would be. */
  named?: readonly Candidate[] | undefined
  /** A card that says that it is a company. */
  isCompany: boolean
}

export type ContactTarget = {
  object: TargetObject
  primary: Field
  byConcept: ReadonlyMap<ContactConcept, Field>
  /** Fields that every record needs. */
  required: readonly Field[]
  isCompanies: boolean
  /** For companies without a person. */
  companies: ContactTarget | undefined
}

/** Kinds of fields that can hold what a concept means. */
const kindsOf: Partial<Record<ContactConcept, readonly Field['kind'][]>> = {
  email: ['email', 'text'],
  phone: ['phone', 'text'],
  jobTitle: ['text', 'long_text'],
  notes: ['long_text', 'text'],
  domain: ['url', 'text'],
  company: ['record_reference', 'text'],
}

const companyNames = /^(?:compan(?:y|ies)|accounts?|organi[sz]ations?|firms?|firmen|unternehmen)$/

/** The meanings of the fields of an object. */
function fieldConcepts(object: TargetObject, primary: Field): Map<ContactConcept, Field> {
  const found = new Map<ContactConcept, Field>([['name', primary]])
  for (const field of object.fields) {
    if (field.readOnly || field === primary) continue
    const concept = contactConcept(field.slug) ?? contactConcept(field.name)
    if (concept !== undefined && !found.has(concept) && kindsOf[concept]?.includes(field.kind) === true)
      found.set(concept, field)
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
  // A row of deals without a name is not a company.
  const isPeople = byConcept.has('email') || byConcept.has('phone')
  const other = isPeople && !isCompanies ? target.objects.find(({ type }) => type.slug === slug) : undefined
  const companies = other && other !== object ? contactTarget(target, other) : undefined
  const required = object.fields.filter((field) => field.required && !field.readOnly)
  return { object, primary, byConcept, required, isCompanies, companies }
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

const mostReferences = 100
const noReferences: readonly Reference[] = []

const oneLine = (text: string): string =>
  /\s\s|[^\S ]/.test(text) ? text.replaceAll(/\s+/g, ' ').trim() : text.trim()

/** Names of records of a cell. Without a mark, programs separate them by a semicolon without a blank. */
const namesIn = (text: string, mark: string | RegExp = /\s*:::\s*|;(?! )/): string[] =>
  withoutLink(text)
    .split(' ::: ')
    .flatMap((part) => part.split(mark))
    .map((name) => name.trim())
    .filter(visible)

const visible = (text: string): boolean => visibleCharacter.test(text)

/** The preferred before the others, else in the order of the columns. */
const inOrder = (candidates: readonly Candidate[]): readonly Candidate[] => [
  ...candidates.filter(({ preferred }) => preferred),
  ...candidates.filter(({ preferred }) => !preferred),
]

const noStyle: Style = {}

export type ContactContext = {
  target: Target
  parts: NameParts
  /** The separator of companies in a cell. */
  companySplit: RegExp
  /** The columns that hold the name, for the fault where none is filled. */
  nameColumns: readonly string[]
  members: Members
  /** How the primary field is written, and those of the concepts. */
  styles?: ReadonlyMap<Field, Style> | undefined
  badCells?: ImportChoices['badCells']
  /** Is told of a field that got only the first of several values. */
  onMore?: ((field: Field) => void) | undefined
  /** A record of the same name is completed. */
  byTitle?: true
}

/** Counts rows with more values than their field takes, and says so. */
export function moreValues() {
  const rows = new Map<Field, number>()
  return {
    onMore: (field: Field): void => void rows.set(field, (rows.get(field) ?? 0) + 1),
    notes: () => [...rows].map(([{ name: field }, count]) => reason('several_values', { count, field })),
  }
}

/** The id of what a name means. */
type Finder = (name: string) => string | null | undefined

export type ContactRead = { draft: RecordDraft | undefined; faults: ImportFault[] }

const listText = (text: string): string => text.slice(0, 10_000)

/** Fills a record from a contact. */
export function readContact(contact: Contact, into: ContactTarget, context: ContactContext): ContactRead {
  const { line, concepts } = contact
  const faults: ImportFault[] = []
  const values: Record<string, FieldValue> = {}
  const references: Reference[] = []
  let isBad = false
  const styleOf = (field: Field): Style => context.styles?.get(field) ?? noStyle
  const report = (column: string, text: string, why: KnownReason) =>
    void faults.push(faultOf(line, column, text, why))

  const put = (field: Field, text: string, column: string, style = styleOf(field)): boolean => {
    const read = readValue(field, text, style)
    if (read.ok) values[field.id] = read.value
    else report(column, text, read.why)
    return read.ok
  }
  /** The first value that the field takes. */
  const putFirst = (
    field: Field,
    cells: readonly Candidate[],
    split: (text: string) => readonly string[],
    style?: Style,
  ): void => {
    let found: string | undefined
    let tried = 0
    for (const { text, column } of cells)
      for (const value of split(text)) {
        tried += 1
        if (found === undefined) {
          if (put(field, value, column, style)) found = value
        } else if (value !== found) return context.onMore?.(field)
      }
    if (found === undefined && tried > 0) isBad = true
  }
  const putText = (field: Field, cells: readonly Candidate[]): void => {
    const [first] = cells
    if (!first) return
    // Among columns with the same header, the first filled one is used.
    const texts = cells
      .filter(({ column }, index) => cells.findIndex((one) => one.column === column) === index)
      .map(({ text }) => text)
    const joined = [...new Set(texts)].join(field.kind === 'long_text' ? '\n' : ' ')
    if (!put(field, joined, first.column)) isBad = true
  }
  const putReference = (field: Field, names: readonly string[], column: string): void => {
    const isList = field.options?.multiple === true
    if (names.length > 1 && !isList) context.onMore?.(field)
    const objects = objectsOf(context.target, field)
    const kept = isList ? names.slice(0, mostReferences) : names.slice(0, 1)
    for (const name of names.slice(mostReferences)) report(column, name, reason('many_records'))
    if (kept.length > 0) references.push({ field, names: kept, column, objects })
  }
  const putNamed = (
    field: Field,
    cells: readonly Candidate[],
    { mark }: Style,
    { known, find }: { known: Finder; find: Finder },
    why: KnownReason,
  ): void => {
    const isList = field.kind === 'multi_select' || field.options?.multiple === true
    const ids: string[] = []
    for (const { text, column } of cells) {
      const names = known(text) || !isList || mark === undefined ? [text] : partsOf(listText(text), mark)
      for (const name of names) {
        const id = find(name)
        if (id) ids.push(id)
        else {
          report(column, name, why)
          isBad = true
        }
      }
    }
    const distinct = [...new Set(ids)].slice(0, mostReferences)
    if (distinct.length > 1 && !isList) context.onMore?.(field)
    if (distinct.length > 0) values[field.id] = isList ? distinct : (distinct[0] ?? null)
  }
  const findMember = (name: string) => memberIn(context.members, name)
  const byMember = { known: findMember, find: findMember }
  const putOther = ({ field, style, cells }: FieldCells): void => {
    const { kind } = field
    if (kind === 'text' || kind === 'long_text') putText(field, cells)
    else if (kind === 'email' || kind === 'phone') putFirst(field, inOrder(cells), valuesIn, style)
    else if (kind === 'record_reference') {
      const names = cells.flatMap(({ text }) => namesIn(listText(text), style.mark))
      putReference(field, names, cells[0]?.column ?? '')
    } else if (kind === 'user_reference') putNamed(field, cells, style, byMember, reason('not_member'))
    else if (kind === 'multi_select')
      putNamed(field, cells, style, style.choices ?? byMember, reason('not_choice'))
    else putFirst(field, cells, (text) => [text], style)
  }

  const [company] = inOrder(concepts.company ?? [])
  const domain = concepts.domain?.[0]
  for (const concept of ['email', 'phone'] as const) {
    const field = into.byConcept.get(concept)
    if (field) putFirst(field, inOrder(concepts[concept] ?? []), valuesIn)
  }
  const email = into.byConcept.get('email')
  const written = oneLine(
    contact.named
      ? [...new Set(contact.named.map(({ text }) => text))].join(' ')
      : into.isCompanies && company
        ? company.text
        : nameOf(contact, context.parts),
  )
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
      ? reason('no_company')
      : noun === 'person'
        ? reason('no_name')
        : reason('no_title', { field: into.primary.name })
    report(more.length > 0 ? '' : only, written, why)
    return { draft: undefined, faults }
  }
  const nameColumn = context.nameColumns.length === 1 ? (context.nameColumns[0] ?? '') : ''
  const title = readValue(into.primary, name, styleOf(into.primary))
  if (!title.ok) {
    report(nameColumn, name, title.why)
    return { draft: undefined, faults }
  }
  values[into.primary.id] = title.value

  const companyField = into.isCompanies ? undefined : into.byConcept.get('company')
  if (companyField && company) {
    const { mark } = styleOf(companyField)
    const names = namesIn(listText(company.text), mark ?? context.companySplit)
    if (companyField.kind === 'record_reference') putReference(companyField, names, company.column)
    else putText(companyField, concepts.company ?? [])
  }
  const jobTitle = into.byConcept.get('jobTitle')
  const [job] = concepts.jobTitle ?? []
  const jobText = listText(job?.text ?? '').split(/ ::: /, 1)[0]
  if (jobTitle && job && jobText && !put(jobTitle, jobText, job.column)) isBad = true
  const notes = into.byConcept.get('notes')
  if (notes) putText(notes, concepts.notes ?? [])
  const domainField = into.byConcept.get('domain')
  if (domainField && domain) {
    const host = hostOf(domain.text.slice(0, 2_048).split(/\s*:::\s*|[\s;,]/, 1)[0] ?? '')
    if (host === null) report(domain.column, domain.text, reason('not_web_address'))
    if (host === null || !put(domainField, host, domain.column)) isBad = true
  }
  for (const other of contact.others) putOther(other)
  if (isBad && context.badCells === 'leave out the row') return { draft: undefined, faults }

  const missing = into.required.find(
    ({ id }) => !(id in values) && !references.some(({ field }) => field.id === id),
  )
  if (missing) {
    report('', name, reason('required', { field: missing.name }))
    return { draft: undefined, faults }
  }
  const byTitle = context.byTitle === true
  // An array that grew keeps room for more, which a large file has not.
  const few = references.length === 0 ? noReferences : references.slice()
  return {
    draft: { is: 'record', line, object: into.object, values, references: few, byTitle },
    faults,
  }
}
