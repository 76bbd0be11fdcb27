// Looks at a file: what it is, what it would become, and every fault in it. Pure; nothing is stored (IMP-01).
import { reason, type KnownReason } from '../../../shared/api/import-reasons.ts'
import type { ImportChoices } from '../../../shared/api/launcher/imports.ts'
import type { Zone } from '../../calendars/reading/times.ts'
import { zoneNamed } from '../../calendars/reading/zones.ts'
import { done, refuseFor, type Outcome } from '../../base/operator-error.ts'
import { headerKey, taskColumns } from './columns.ts'
import { contactTarget } from './contacts/contact.ts'
import { decode, type Decoded } from './decode.ts'
import { formatOf, kindOf, knownColumns, type Format, type Kind, type TableFormat } from './formats.ts'
import { filledBy, suggestedColumns } from './match.ts'
import { readPeople } from './contacts/people.ts'
import type { Draft, Drafts, Plan, Target, TargetObject } from './plan.ts'
import { openTable, type Score, type Table } from './table.ts'
import { hasTitles, readTaskTable } from './tasks/task-tables.ts'
import { readTaskJson } from './tasks/json/task-json.ts'
import { isTodos, readTodos } from './tasks/todos.ts'
import { isVcard, readCards } from './contacts/vcard.ts'

export type LookOptions = {
  target: Target
  /** The IANA zone of the person: a task that is due on a day is due at its end there. */
  zone: string
  /** The person's choices. Suggestions apply where one is absent. */
  choices: ImportChoices
  /** Whether a file that fits no object or no field is shown, so that a person can choose, or refused. Default: shown. */
  unfit?: 'show' | 'refuse'
  /** Whether the file is going to be written: its drafts are kept while its rows are read, which are not read again for them. */
  isRun?: boolean
}

const slugsOf = (target: Target): string =>
  [...target.objects.map(({ type }) => type.slug), 'tasks'].map((slug) => `\`${slug}\``).join(', ')

const usual: Readonly<Record<Exclude<Kind, 'tasks'>, RegExp>> = {
  people: /^(?:people|persons?|contacts?|kontakte?|personen)$/,
  companies: /^(?:compan(?:y|ies)|accounts?|organi[sz]ations?|firmen|unternehmen)$/,
}

const noObject = (target: Target, kind: Kind): KnownReason =>
  reason('no_object', { kind, slug: kind, objects: slugsOf(target) })

/** The object that a person names, else the one of the kind of the file. */
function objectOf(
  { target, choices: { object } }: LookOptions,
  kind: Kind,
): Outcome<TargetObject | undefined> {
  if (object === undefined)
    return done(
      kind === 'tasks'
        ? undefined
        : target.objects.find(({ type }) => usual[kind].test(headerKey(type.slug))),
    )
  const found = target.objects.find(({ type }) => type.slug === object || type.id === object)
  return found
    ? done(found)
    : refuseFor('not_found', reason('unknown_object', { object, objects: slugsOf(target) }))
}

const noPrimary = (object: TargetObject) =>
  refuseFor('conflict', reason('no_primary', { object: object.type.slug }))

type ReadFile = { format: Format; delimiter: string | null; read: Drafts }

function readVcard(bytes: Uint8Array, options: LookOptions): Outcome<ReadFile> {
  const { target, choices, unfit } = options
  if (choices.object === 'tasks') return refuseFor('bad_option', reason('holds_people'))
  const object = objectOf(options, 'people')
  if (!object.ok) return object
  const into = object.value ?? (unfit === 'refuse' ? undefined : target.objects[0])
  if (!into) return refuseFor('not_found', noObject(target, 'people'))
  const drafts = readCards(bytes, target, into, choices)
  return drafts ? done({ format: 'vcard', delimiter: null, read: drafts }) : noPrimary(into)
}

/** The number of fields of an object that the columns of a table fill, and whether one is the name. */
function fitOf({ names }: Table, format: TableFormat, target: Target, object: TargetObject) {
  const into = contactTarget(target, object)
  const filled = new Set(into && suggestedColumns(names, format, into).map((one) => filledBy(one, into)))
  filled.delete(undefined)
  return { object, fields: into && filled.has(into.primary) ? filled.size : 0 }
}

/** Formats of files that can hold anything. */
const ofAnything: readonly TableFormat[] = ['csv', 'salesforce-report']

