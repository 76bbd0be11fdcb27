// Looks at a file: what it is, what it would become, and every fault in it. Pure; nothing is stored (IMP-01).
import { zoneNamed } from '../calendars/reading/zones.ts'
import { iso } from '../iso-time.ts'
import { done, refuse, type Outcome } from '../operator/error.ts'
import { headerKey } from './columns.ts'
import { decode, type Decoded } from './decode.ts'
import { formatOf, kindOf, knownColumns, type Format, type Kind } from './formats.ts'
import { readPeople } from './people.ts'
import type { Draft, Drafts, ImportFault, Mapping, Plan, Target, TargetObject } from './plan.ts'
import { readTable } from './table.ts'
import { hasTitles, readTaskTable } from './task-tables.ts'
import { readTrello } from './trello.ts'
import { isVcard, readCards } from './vcard.ts'

export type LookOptions = {
  target: Target
  /** The slug or id of an object, or `tasks`; by default the one that the format and the header suggest. */
  object?: string | undefined
  /** The slug of the field by which records are updated and not created again. */
  key?: string | undefined
  /** The IANA zone of the person: a task that is due on a day is due at its end there. */
  zone: string
}

const sampleSize = 10

const slugsOf = (target: Target): string =>
  [...target.objects.map(({ type }) => type.slug), 'tasks'].map((slug) => `\`${slug}\``).join(', ')

const usual: Readonly<Record<Exclude<Kind, 'tasks'>, RegExp>> = {
  people: /^(?:people|persons?|contacts?|kontakte?|personen)$/,
  companies: /^(?:compan(?:y|ies)|accounts?|organi[sz]ations?|firmen|unternehmen)$/,
}

/** The object that a file goes into: the named one, else the one of its kind. */
function objectOf({ target, object }: LookOptions, kind: Exclude<Kind, 'tasks'>): Outcome<TargetObject> {
  const found =
    object === undefined
      ? target.objects.find(({ type }) => usual[kind].test(headerKey(type.slug)))
      : target.objects.find(({ type }) => type.slug === object || type.id === object)
  if (found) return done(found)
  return object === undefined
    ? refuse(
        'not_found',
        `The file holds ${kind}, and the workspace has no object \`${kind}\`. Name one with --object. There are: ${slugsOf(target)}.`,
      )
    : refuse('not_found', `There is no object \`${object}\`. There are: ${slugsOf(target)}.`)
}

const noPrimary = (object: TargetObject) =>
  refuse('conflict', `The object \`${object.type.slug}\` has no primary field, which a name could fill.`)

type ReadFile = { format: Format; delimiter: string | null; drafts: Drafts }

function readVcard(bytes: Uint8Array, options: LookOptions): Outcome<ReadFile> {
  if (options.object === 'tasks') return refuse('bad_option', 'The file holds people, not tasks.')
  const object = objectOf(options, 'people')
  if (!object.ok) return object
  const drafts = readCards(bytes, options.target, object.value)
  return drafts ? done({ format: 'vcard', delimiter: null, drafts }) : noPrimary(object.value)
}

function readCsv(
  text: string,
  options: LookOptions,
  zone: NonNullable<ReturnType<typeof zoneNamed>>,
): Outcome<ReadFile> {
  const { target } = options
  const table = readTable(text, knownColumns)
  if (!table.ok) return table
  const format = formatOf(table.value.names)
  const { delimiter } = table.value
  const kind = options.object === 'tasks' ? 'tasks' : kindOf(format, table.value.names)
  if (kind === 'tasks' && (options.object ?? 'tasks') === 'tasks') {
    if (!hasTitles(table.value, format))
      return refuse(
        'invalid_file',
        `No column holds the titles of tasks. The columns are ${shownNames(table.value.names)}.`,
      )
    return done({ format, delimiter, drafts: readTaskTable(table.value, { format, target, zone }) })
  }
  const object = objectOf(options, kind === 'companies' ? 'companies' : 'people')
  if (!object.ok) return object
  const drafts = readPeople(table.value, { format, target, object: object.value })
  if (!drafts) return noPrimary(object.value)
  if (drafts.mapping.length === 0)
    return refuse(
      'invalid_file',
      `No column fits a field of \`${object.value.type.slug}\`. The columns are ${shownNames(table.value.names)}.`,
    )
  return done({ format, delimiter, drafts })
}

const shownNames = (names: readonly string[]): string => {
  const some = names.slice(0, 20).map((name) => `“${name.slice(0, 60)}”`)
  return `${some.join(', ')}${names.length > 20 ? ` and ${names.length - 20} more` : ''}`
}

