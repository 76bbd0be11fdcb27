// The rows of the palette, and the rows of an empty query.
import type { LucideIcon } from 'lucide-react'
import type { BriefNotification, ObjectSummary } from '../../shared/api/launcher/search.ts'
import { inSentence, localeNow, type PlainKey, say } from '../../shared/language.ts'
import type { DraftSummary, Home, OutboxItem, PinnedList, Row } from '../../shared/ipc/launcher.ts'
import type { FirstStep } from '../../shared/ipc/settings.ts'
import type { Scope } from '../state/query.ts'
import { isPeople } from './record-offers.ts'

/** A command as a row shows it. */
export interface Command {
  /** The id of its action. */
  id: string
  title: string
  icon: LucideIcon
  shortcut?: string | undefined
  /** The global shortcut of the command. The user may have changed it. */
  hotkey?: 'capture' | undefined
  /** The object of a command that there is for each of several. */
  object?: ObjectSummary | undefined
  /** The pinned list that it opens. */
  list?: PinnedList | undefined
}

export type PaletteRow =
  | {
      type: 'item'
      key: string
      title: string
      row: Row
      join?: 'next'
      /** Of the brief. */
      notification?: BriefNotification
    }
  | { type: 'command'; key: string; title: string; command: Command }
  | { type: 'object'; key: string; title: string; object: ObjectSummary }
  /** Makes a task of the text, or a record of the object. */
  | { type: 'create'; key: string; title: string; text: string; object?: ObjectSummary }
  /** Searches everything for the same text. */
  | { type: 'widen'; key: string; title: string; query: string }
  | { type: 'draft'; key: string; title: string; of: string }
  | { type: 'outbox'; key: string; title: string; detail: string; needsYou: boolean }
  | { type: 'firstStep'; key: string; title: string; step: FirstStep }
  /** A task that is still in the outbox. */
  | { type: 'captured'; key: string; title: string; item: OutboxItem }

export type Heading =
  | 'Try this'
  | 'Unfinished'
  | 'Meetings'
  | 'Tasks'
  | 'Records'
  | 'Members'
  | 'Other'
  | 'Lists'
  | 'Recent'
  | 'Browse'
  | 'Commands'

/** The text of a heading. */
export const headingWords: Readonly<Record<Heading, PlainKey>> = {
  'Try this': 'heading.firstSteps',
  Unfinished: 'heading.unfinished',
  Meetings: 'heading.meetings',
  Tasks: 'heading.tasks',
  Records: 'heading.records',
  Members: 'heading.members',
  Other: 'heading.other',
  Lists: 'heading.lists',
  Recent: 'heading.recent',
  Browse: 'heading.browse',
  Commands: 'heading.commands',
}

export interface Group {
  heading: Heading
  /** Shown beside the heading; not part of its name. */
  note?: PlainKey
  rows: readonly PaletteRow[]
}

export const keyOf = (row: Pick<Row, 'kind' | 'id'>): string => `${row.kind}:${row.id}`

/**
 * The service's rows in the order of the local search, so that the next search shows the same order. Rows that the local search
 * does not find come last, in their received order.
 */
export const inOrderOf = (found: readonly PaletteRow[], rows: readonly Row[]): Row[] => {
  const places = new Map(found.map(({ key }, place) => [key, place]))
  const placeOf = (row: Row): number => places.get(keyOf(row)) ?? found.length
  return rows.toSorted((a, b) => placeOf(a) - placeOf(b))
}

/** Whether the row is somebody: a member, or a record of people. */
export const isPerson = ({ kind, record }: Pick<Row, 'kind' | 'record'>): boolean =>
  kind === 'member' || isPeople({ slug: record?.objectTypeSlug ?? '' })

/** A cached row of an object, reduced to the fields that browsing needs. */
const objectOf = ({ id, title, subtitle, record }: Row): ObjectSummary => ({
  id,
  slug: id,
  name: title,
  pluralName: title,
  singularName: record?.objectTypeName ?? title,
  icon: record?.icon ?? null,
  color: record?.color ?? null,
  description: subtitle === '' ? null : subtitle,
})

