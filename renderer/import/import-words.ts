// Texts about a file and its import. Pure.
import type { ImportReason } from '../../shared/api/import-reasons.ts'
import type { ImportChoices, ImportLook } from '../../shared/api/launcher/imports.ts'
import type { AppError } from '../../shared/errors.ts'
import type { ObjectSummary } from '../../shared/api/launcher/search.ts'
import type { ImportSeen } from '../../shared/ipc/launcher.ts'
import { inSentence, listOf, localeNow, type MessageKey, type PlainKey, say } from '../../shared/language.ts'
import { importReasons } from '../../shared/messages/en/setup/import-reasons.ts'
import { errorWords } from '../ui/error-words.ts'

type Objects = readonly ObjectSummary[]

/**
 * A fault, a note or a refusal in the language of the launcher.
 * @param sentence of the service, in English; it stays where the code is of a newer service, or missing of an older one
 */
export function whyWords(
  { code, params }: { [Part in keyof ImportReason]?: ImportReason[Part] | undefined },
  sentence: string,
): string {
  const key = `import.why.${code}`
  if (!Object.hasOwn(importReasons, key)) return sentence
  try {
    // The values are those of the service.
    return (say as (key: MessageKey, values?: ImportReason['params']) => string)(key as MessageKey, params)
  } catch {
    // A newer service sends other values.
    return sentence
  }
}

/** Slug of tasks where records have their object. */
export const tasksSlug = 'tasks'

/** Names of programs, by the format of their export. */
const programs: Readonly<Record<string, string>> = {
  'google-contacts': 'Google Contacts',
  outlook: 'Outlook',
  'hubspot-contacts': 'HubSpot',
  'hubspot-companies': 'HubSpot',
  'pipedrive-people': 'Pipedrive',
  'pipedrive-organizations': 'Pipedrive',
  'salesforce-report': 'Salesforce',
  todoist: 'Todoist',
  asana: 'Asana',
  linear: 'Linear',
  trello: 'Trello',
  ticktick: 'TickTick',
  clickup: 'ClickUp',
  jira: 'Jira',
  'google-tasks': 'Google Tasks',
  'microsoft-todo': 'Microsoft To Do',
  icalendar: 'iCalendar',
  vcard: 'vCard',
}

const encodings: Readonly<Record<string, string>> = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16',
  'utf-16be': 'UTF-16',
  'windows-1252': 'Windows-1252',
}

/** The plural name of an object, or of tasks. */
export const thingsName = (slug: string, objects: Objects): string =>
  slug === tasksSlug
    ? say('import.tasks.name')
    : (objects.find((one) => one.slug === slug)?.pluralName ?? slug)

/** "214 people", "1 task". */
export function countOf(slug: string, count: number, objects: Objects): string {
  if (slug === tasksSlug) return say('import.tasks', { count })
  const object = objects.find((one) => one.slug === slug)
  const name = count === 1 ? object?.singularName : object?.pluralName
  return say('import.count', { count, things: inSentence(name ?? slug) })
}

/** "line 4: “later”". A cell that lacks a value has only its line. */
export const exampleWords = ({ line, text }: Pick<ImportLook['faults'][number], 'line' | 'text'>): string =>
  text === '' ? say('import.fault.place', { line }) : say('import.fault.example', { line, text })

/** "“later”: not a date". */
export const faultWords = (fault: ImportLook['faults'][number]): string => {
  const why = whyWords(fault, fault.why)
  return fault.text === '' ? why : say('import.fault', { text: fault.text, why })
}

/** "3 people, 1 company". @param count of rows, with those that go into other objects */
const rowsOf = (
  { object, elsewhere = {} }: Pick<ImportLook, 'object' | 'elsewhere'>,
  count: number,
  objects: Objects,
): string => {
  const others = Object.entries(elsewhere).filter(([, rows]) => rows > 0)
  const own = count - others.reduce((sum, [, rows]) => sum + rows, 0)
  return listOf([
    ...(own > 0 || others.length === 0 ? [countOf(object, own, objects)] : []),
    ...others.map(([slug, rows]) => countOf(slug, rows, objects)),
  ])
}

const taskFields: Readonly<Record<string, PlainKey>> = {
  title: 'field.title',
  description: 'field.description',
  due: 'field.due',
  start: 'import.task.start',
  repeat: 'field.repeat',
  priority: 'field.priority',
  status: 'field.status',
  assignee: 'field.assignees',
  section: 'field.section',
  parent: 'import.task.parent',
}

/** The name of what a column fills. The fields of tasks have theirs in the language of the launcher. */
export function fieldName({ object, goesTo }: Pick<ImportLook, 'object' | 'goesTo'>, slug: string): string {
  const key = object === tasksSlug ? taskFields[slug] : undefined
  if (key !== undefined) return say(key)
  return goesTo.find(({ field }) => field === slug)?.name ?? slug
}