/** The column that names things of another kind than those of an object. */
const otherThings = (names: readonly string[], { type }: TargetObject): string | undefined =>
  names.find((name) => {
    const [, thing] = /^(deal|opportunity|ticket) (?:name|title|titel)$/.exec(headerKey(name)) ?? []
    return thing !== undefined && !headerKey(`${type.slug} ${type.singularName}`).includes(thing)
  })

/** The object whose fields are called like the columns, or that a column names; the usual one of the kind unless another fits better. */
function bestObject(
  table: Table,
  format: TableFormat,
  target: Target,
  usualOne: TargetObject | undefined,
): TargetObject | undefined {
  if (!ofAnything.includes(format)) return usualOne
  const fits = target.objects.map((object) => fitOf(table, format, target, object))
  const [best] = fits.toSorted((a, b) => b.fields - a.fields)
  const known = fits.find(({ object }) => object === usualOne)
  if (usualOne && otherThings(table.names, usualOne) !== undefined) {
    const named = fits.find(({ object, fields }) => fields > 0 && !otherThings(table.names, object))
    if (named) return named.object
  }
  return best && best.fields > (known?.fields ?? 0) ? best.object : usualOne
}

/** Columns by meanings, and by the names of the fields of the workspace. */
function scoreFor({ objects }: Target): Score {
  const called = new Set(
    objects.flatMap(({ fields }) => fields.flatMap(({ slug, name }) => [headerKey(slug), headerKey(name)])),
  )
  called.delete('')
  return (names) => {
    const known = knownColumns(names)
    return Math.max(known, new Set(names.map(headerKey).filter((key) => called.has(key))).size)
  }
}

function readCsv(utf8: Buffer, options: LookOptions, zone: Zone): Outcome<ReadFile> {
  const table = openTable(utf8, scoreFor(options.target))
  const read = readRows(table, options, zone)
  if (read.ok) return read
  // A fault of the file is said before what does not fit in the workspace.
  const whole = table.read(() => {})
  return whole.ok ? read : whole
}

function readRows(table: Table, options: LookOptions, zone: Zone): Outcome<ReadFile> {
  const { target, choices, unfit, isRun = false } = options
  const format = formatOf(table.names)
  const { delimiter } = table
  const guessed = choices.object === 'tasks' ? 'tasks' : kindOf(format, table.names)
  // Deals have a title, a status and an owner, too.
  const asTasks = Object.keys(taskColumns(table.names)).length
  const isOther =
    guessed === 'tasks' &&
    choices.object === undefined &&
    format === 'csv' &&
    target.objects.some((object) => fitOf(table, format, target, object).fields > asTasks)
  const kind = isOther ? 'people' : guessed
  const tableOptions = { format, target, choices, zone, isRun }
  if (kind === 'tasks' && (choices.object ?? 'tasks') === 'tasks') {
    const isUnfit = !hasTitles(table, format)
    if (isUnfit && unfit === 'refuse')
      return refuseFor('invalid_file', reason('no_titles', { columns: shownNames(table.names) }))
    const tasks = readTaskTable(table, tableOptions)
    return tasks.ok ? done({ format, delimiter, read: tasks.value }) : tasks
  }
  const named = objectOf(options, kind === 'companies' ? 'companies' : 'people')
  if (!named.ok) return named
  const suggested =
    choices.object === undefined ? bestObject(table, format, target, named.value) : named.value
  const object = suggested ?? (unfit === 'refuse' ? undefined : target.objects[0])
  if (!object) return refuseFor('not_found', noObject(target, kind))
  const drafts = readPeople(table, object, tableOptions)
  if (!drafts.ok) return drafts
  if (!drafts.value) return noPrimary(object)
  const other = choices.object === undefined ? otherThings(table.names, object) : undefined
  const said =
    other === undefined ? [] : [reason('other_things', { column: other, object: object.type.slug })]
  if (drafts.value.mapping.length > 0)
    return done({ format, delimiter, read: { ...drafts.value, notes: [...said, ...drafts.value.notes] } })
  const misfit = reason('no_column', { object: object.type.slug, columns: shownNames(table.names) })
  // A text without a separator, or without rows, is not a table.
  const isTable = table.names.length > 1 && drafts.value.rows > 0
  return unfit === 'refuse' || !isTable
    ? refuseFor('invalid_file', misfit)
    : done({
        format,
        delimiter,
        read: { ...drafts.value, notes: [misfit, ...drafts.value.notes] },
      })
}

/**
 * The cells of some rows, for a list of what was left out.
 * @param lines where the rows begin
 * @returns cells by line; none for a file without columns
 */