/** The kind and id under which usage of the row is recorded; null for rows without a usage record. */
export const seenOf = (row: PaletteRow): { kind: string; id: string } | null =>
  row.type === 'item'
    ? { kind: row.row.kind, id: row.row.id }
    : row.type === 'object'
      ? { kind: 'object', id: row.object.slug }
      : null

/** Cached for one locale, because some titles contain translated words. */
let itemRows = { locale: '', made: new WeakMap<Row, PaletteRow>() }

/** Returns the same object for the same row, so that unchanged rows do not render again. */
export const itemRow = (row: Row): PaletteRow => {
  const locale = localeNow()
  if (itemRows.locale !== locale) itemRows = { locale, made: new WeakMap() }
  const known = itemRows.made.get(row)
  if (known) return known
  const made: PaletteRow =
    row.kind === 'object'
      ? objectRow(objectOf(row))
      : { type: 'item', key: keyOf(row), title: row.title, row }
  itemRows.made.set(row, made)
  return made
}

export const commandRow = (command: Command): PaletteRow => ({
  type: 'command',
  key: ['command', command.id, command.object?.slug ?? command.list?.key ?? []].flat().join(':'),
  title: command.title,
  command,
})

export const objectRow = (object: ObjectSummary): PaletteRow => ({
  type: 'object',
  key: `object:${object.slug}`,
  title: say('row.browse', { objects: inSentence(object.pluralName) }),
  object,
})

/** The row that is offered if nothing matches: Enter opens capture with this text. Mod+N opens the form with it instead. */
export const createRow = (text: string): PaletteRow => ({
  type: 'create',
  key: 'create',
  title: say('row.create', { title: text }),
  text,
})

/** Stands beside it: Enter opens the form of a new record with this text. */
export const createRecordRow = (text: string, object: ObjectSummary): PaletteRow => ({
  type: 'create',
  key: `create:${object.slug}`,
  title: say('record.create', { object: inSentence(object.singularName), title: text }),
  text,
  object,
})

const headings: Readonly<Record<string, Heading>> = {
  task: 'Tasks',
  record: 'Records',
  meeting: 'Meetings',
  member: 'Members',
}

/** Leaves a scope without matches and keeps the typed text. */
export const widenRow = (query: string): PaletteRow => ({
  type: 'widen',
  key: 'widen',
  title: say('row.widen', { query }),
  query,
})

/** Whether the row is an offer for "no match". An Enter pressed before the offer appeared does not run it. */
export const isOffer = ({ type }: PaletteRow): boolean => type === 'create' || type === 'widen'

/** Unknown kinds get a generic heading (APP-11). */
export const headingOf = (row: PaletteRow): Heading => {
  switch (row.type) {
    case 'item':
      return headings[row.row.kind] ?? 'Other'
    case 'captured':
      return row.item.kind === 'createRecord' ? 'Records' : 'Tasks'
    case 'object':
      return 'Browse'
    case 'firstStep':
      return 'Try this'
    case 'command':
    case 'create':
    case 'widen':
      return 'Commands'
    case 'draft':
    case 'outbox':
      return 'Unfinished'
  }
}

/** The kind of the row, above its title in the detail pane. */
export const kindWords = (row: PaletteRow): string => {
  switch (row.type) {
    case 'item':
      return row.row.kind === 'task'
        ? say('detail.task')
        : row.row.kind === 'meeting'
          ? say('detail.meeting')
          : row.row.kind === 'member'
            ? say('row.member')
            : (row.row.record?.objectTypeName ?? row.row.badge)
    case 'command':
    case 'firstStep':
    case 'widen':
    case 'create':
      return say('detail.command')
    case 'object':
      return say('action.browse')
    case 'draft':
      return say('row.draft')
    case 'captured':
      return say(row.item.kind === 'createRecord' ? 'record.newAny' : 'detail.task')
    case 'outbox':
      return say('row.outbox')
  }
}

/** Whether the pane can say more about the row than the row itself. */
export const hasDetails = ({ type }: PaletteRow): boolean => type === 'item' || type === 'captured'

const headingOfScope: Readonly<Record<Scope, Heading>> = {
  tasks: 'Tasks',
  records: 'Records',
  meetings: 'Meetings',
  objects: 'Browse',
  commands: 'Commands',
}