/** Folds inside of letters make lines that are not UTF-8, while the unfolded text is. */
function cardsOf(bytes: Uint8Array, decoded: Decoded): { body: Uint8Array; encoding: Decoded['encoding'] } {
  if (decoded.encoding.startsWith('utf-16'))
    return { body: Buffer.from(decoded.text), encoding: decoded.encoding }
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

/**
 * @param bytes the whole file
 * @returns a refusal in one sentence, which names line and column where a place is at fault
 */
export function lookAt(bytes: Uint8Array, options: LookOptions): Outcome<Plan> {
  const zone = zoneNamed(options.zone)
  if (!zone) return refuse('bad_option', `There is no time zone \`${options.zone}\`.`)
  const decoded = decode(bytes)
  if (!decoded.ok) return decoded
  const { text, bom } = decoded.value
  let { encoding } = decoded.value
  let read: Outcome<ReadFile>
  if (isVcard(text)) {
    const cards = cardsOf(bytes, decoded.value)
    encoding = cards.encoding
    read = readVcard(cards.body, options)
  } else if (/^\s*BEGIN:VCALENDAR/i.test(text))
    return refuse('invalid_file', 'This is a calendar. Add it with `svc calendar add --file`.')
  else if (/^\s*[[{]/.test(text)) {
    const board = readTrello(text, { target: options.target, zone })
    if (!board.ok) return board
    if (options.object !== undefined && options.object !== 'tasks')
      return refuse('bad_option', 'The file holds tasks: --object tasks.')
    read = done({ format: 'trello', delimiter: null, drafts: board.value })
  } else read = readCsv(text, options, zone)
  if (!read.ok) return read
  const { format, delimiter, drafts } = read.value
  const key = keyOf(options, drafts)
  if (!key.ok) return key
  return done({
    newFields: [],
    newChoices: [],
    ...drafts,
    format,
    encoding,
    bom,
    delimiter,
    key: key.value,
    leftOut: drafts.rows - drafts.drafts.length,
  })
}

function keyOf({ key, target }: LookOptions, { into }: Drafts): Outcome<Plan['key']> {
  if (key === undefined) return done(null)
  const object = target.objects.find(({ type }) => type.slug === into)
  if (!object) return refuse('bad_option', 'Tasks have no field by which they are matched. Leave --key out.')
  const found = object.fields.filter((field) => field.slug === key || field.id === key)
  const [field] = found
  const slugs = object.fields.map(({ slug }) => slug).join(', ')
  if (!field) return refuse('bad_option', `\`${into}\` has no field \`${key}\`. There are: ${slugs}.`)
  if (found.length > 1)
    return refuse('bad_option', `Several fields are called \`${key}\`. Use the id of one.`)
  if (['json', 'location', 'record_reference'].includes(field.kind))
    return refuse('bad_option', `Records cannot be matched by \`${key}\`, a field of the type ${field.kind}.`)
  return done(field)
}

type Shown = Record<string, unknown>

function shownRecord(draft: Draft & { is: 'record' }, into: string): Shown {
  const { fields, type } = draft.object
  const named = Object.fromEntries(draft.references.map(({ field, names }) => [field.id, names.join('; ')]))
  const values: Record<string, unknown> = { ...draft.values, ...named }
  const shown = fields.flatMap(({ id, slug }) => (id in values ? [[slug, values[id]] as const] : []))
  return { line: draft.line, ...(type.slug !== into && { object: type.slug }), ...Object.fromEntries(shown) }
}

function shownTask(draft: Draft & { is: 'task' }, drafts: readonly Draft[], target: Target): Shown {
  const parent = draft.parent === null ? undefined : drafts[draft.parent]
  const statuses = target.statuses
  const status = draft.status ?? (statuses.find(({ isDefault }) => isDefault) ?? statuses[0])?.slug
  const section = target.sections.find(({ id }) => id === draft.sectionId)
  const emails = target.members.filter(({ id }) => draft.assignees.includes(id)).map(({ email }) => email)
  return {
    line: draft.line,
    title: draft.title,
    ...(draft.description !== null && { description: draft.description }),
    ...(draft.dueDate !== null && { due: iso(draft.dueDate) }),
    priority: draft.priority,
    status,
    ...(parent?.is === 'task' && { parent: parent.title }),
    ...(emails.length > 0 && { assignee: emails.join(', ') }),
    ...(section && { section: section.name }),
  }
}

const faultsShown = 1_000

/** The faults that an answer lists, and how many more there are. */
export const shownFaults = (
  faults: readonly ImportFault[],
): { faults: readonly ImportFault[]; moreFaults?: number } => ({
  faults: faults.slice(0, faultsShown),
  ...(faults.length > faultsShown && { moreFaults: faults.length - faultsShown }),
})

/** What looking answers. */
export type Look = {
  format: Format
  encoding: Plan['encoding']
  bom: boolean
  delimiter: string | null
  object: string
  rows: number
  leftOut: number
  repeating?: number
  mapping: readonly Mapping[]
  ignored: readonly string[]
  sample: readonly Shown[]
  faults: readonly ImportFault[]
  moreFaults?: number
  notes: readonly string[]
}

export function presentPlan(plan: Plan, target: Target): Look {
  const {
    format,
    encoding,
    bom,
    delimiter,
    into,
    rows,
    leftOut,
    repeating = 0,
    mapping,
    ignored,
    drafts,
    notes,
  } = plan
  const sample = drafts
    .slice(0, sampleSize)
    .map((draft) => (draft.is === 'record' ? shownRecord(draft, into) : shownTask(draft, drafts, target)))
  const more = repeating > 0 ? { repeating } : {}
  const head = { format, encoding, bom, delimiter, object: into, rows, leftOut, ...more }
  return { ...head, mapping, ignored, sample, ...shownFaults(plan.faults), notes }
}
