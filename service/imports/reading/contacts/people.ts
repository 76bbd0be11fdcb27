// Rows of a table as records of the object that the file goes into: contacts, companies, and any other.
import { reason } from '../../../../shared/api/import-reasons.ts'
import type { ImportChoices, ImportLook } from '../../../../shared/api/launcher/imports.ts'
import type { Zone } from '../../../calendars/reading/times.ts'
import type { Field } from '../../../objects/objects.store.ts'
import { done, type Outcome } from '../../../base/operator-error.ts'
import type { ContactConcept } from '../columns.ts'
import {
  contactTarget,
  moreValues,
  readContact,
  type Candidate,
  type Contact,
  type ContactTarget,
} from './contact.ts'
import { isNoDate } from '../dates.ts'
import { createDetection, type DetectColumn, type Detection } from '../detect.ts'
import type { TableFormat } from '../formats.ts'
import { choicesOf, createSeparator, markOfChoice, newChoicesOf, type Choices } from '../lists.ts'
import { filledBy, mappingOf, steeredColumns, suggestedColumns, type Column } from '../match.ts'
import {
  sampleSize,
  type Draft,
  type Drafts,
  type ImportFault,
  type Target,
  type TargetObject,
} from '../plan.ts'
import { createTypeGuess } from '../new-field.ts'
import { memberIn, membersOf, type Members } from '../members.ts'
import { footerNotes, type Row, type Table } from '../table.ts'
import type { Style } from '../values.ts'

/** `#N/A` sets a field of Salesforce to nothing. */
const cellText = (cell: string | undefined): string => {
  const text = cell?.trim() ?? ''
  return text === '#N/A' ? '' : text
}

const companySplits: Partial<Record<TableFormat, RegExp>> = {
  'google-contacts': /\s*:::\s*/,
  'hubspot-contacts': /;(?! )/,
}

const holdsOf: Partial<Record<Field['kind'], DetectColumn['holds']>> = {
  date: 'days',
  datetime: 'days',
  number: 'numbers',
  currency: 'numbers',
  rating: 'numbers',
}

export type TableOptions = {
  format: TableFormat
  target: Target
  choices: ImportChoices
  zone: Zone
  /** Whether all drafts are kept: the file is going to be written. */
  isRun: boolean
}

type Filling = { column: Column; fills: Field }

type Written = {
  styles: ReadonlyMap<Column, Style>
  detection: Detection
  lists: NonNullable<ImportLook['lists']>
}

/** Looks at all rows for how the columns write days, numbers and lists. Most files have none, and are not read for it. */
function writtenIn(
  table: Table,
  filling: readonly Filling[],
  { format, choices, zone }: TableOptions,
  { choicesOfField, members }: { choicesOfField: ReadonlyMap<Field, Choices>; members: Members },
): Outcome<Written> {
  const columns = filling.flatMap(({ column: { index, name }, fills }): DetectColumn[] => {
    const holds = holdsOf[fills.kind]
    return holds === undefined ? [] : [{ index, name, holds }]
  })
  const hints = { delimiter: table.delimiter, names: table.names, format }
  const detection = createDetection(columns, choices, hints)
  const chosenMark = markOfChoice(choices.listSeparator)
  const separators = new Map(
    filling.flatMap(({ column, fills }) => {
      if (fills.kind !== 'multi_select' && fills.options?.multiple !== true) return []
      const known = choicesOfField.get(fills)?.known
      const isKnown =
        fills.kind === 'user_reference'
          ? (name: string) => memberIn(members, name) !== null
          : known && ((name: string) => known(name) !== undefined)
      return [[column, createSeparator(isKnown)] as const]
    }),
  )
  if (columns.length > 0 || (separators.size > 0 && chosenMark === undefined)) {
    const seen = table.read(({ cells }) => {
      detection.add(cells)
      for (const [{ index }, separator] of separators) separator.add(cellText(cells[index]))
    })
    if (!seen.ok) return seen
  }
  const detected = detection.end()
  const marks = new Map([...separators].map(([column, one]) => [column, chosenMark ?? one.end()]))
  const styles = new Map(
    filling.map(({ column, fills }) => [
      column,
      {
        ...detected.writtenIn(column.index),
        zone,
        choices: choicesOfField.get(fills),
        mark: marks.get(column),
      },
    ]),
  )
  const lists = [...marks].map(([{ name }, mark]) => ({ column: name, separator: mark ?? null }))
  return done({ styles, detection: detected, lists })
}

