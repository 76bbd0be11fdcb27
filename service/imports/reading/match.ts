// The field that each column of a table fills: by its header, or as a person chose it (IMP-01, IMP-03).
import { reason } from '../../../shared/api/import-reasons.ts'
import type { ImportChoices } from '../../../shared/api/launcher/imports.ts'
import { prefixedId } from '../../base/ids.ts'
import type { Field } from '../../objects/objects.store.ts'
import { done, refuseFor, type Outcome } from '../../base/operator-error.ts'
import { contactConcept, fieldWords, headerKey, recordTitles, type ContactConcept } from './columns.ts'
import type { ContactTarget } from './contacts/contact.ts'
import type { TableFormat } from './formats.ts'
import { slugFor } from './lists.ts'
import type { Mapping } from './plan.ts'

export type Column = {
  name: string
  index: number
  concept: ContactConcept | undefined
  /** The field that it fills, where its meaning is not a concept. */
  field: Field | undefined
  /** The column that names the kind of its value. Google puts a star there for the preferred one. */
  label: number | undefined
  /** A person chose the field. */
  isChosen: boolean
}

/** The titles of a person mean other things in other programs. */
function conceptIn(format: TableFormat, name: string, keys: ReadonlySet<string>): ContactConcept | undefined {
  const key = headerKey(name)
  if (key === 'title' && format !== 'outlook' && !keys.has('job title')) return 'jobTitle'
  if (key === 'titel' && format === 'salesforce-report') return 'jobTitle'
  if (format.startsWith('pipedrive')) {
    const [, of = '', rest = name] = /^(\p{L}+) - (.+)$/u.exec(name) ?? []
    const concept = contactConcept(rest)
    // Exports of people have columns of their organizations.
    if (format === 'pipedrive-organizations' || of === '' || /^person$/i.test(of)) return concept
    return /^organi[sz]ation$/i.test(of) && concept === 'name' ? 'company' : undefined
  }
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

/** The concepts whose columns fill the name. */
const nameConcepts: readonly ContactConcept[] = ['name', 'first', 'middle', 'last']

const isName = (concept: ContactConcept | undefined, { isCompanies }: ContactTarget): boolean =>
  concept !== undefined && (nameConcepts.includes(concept) || (isCompanies && concept === 'company'))

/** The field that a column fills. */
export const filledBy = ({ concept, field }: Column, into: ContactTarget): Field | undefined => {
  if (field || concept === undefined) return field
  return isName(concept, into) ? into.primary : into.byConcept.get(concept)
}

const writable = ({ object }: ContactTarget): Field[] => object.fields.filter(({ readOnly }) => !readOnly)

const only = <T>(items: readonly T[]): T | undefined => (items.length === 1 ? items[0] : undefined)

/** The header without the name of the object or of the part of an export: `Deal - Value`, `Deal value`. */
function shorterKeys(name: string, { object }: ContactTarget): string[] {
  const { slug, singularName, pluralName } = object.type
  const keys = [headerKey(name.replace(/^[\p{L} ]{1,40} - /u, '')), headerKey(name)]
  const short = [slug, singularName, pluralName].map(headerKey).flatMap((word) =>
    keys.flatMap((key) => {
      if (key.startsWith(`${word} `)) return key.slice(word.length + 1)
      return key.endsWith(` ${word}`) ? key.slice(0, -word.length - 1) : []
    }),
  )
  return [...new Set([...keys, ...short])]
}

/** Suggests what each column fills by the headers. A field that is called like a column comes before all others. */
export function suggestedColumns(
  names: readonly string[],
  format: TableFormat,
  into: ContactTarget,
): Column[] {
  const keys = new Set(names.map(headerKey))
  const fields = writable(into)
  const called = new Map(fields.map((field) => [field, [headerKey(field.slug), headerKey(field.name)]]))
  const named = (key: string): Field | undefined =>
    key === '' ? undefined : only(fields.filter((field) => called.get(field)?.includes(key)))
  const conceptOf = new Map([...into.byConcept].map(([concept, field]) => [field, concept]))

  const columns = names.map((name, index): Column => {
    const concept = name === '' ? undefined : conceptIn(format, name, keys)
    const column = { name, index, concept, field: undefined, label: labelOf(names, name), isChosen: false }
    const field = only(fields.filter(({ id }) => id === name)) ?? named(headerKey(name))
    if (!field) return column
    if (field === into.primary) return { ...column, concept: isName(concept, into) ? concept : 'name' }
    const own = conceptOf.get(field)
    return own === undefined ? { ...column, concept: undefined, field } : { ...column, concept: own }
  })
  const filled = new Set(columns.flatMap((column) => filledBy(column, into) ?? []))
  return columns.map((column) => {
    if (column.name === '' || filledBy(column, into)) return column
    const shorter = shorterKeys(column.name, into)
    const alike = fieldWords.find((words) => shorter.some((key) => words.includes(key))) ?? []
    const field =
      shorter.map(named).find((one) => one && !filled.has(one)) ??
      only(
        fields.filter(
          (one) => !filled.has(one) && called.get(one)?.some((key) => alike.includes(key)) === true,
        ),
      )
    const isTitle = !filled.has(into.primary) && shorter.some((key) => recordTitles.includes(key))
    const isObject =
      !filled.has(into.primary) &&
      [into.object.type.singularName, into.object.type.slug].map(headerKey).includes(headerKey(column.name))
    const found = field ?? (isTitle || isObject ? into.primary : undefined)
    if (!found) return column
    filled.add(found)
    return found === into.primary
      ? { ...column, concept: 'name' }
      : { ...column, concept: conceptOf.get(found), field: conceptOf.has(found) ? undefined : found }
  })
}

const blank = {
  required: false,
  primary: false,
  readOnly: false,
  proOnly: false,
  inPreview: false,
  retired: false,
}

type Steered = { columns: Column[]; newFields: Field[] }

/** Sends columns where a person chose. Those that go there anyway keep their meaning. */
export function steeredColumns(
  suggested: readonly Column[],
  chosen: ImportChoices['columns'],
  into: ContactTarget,
): Outcome<Steered> {
  const columns = [...suggested]
  const newFields: Field[] = []
  const { slug: objectSlug, id: objectId } = into.object.type
  const concepts = [...into.byConcept].filter(([concept]) => !isName(concept, into))
  for (const { column: index, field: slug, create } of chosen ?? []) {
    const column = suggested[index]
    if (!column)
      return refuseFor('bad_option', reason('unknown_column', { column: index, count: suggested.length }))
    const fields = [...into.object.fields, ...newFields]
    let field: Field | undefined
    if (create) {
      if (slug !== null)
        return refuseFor('bad_option', reason('fill_and_make', { column: column.name, field: slug }))
      const same = fields.find(({ name }) => headerKey(name) === headerKey(create.name))
      if (same && (same.kind !== create.type || same.readOnly))
        return refuseFor(
          'conflict',
          reason('field_exists', { object: objectSlug, field: same.name, type: same.kind }),
        )
      const taken = new Set(fields.map((one) => one.slug))
      field = same ?? {
        ...blank,
        id: prefixedId('fld'),
        objectId,
        slug: slugFor(create.name, taken, 'field'),
        name: create.name,
        kind: create.type,
        options: create.type === 'select' ? { choices: [] } : null,
        position: fields.length,
      }
      if (!same) newFields.push(field)
    } else if (slug !== null) {
      const found = fields.filter((one) => one.slug === slug || one.id === slug)
      if (found.length > 1) return refuseFor('bad_option', reason('same_fields', { field: slug }))
      if (!found[0])
        return refuseFor('not_found', reason('unknown_field', { object: objectSlug, field: slug }))
      if (found[0].readOnly) return refuseFor('bad_option', reason('read_only', { field: slug }))
      field = found[0]
    }
    if (field === filledBy(column, into)) continue
    // Columns of one field are read together.
    const concept = concepts.find(([, one]) => one === field && one !== into.primary)?.[0]
    columns[index] = concept
      ? { ...column, concept, field: undefined, isChosen: true }
      : { ...column, concept: undefined, field, isChosen: true }
  }
  return done({ columns, newFields })
}

/** The columns of each field, and those that fill nothing. */
export function mappingOf(columns: readonly Column[], into: ContactTarget) {
  const byField = new Map<string, string[]>()
  const ignored: string[] = []
  for (const column of columns) {
    const field = filledBy(column, into)
    if (field) byField.set(field.slug, [...(byField.get(field.slug) ?? []), column.name])
    else if (column.name !== '') ignored.push(column.name)
  }
  const mapping: Mapping[] = [...byField].map(([field, names]) => ({ columns: names, field }))
  return { mapping, ignored }
}