const separatorWords = (delimiter: string): string =>
  delimiter === '\t' ? say('import.separator.tab') : say('import.separator', { mark: delimiter })

/** "Google Contacts, 214 people, UTF-8, cells separated by “,”". */
export const fileWords = (look: ImportLook, objects: Objects): string =>
  listOf([
    programs[look.format] ?? (look.format === 'csv' ? say('import.format.csv') : look.format),
    rowsOf(look, look.rows, objects),
    encodings[look.encoding] ?? look.encoding,
    ...(look.bom ? [say('import.bom')] : []),
    ...(look.delimiter === null ? [] : [separatorWords(look.delimiter)]),
  ])

type Separator = NonNullable<ImportChoices['listSeparator']>
export const separators = [',', ';', '|', 'line'] as const satisfies readonly Separator[]
export const isSeparator = (value: string): value is Separator => separators.some((one) => one === value)

/** The mark between the values of a cell, as it was chosen or found; empty where there is none. */
export const separatorIn = ({ lists = [] }: ImportLook, { listSeparator }: ImportChoices): string => {
  if (listSeparator !== undefined) return listSeparator
  const found = lists.find((one) => one.separator !== null)?.separator ?? ''
  return found === '\n' ? 'line' : found
}

export const separatorName = (separator: string): string => {
  if (separator === '') return say('import.listSeparator.none')
  return separator === 'line'
    ? say('import.listSeparator.line')
    : say('import.listSeparator.mark', { mark: separator.trim() })
}

const faultCount = ({ faults, moreFaults = 0 }: Pick<ImportLook, 'faults' | 'moreFaults'>): number =>
  faults.length + moreFaults

/** "214 people to import, 3 left out, 12 faults", before it is imported. */
export const statusWords = (look: ImportLook, objects: Objects): string => {
  const faults = faultCount(look)
  return listOf([
    say('import.status', { things: rowsOf(look, look.rows - look.leftOut, objects) }),
    ...(look.leftOut === 0 ? [] : [say('import.status.leftOut', { count: look.leftOut })]),
    ...(faults === 0 ? [] : [say('import.status.faults', { count: faults })]),
  ])
}

/** Rows that are stored. */
export const storedRows = ({ result }: Pick<ImportSeen, 'result'>): number =>
  result === null ? 0 : result.created + result.updated

/** "12 new, 3 updated, 1 left out", once it has ended. */
export const resultWords = ({
  created,
  updated,
  unchanged,
  leftOut,
}: NonNullable<ImportSeen['result']>): string =>
  listOf([
    say('import.created', { count: created }),
    ...(updated === 0 ? [] : [say('import.updated', { count: updated })]),
    ...(unchanged === 0 ? [] : [say('import.unchanged', { count: unchanged })]),
    ...(leftOut === 0 ? [] : [say('import.leftOut', { count: leftOut })]),
  ])

/** "3 companies", or null where nothing else was made. */
export const alsoWords = (
  { alsoCreated }: NonNullable<ImportSeen['result']>,
  objects: Objects,
): string | null => {
  const things = Object.entries(alsoCreated).filter(([, count]) => count > 0)
  return things.length === 0
    ? null
    : say('import.also', { things: listOf(things.map(([slug, count]) => countOf(slug, count, objects))) })
}

/** "800 rows a second, about 12 s left"; empty before that is known. */
export const paceWords = ({ rowsPerSecond, secondsLeft }: ImportSeen['progress']): string =>
  listOf([
    ...(rowsPerSecond === null ? [] : [say('import.progress.rate', { rate: Math.round(rowsPerSecond) })]),
    ...(secondsLeft === null
      ? []
      : [
          secondsLeft < 90
            ? say('import.progress.seconds', { seconds: secondsLeft })
            : say('import.progress.minutes', { minutes: Math.round(secondsLeft / 60) }),
        ]),
  ])

/** What became of an import, in a list. */
export const stateWords = (seen: ImportSeen): string =>
  seen.state === 'done' || seen.state === 'cancelled'
    ? say(`import.state.${seen.state}`, { count: storedRows(seen) })
    : say(`import.state.${seen.state}`)

/** The sentence of the service says more than the kind of its refusal. */
export const reasonWords = (reason: AppError): string => {
  if ('reason' in reason && reason.reason) return whyWords(reason.reason, reason.message)
  return (reason.kind === 'forbidden' && reason.right === undefined) ||
    reason.kind === 'notFound' ||
    reason.kind === 'unavailable'
    ? reason.message || errorWords(reason).text
    : errorWords(reason).text
}

/** "5 December 2026, 14:05". */
export const untilWords = (instant: string): string =>
  new Intl.DateTimeFormat(localeNow(), { dateStyle: 'long', timeStyle: 'short' }).format(new Date(instant))