const shownExamples = 3
const longestExample = 100

/** Collects the first values of each column. */
export function createExamples(columns: number) {
  const found = Array.from({ length: columns }, (): string[] => [])
  let wanting = columns
  return {
    add: (cells: readonly string[]): void => {
      if (wanting === 0) return
      for (const [index, examples] of found.entries()) {
        if (examples.length === shownExamples) continue
        const text = (cells[index] ?? '').slice(0, longestExample * 2).trim()
        if (text === '') continue
        examples.push(text.length > longestExample ? `${text.slice(0, longestExample)}…` : text)
        if (examples.length === shownExamples) wanting -= 1
      }
    },
    of: (index: number): string[] => found[index] ?? [],
  }
}

/** Reads a row as the cells of its meanings. */
function contactReader(
  filling: readonly Filling[],
  columns: readonly Column[],
  styles: ReadonlyMap<Column, Style>,
  into: ContactTarget,
) {
  const ofConcepts = columns.filter(({ concept }) => concept !== undefined)
  const named = filling.filter(({ fills }) => fills === into.primary).map(({ column }) => column)
  const isNamed = named.some(({ isChosen }) => isChosen)
  const groups = [
    ...Map.groupBy(
      filling.filter(({ column, fills }) => column.field === fills && fills !== into.primary),
      ({ fills }) => fills,
    ),
  ].map(([field, group]) => ({ field, columns: group.map(({ column }) => column) }))

  return ({ line, cells }: Row): Contact => {
    const candidate = ({ index, name, label }: Column): Candidate | undefined => {
      const text = cellText(cells[index])
      if (text === '') return undefined
      const isStarred = label !== undefined && (cells[label] ?? '').trim().startsWith('*')
      const preferred = isStarred || /\((?:primary|primär)\)$/i.test(name)
      return { text, column: name, preferred }
    }
    const concepts: Partial<Record<ContactConcept, Candidate[]>> = {}
    for (const column of ofConcepts) {
      const cell = candidate(column)
      if (!cell || column.concept === undefined) continue
      const others = concepts[column.concept]
      if (others) others.push(cell)
      else concepts[column.concept] = [cell]
    }
    const others: Contact['others'][number][] = []
    for (const { field, columns: group } of groups) {
      const found = group.flatMap((column) => candidate(column) ?? [])
      const filled = holdsOf[field.kind] === 'days' ? found.filter(({ text }) => !isNoDate(text)) : found
      const [first] = group
      if (filled.length > 0 && first) others.push({ field, style: styles.get(first) ?? {}, cells: filled })
    }
    return {
      line,
      concepts,
      others,
      ...(isNamed && { named: named.flatMap((column) => candidate(column) ?? []) }),
      isCompany: false,
    }
  }
}

/** Counts what goes into other objects: companies without a person. */
export function otherObjects({ type }: TargetObject) {
  const counts: Record<string, number> = {}
  return {
    add: (draft: Draft): void => {
      if (draft.is !== 'record' || draft.object.type.id === type.id) return
      const { slug } = draft.object.type
      counts[slug] = (counts[slug] ?? 0) + 1
    },
    end: (): Pick<Drafts, 'elsewhere'> => (Object.keys(counts).length > 0 ? { elsewhere: counts } : {}),
  }
}

/** Fields that every record needs, and that no column fills. */
function missingNotes(
  table: Table,
  filling: readonly Filling[],
  { required, primary, byConcept }: ContactTarget,
) {
  const filled = new Set(filling.map(({ fills }) => fills))
  const email = byConcept.get('email')
  const isNamed = filled.has(primary) || (email !== undefined && filled.has(email))
  return required
    .filter((field) => !filled.has(field) && !(field === primary && isNamed))
    .map(({ name: field }) => reason('unfilled_field', { line: table.line, field }))
}

