// Texts about a file and its import. Pure.
import type { ImportLook } from '../../shared/api/imports.ts'
import type { AppError } from '../../shared/errors.ts'
import type { ObjectSummary } from '../../shared/api/launcher-search.ts'
import type { ImportSeen } from '../../shared/ipc/launcher.ts'
import { inSentence, listOf, localeNow, say } from '../../shared/language.ts'
import { errorWords } from '../ui/error-words.ts'

type Objects = readonly ObjectSummary[]

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

const separatorWords = (delimiter: string): string =>
  delimiter === '\t' ? say('import.separator.tab') : say('import.separator', { mark: delimiter })

/** "Google Contacts, 214 people, UTF-8, cells separated by “,”". */
export const fileWords = (look: ImportLook, objects: Objects): string =>
  listOf([
    programs[look.format] ?? (look.format === 'csv' ? say('import.format.csv') : look.format),
    countOf(look.object, look.rows, objects),
    encodings[look.encoding] ?? look.encoding,
    ...(look.bom ? [say('import.bom')] : []),
    ...(look.delimiter === null ? [] : [separatorWords(look.delimiter)]),
  ])

const faultCount = ({ faults, moreFaults = 0 }: Pick<ImportLook, 'faults' | 'moreFaults'>): number =>
  faults.length + moreFaults

/** "214 people to import, 3 left out, 12 faults", before it is imported. */
export const statusWords = (look: ImportLook, objects: Objects): string => {
  const faults = faultCount(look)
  return listOf([
    say('import.status', { things: countOf(look.object, look.rows - look.leftOut, objects) }),
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
export const reasonWords = (reason: AppError): string =>
  (reason.kind === 'forbidden' && reason.right === undefined) ||
  reason.kind === 'notFound' ||
  reason.kind === 'unavailable'
    ? reason.message || errorWords(reason).text
    : errorWords(reason).text

/** "5 December 2026, 14:05". */
export const untilWords = (instant: string): string =>
  new Intl.DateTimeFormat(localeNow(), { dateStyle: 'long', timeStyle: 'short' }).format(new Date(instant))
