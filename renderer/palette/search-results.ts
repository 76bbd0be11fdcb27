// The painted rows of a query while answers arrive. Local rows come first and keep their place. The service's answer updates
// rows in place and adds new rows below the selected row, never above it (APP-03).
import type { ObjectSummary } from '../../shared/api/launcher/search.ts'
import type { AppError } from '../../shared/errors.ts'
import type { OutboxItem, Row } from '../../shared/ipc/launcher.ts'
import { followOutbox } from '../items/pending-rows.ts'
import {
  createRecordRow,
  createRow,
  type Group,
  headingOf,
  isOffer,
  itemRow,
  type PaletteRow,
  rowsOf,
  widenRow,
} from '../items/rows.ts'
import { nameAndEmail } from '../items/record-offers.ts'
import { isSearched, type Scope } from '../state/query.ts'

export interface Asked {
  query: string
  scope: Scope | null
  /** Searched everywhere, too: the text with the letter of a scope that was only typed. */
  whole?: string | undefined
}

export type Remote =
  | { state: 'none' }
  | { state: 'pending' }
  | { state: 'answered' }
  | { state: 'failed'; error: AppError }

export interface SearchResults {
  asked: Asked
  /** Whether the rows answer `asked` or still an older query. */
  local: 'pending' | 'answered'
  groups: readonly Group[]
  remote: Remote
  /** A list has more tasks than these first ones, which were read. */
  cutAfter: number | undefined
  /** Objects of which a record is offered where nothing matches; asked only then. */
  creatable: () => readonly ObjectSummary[]
}

export type ResultsEvent =
  | {
      type: 'asked'
      asked: Asked
      searched: 'remotely' | 'here'
      /** Objects of which a record is offered where nothing matches. */
      creatable?: () => readonly ObjectSummary[]
    }
  | {
      type: 'localAnswered'
      asked: Asked
      rows: readonly PaletteRow[]
      selectedKey: string | null
    }
  | {
      type: 'remoteAnswered'
      asked: Asked
      rows: readonly Row[]
      /** Rows that stand below them. */
      also?: readonly PaletteRow[]
      selectedKey: string | null
      /** Whether another search of the same text follows. */
      more?: boolean
      cutAfter?: number | undefined
    }
  | { type: 'remoteFailed'; asked: Asked; error: AppError }
  | { type: 'cleared' }
  /** The order has changed, for example by a pin. The painted rows stay until the next answer. */
  | { type: 'outdated' }
  /** Removes rows whose items were deleted or moved out of sight. */
  | { type: 'gone'; keys: readonly string[]; selectedKey: string | null }
  | { type: 'outboxChanged'; items: readonly OutboxItem[]; selectedKey: string | null }

export const noResults: SearchResults = {
  asked: { query: '', scope: null },
  local: 'answered',
  groups: [],
  remote: { state: 'none' },
  cutAfter: undefined,
  creatable: () => [],
}

export const sameAsked = (a: Asked, b: Asked): boolean =>
  a.query === b.query && a.scope === b.scope && a.whole === b.whole

/** Groups rows by heading, in the order of each group's best row. */
const grouped = (rows: readonly PaletteRow[]): Group[] => {
  const byHeading = new Map<Group['heading'], PaletteRow[]>()
  for (const row of rows) {
    const heading = headingOf(row)
    byHeading.set(heading, [...(byHeading.get(heading) ?? []), row])
  }
  return [...byHeading].map(([heading, members]) => ({ heading, rows: members }))
}

/** Returns the painted row if the late row is equal, because rows from a message are always new objects. */
const changedOr = (painted: PaletteRow, late: PaletteRow | undefined): PaletteRow =>
  late === undefined || JSON.stringify(late) === JSON.stringify(painted) ? painted : late

/** Places late rows: known rows in place, new rows below `selectedKey`, or below the first row if none is selected. */
export function placeRows(
  painted: readonly Group[],
  rows: readonly PaletteRow[],
  selectedKey: string | null,
): Group[] {
  if (painted.length === 0) return grouped(rows)
  const late = new Map(rows.map((row) => [row.key, row]))
  const groups: Group[] = painted.map((group) => ({
    ...group,
    rows: group.rows.map((row) => changedOr(row, late.get(row.key))),
  }))
  const known = new Set(rowsOf(painted).map((row) => row.key))
  const holder = groups.findIndex((group) => group.rows.some((row) => row.key === selectedKey))
  const selectedGroup = Math.max(0, holder)
  const added = grouped(rows.filter((row) => !known.has(row.key)))
  for (const group of added) {
    const below = groups.findIndex((other, at) => at >= selectedGroup && other.heading === group.heading)
    const host = groups[below]
    if (host !== undefined) {
      host.rows = [...host.rows, ...group.rows]
      continue
    }
    // Commands stay last, unless the selected row is a command.
    const last = groups.findIndex((other, at) => at > selectedGroup && other.heading === 'Commands')
    groups.splice(last === -1 ? groups.length : last, 0, group)
  }
  return groups
}