/** Reads the rows of a table. @returns null for an object without a primary field, a refusal for choices that do not fit */
export function readPeople(
  table: Table,
  object: TargetObject,
  options: TableOptions,
): Outcome<Drafts | null> {
  const { format, target, choices, isRun } = options
  const plain = contactTarget(target, object)
  if (!plain) return done(null)
  const steered = steeredColumns(suggestedColumns(table.names, format, plain), choices.columns, plain)
  if (!steered.ok) return steered
  const { columns, newFields } = steered.value
  const into = { ...plain, object: { ...object, fields: [...object.fields, ...newFields] } }
  const filling = columns.flatMap((column): Filling[] => {
    const fills = filledBy(column, into)
    return fills ? [{ column, fills }] : []
  })
  const choicesOfField = new Map(
    filling.flatMap(({ fills }) => {
      if (fills.kind !== 'select' && fills.kind !== 'status' && fills.kind !== 'multi_select') return []
      const may = newFields.includes(fills) ? 'create' : (choices.newChoices ?? 'leave out')
      return [[fills, choicesOf(fills, may)] as const]
    }),
  )
  const members = membersOf(target)
  const written = writtenIn(table, filling, options, { choicesOfField, members })
  if (!written.ok) return written
  const { styles, detection, lists } = written.value
  const concepts = new Set(columns.map(({ concept }) => concept))
  const more = moreValues()
  const context = {
    target,
    members,
    parts: { hasLast: concepts.has('last'), hasFirst: concepts.has('first') },
    nameColumns: filling.filter(({ fills }) => fills === into.primary).map(({ column }) => column.name),
    companySplit: companySplits[format] ?? /\s*:::\s*/,
    styles: new Map(filling.toReversed().map(({ column, fills }) => [fills, styles.get(column) ?? {}])),
    badCells: choices.badCells,
    onMore: more.onMore,
  }

  const contactOf = contactReader(filling, columns, styles, into)
  const first: Draft[] = []
  const kept: Draft[] = []
  const faults: ImportFault[] = []
  const examples = createExamples(columns.length)
  const guesses = new Map(
    columns.filter((column) => !filledBy(column, into)).map(({ index }) => [index, createTypeGuess()]),
  )
  let [rows, stored] = [0, 0]
  const others = otherObjects(object)
  const all = table.read((row) => {
    rows += 1
    examples.add(row.cells)
    for (const [index, guess] of guesses) guess.add(cellText(row.cells[index]))
    const { draft, faults: found } = readContact(contactOf(row), into, context)
    for (const fault of found) faults.push(fault)
    if (!draft) return
    stored += 1
    others.add(draft)
    if (first.length < sampleSize) first.push(draft)
    if (isRun) kept.push(draft)
  })
  if (!all.ok) return all
  const { ragged } = all.value
  const allDrafts = (): Draft[] => {
    if (isRun) return kept
    const drafts: Draft[] = []
    const again = { ...context, onMore: undefined }
    table.read((row) => {
      const { draft } = readContact(contactOf(row), into, again)
      if (draft) drafts.push(draft)
    })
    return drafts
  }
  return done({
    into: object.type.slug,
    rows: rows + ragged.length,
    first,
    stored,
    drafts: allDrafts,
    faults: ragged.length > 0 ? [...ragged, ...faults].toSorted((a, b) => a.line - b.line) : faults,
    columns: columns.map((column) => {
      const field = filledBy(column, into)
      return {
        name: column.name,
        field: field?.slug ?? null,
        ...(field && newFields.includes(field) && { isNew: true }),
        ...(!field && { newType: guesses.get(column.index)?.end() ?? 'text' }),
        examples: examples.of(column.index),
      }
    }),
    questions: detection.questions,
    lists,
    ...others.end(),
    newFields: newFields.map((field) => {
      const added = choicesOfField.get(field)?.added()
      return added ? { ...field, options: { choices: [...added] } } : field
    }),
    newChoices: newChoicesOf(choicesOfField).filter(({ field }) => !newFields.includes(field)),
    notes: [
      ...missingNotes(table, filling, into),
      ...table.notes,
      ...footerNotes(all.value),
      ...detection.notes,
      ...more.notes(),
    ],
    ...mappingOf(columns, into),
  })
}