export function cellsAt(
  bytes: Uint8Array,
  target: Target,
  lines: ReadonlySet<number>,
): Map<number, readonly string[]> {
  const found = new Map<number, readonly string[]>()
  const decoded = lines.size === 0 ? undefined : decode(bytes)
  if (!decoded?.ok) return found
  openTable(decoded.value.utf8, scoreFor(target)).read(({ line, cells }) => {
    if (lines.has(line)) found.set(line, cells)
  })
  return found
}

const shownNames = (names: readonly string[]): string => {
  const some = names.slice(0, 20).map((name) => `“${name.slice(0, 60)}”`)
  return `${some.join(', ')}${names.length > 20 ? ` and ${names.length - 20} more` : ''}`
}

/** Folds inside of letters make lines that are not UTF-8, while the unfolded text is. */
function cardsOf(bytes: Uint8Array, decoded: Decoded): { body: Uint8Array; encoding: Decoded['encoding'] } {
  if (decoded.encoding.startsWith('utf-16')) return { body: decoded.utf8, encoding: decoded.encoding }
  const body = decoded.bom ? bytes.subarray(3) : bytes
  const unfolded = Buffer.from(
    Buffer.from(body)
      .toString('latin1')
      .replaceAll(/\r?\n[ \t]/g, ''),
    'latin1',
  )
  const again = decode(unfolded)
  return { body, encoding: again.ok ? again.value.encoding : decoded.encoding }
}

/** Enough of a file to see what it is. */
const headLength = 4_096

/**
 * @param bytes the whole file
 * @returns a refusal in one sentence, which names line and column where a place is at fault
 */
export function lookAt(bytes: Uint8Array, options: LookOptions): Outcome<Plan> {
  const { target, choices } = options
  const zone = zoneNamed(options.zone)
  if (!zone) return refuseFor('bad_option', reason('unknown_zone', { zone: options.zone }))
  const decoded = decode(bytes)
  if (!decoded.ok) return decoded
  const { utf8, bom } = decoded.value
  const head = utf8.toString('utf8', 0, headLength).trimStart()
  let { encoding } = decoded.value
  let file: Outcome<ReadFile>
  if (isVcard(head)) {
    const cards = cardsOf(bytes, decoded.value)
    encoding = cards.encoding
    file = readVcard(cards.body, options)
  } else if (/^BEGIN:VCALENDAR/i.test(head)) {
    const text = utf8.toString()
    if (!isTodos(text)) return refuseFor('invalid_file', reason('calendar'))
    if (choices.object !== undefined && choices.object !== 'tasks')
      return refuseFor('bad_option', reason('holds_tasks'))
    const read = readTodos(text, { target, zone, badCells: choices.badCells })
    file = done({ format: 'icalendar', delimiter: null, read })
  } else if (/^[[{]/.test(head)) {
    const tasks = readTaskJson(utf8.toString(), { target, zone, choices })
    if (!tasks.ok) return tasks
    if (choices.object !== undefined && choices.object !== 'tasks')
      return refuseFor('bad_option', reason('holds_tasks'))
    file = done({ ...tasks.value, delimiter: null })
  } else file = readCsv(utf8, options, zone)
  if (!file.ok) return file
  const { format, delimiter, read } = file.value
  const { drafts: makeDrafts, ...rest } = read
  let made: readonly Draft[] | undefined
  const key = keyOf(options, read)
  if (!key.ok) return key
  return done({
    columns: [],
    questions: [],
    newFields: [],
    newChoices: [],
    ...rest,
    get drafts() {
      made ??= makeDrafts()
      return made
    },
    format,
    encoding,
    bom,
    delimiter,
    key: key.value,
    leftOut: read.rows - read.stored,
  })
}

function keyOf(
  { choices: { key = null }, target }: LookOptions,
  { into, newFields = [] }: Drafts,
): Outcome<Plan['key']> {
  if (key === null) return done(null)
  const object = target.objects.find(({ type }) => type.slug === into)
  if (!object) return refuseFor('bad_option', reason('key_of_tasks'))
  const fields = [...object.fields, ...newFields]
  const found = fields.filter((field) => field.slug === key || field.id === key)
  const [field] = found
  const slugs = fields.map(({ slug }) => slug).join(', ')
  if (!field)
    return refuseFor('bad_option', reason('unknown_key', { object: into, field: key, fields: slugs }))
  if (found.length > 1) return refuseFor('bad_option', reason('same_fields', { field: key }))
  if (['json', 'location', 'record_reference'].includes(field.kind))
    return refuseFor('bad_option', reason('bad_key', { field: key, type: field.kind }))
  return done(field)
}