/** Leaves out cached rows that the service has answered in the meantime. The answered rows stay live. */
const newsIn = (found: SearchResults, rows: readonly PaletteRow[]): readonly PaletteRow[] => {
  if (found.remote.state !== 'answered') return rows
  const live = new Map(
    rowsOf(found.groups).flatMap((row) =>
      row.type === 'item' && row.row.source === 'live' ? [[row.key, row.row.seenAt] as const] : [],
    ),
  )
  return rows.filter(
    (row) => row.type !== 'item' || row.row.seenAt > (live.get(row.key) ?? Number.NEGATIVE_INFINITY),
  )
}

/** Whether a row matches. Commands and objects count only in their own scopes. */
const hasMatches = ({ asked, groups }: SearchResults): boolean =>
  rowsOf(groups).some((row) =>
    isSearched(asked.scope) ? row.type === 'item' || row.type === 'captured' : !isOffer(row),
  )

/**
 * Adds offers if every answer has arrived and nothing matches: create a task (the default for Enter) or search everything.
 * A busy service is asked again after a pause, so its answer has not arrived.
 */
export const withOffers = (found: SearchResults): SearchResults => {
  const { asked, groups, remote, local } = found
  const query = asked.query.trim()
  const over =
    remote.state === 'answered' ||
    (remote.state === 'failed' && remote.error.kind !== 'rateLimited') ||
    (remote.state === 'none' && !isSearched(asked.scope))
  if (!over || local === 'pending' || query === '' || hasMatches(found)) return found
  if (rowsOf(groups).some(isOffer)) return found
  const tasks = asked.scope === null || asked.scope === 'tasks' ? [createRow(query)] : []
  const records =
    asked.scope === null || asked.scope === 'records'
      ? found.creatable().map((object) => createRecordRow(query, object))
      : []
  const offers = [
    // A name with an email address is somebody.
    ...(nameAndEmail(query).email === null ? [...tasks, ...records] : [...records, ...tasks]),
    ...(asked.scope === null ? [] : [widenRow(query)]),
  ]
  // Above loosely matching commands, but never above a painted first row: Enter must keep its target.
  return { ...found, groups: placeRows(groups, offers, rowsOf(groups)[0]?.key ?? null) }
}

export function nextResults(found: SearchResults, event: ResultsEvent): SearchResults {
  if (event.type === 'asked') {
    const remote: Remote = { state: event.searched === 'remotely' ? 'pending' : 'none' }
    // A repeated search, after a save or by hand, updates the painted rows in place.
    const { creatable = found.creatable } = event
    if (found.local === 'answered' && sameAsked(event.asked, found.asked))
      return { ...found, remote, creatable }
    // The previous rows stay until new rows arrive, because an empty frame between two keystrokes flickers.
    const { asked } = event
    return { asked, local: 'pending', groups: found.groups, remote, cutAfter: undefined, creatable }
  }
  if (event.type === 'cleared') return noResults
  if (event.type === 'outdated') return { ...found, local: 'pending' }
  if (event.type === 'outboxChanged') {
    const groups = followOutbox(found.groups, event.items, event.selectedKey)
    return groups === found.groups ? found : { ...found, groups }
  }
  if (event.type === 'gone') {
    // The selected row stays, or Enter would act on another one.
    const selectedKey = event.selectedKey ?? rowsOf(found.groups)[0]?.key
    const gone = new Set(event.keys.filter((key) => key !== selectedKey))
    if (!rowsOf(found.groups).some(({ key }) => gone.has(key))) return found
    const groups = found.groups
      .map((group) => ({ ...group, rows: group.rows.filter(({ key }) => !gone.has(key)) }))
      .filter(({ rows }) => rows.length > 0)
    return { ...found, groups }
  }
  if (!sameAsked(event.asked, found.asked)) return found
  switch (event.type) {
    case 'localAnswered': {
      const seen = newsIn(found, event.rows)
      const groups =
        found.local === 'answered' ? placeRows(found.groups, seen, event.selectedKey) : grouped(seen)
      return withOffers({ ...found, local: 'answered', groups })
    }
    case 'remoteAnswered': {
      // The service answers before the local index only while the index is loading. Its rows then replace all others.
      const painted = found.local === 'pending' ? [] : found.groups
      return withOffers({
        ...found,
        local: 'answered',
        groups: placeRows(painted, [...event.rows.map(itemRow), ...(event.also ?? [])], event.selectedKey),
        remote: { state: event.more === true ? 'pending' : 'answered' },
        cutAfter: event.cutAfter,
      })
    }
    case 'remoteFailed':
      return withOffers({ ...found, remote: { state: 'failed', error: event.error } })
  }
}

/** Whether all answers have arrived and nothing was found. */
export const isEmptyHanded = (found: SearchResults): boolean =>
  found.local === 'answered' &&
  (found.remote.state === 'answered' || (found.remote.state === 'none' && !isSearched(found.asked.scope))) &&
  found.asked.query.trim() !== '' &&
  !hasMatches(found)