/** Whether the scope does not hold these rows. Offers belong to every scope. */
export const isOutside = ({ heading }: Group, scope: Scope | null): boolean =>
  scope !== null && heading !== headingOfScope[scope] && heading !== 'Commands'

/**
 * How current the rows are: the service has just confirmed one of them, or all are saved copies. `seenAt` is the latest time.
 * Null if no row comes from the service.
 */
export function freshnessOf(rows: readonly PaletteRow[]): { isLive: boolean; seenAt: number } | null {
  const items = rows.flatMap((one) => (one.type === 'item' ? [one.row] : []))
  if (items.length === 0) return null
  const live = items.filter(({ source }) => source === 'live')
  const shown = live.length > 0 ? live : items
  return { isLive: live.length > 0, seenAt: Math.max(...shown.map(({ seenAt }) => seenAt)) }
}

export const rowsOf = (groups: readonly Group[]): PaletteRow[] => groups.flatMap((group) => group.rows)

/** The first rows. They are painted in the frame of the keystroke. */
export function firstRows(groups: readonly Group[], count: number): Group[] {
  let left = count
  return groups.flatMap((group) => {
    const rows = group.rows.slice(0, left)
    left -= rows.length
    return rows.length === 0 ? [] : [{ ...group, rows }]
  })
}

const unfinishedRows = (drafts: readonly DraftSummary[], outbox: readonly OutboxItem[]): PaletteRow[] => {
  const waiting = outbox.filter((item) => item.state !== 'saved')
  const stuck = waiting.filter((item) => item.state === 'needsYou' || item.state === 'notFound')
  const rows: PaletteRow[] = []
  if (waiting.length > 0)
    rows.push({
      type: 'outbox',
      key: 'outbox',
      title: say(stuck.length > 0 ? 'row.outbox.stuck' : 'row.outbox'),
      detail:
        stuck.length > 0
          ? say('row.outbox.couldNot', { stuck: stuck.length, waiting: waiting.length })
          : say('row.outbox.onTheWay', { waiting: waiting.length }),
      needsYou: stuck.length > 0,
    })
  for (const { key, title } of drafts.slice(0, draftsShown))
    rows.push({ type: 'draft', key: `draft:${key}`, title: title || say('row.untitled'), of: key })
  return rows
}

const firstStepRow = (step: FirstStep): PaletteRow => ({
  type: 'firstStep',
  key: `firstStep:${step}`,
  title: say(`firstStep.${step}`),
  step,
})

const recentsShown = 5
const dueShown = 3
const draftsShown = 3

/** The groups of an empty query: next meeting, due tasks, drafts, pinned lists, and recently used rows. */
export function homeGroups(parts: {
  home: Home | undefined
  drafts: readonly DraftSummary[]
  outbox: readonly OutboxItem[]
  commands: readonly Command[]
  lists: readonly Command[]
  firstSteps: readonly FirstStep[]
}): Group[] {
  const { home, drafts, outbox, commands, lists, firstSteps } = parts
  const next = home?.nextMeeting ?? null
  const due = (home?.dueToday ?? []).slice(0, dueShown)
  const above = new Set([...(next === null ? [] : [next]), ...due].map(keyOf))
  const recents = (home?.recents ?? []).filter((row) => !above.has(keyOf(row))).slice(0, recentsShown)
  const filled = (groups: readonly Group[]): Group[] => groups.filter(({ rows }) => rows.length > 0)
  const today = filled([
    {
      heading: 'Meetings',
      note: 'heading.meetings.next',
      rows: next === null ? [] : [{ ...itemRow(next), join: 'next' } as PaletteRow],
    },
    { heading: 'Tasks', note: 'heading.tasks.due', rows: due.map(itemRow) },
  ])
  const rest = filled([
    { heading: 'Lists', rows: lists.map(commandRow) },
    { heading: 'Recent', rows: recents.map(itemRow) },
    { heading: 'Commands', rows: commands.map(commandRow) },
  ])
  // The first row is selected, and that is never something unfinished.
  const first = today.length > 0 ? today : rest.splice(0, 1)
  const steps: Group = { heading: 'Try this', rows: firstSteps.map(firstStepRow) }
  return filled([steps, ...first, { heading: 'Unfinished', rows: unfinishedRows(drafts, outbox) }, ...rest])
}
