// The page's cache of rows, ranked in the page so that rows appear in the frame of the keystroke. The main process stores the
// rows; the cache follows its changes in batches while the page is idle. Also loads the queries that ↑ recalls.
import type { ResultKind } from '../../shared/api/launcher/search.ts'
import type { TaskOptions } from '../../shared/api/launcher/tasks.ts'
import type { OutboxItem, CacheChanges, CachePoint, Row } from '../../shared/ipc/launcher.ts'
import { detailOf, spanOf, isUnused, type Use, unused } from '../../shared/search/score.ts'
import { createFacetSharing, createLocalIndex, type Reason, keysNamedIn } from '../../shared/search/index.ts'
import { readState, type StateQuery } from '../../shared/search/state-words.ts'
import { ownDateHabits } from '../../shared/dates/format.ts'
import {
  isUnstored,
  capturedKey,
  capturedRow,
  storedRow,
  changesByKey,
  taskAsWritten,
  titleAfter,
} from './pending-rows.ts'
import { itemRow, keyOf, type PaletteRow } from './rows.ts'
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { call, on } from '../state/bridge.ts'
import {
  createAccountSwitch,
  forgetPerson,
  rememberQuery,
  restoreQueries,
  usePaletteStore,
} from '../state/store.ts'
import { isScope } from '../state/query.ts'

type KeptOptions = Pick<TaskOptions, 'me' | 'statuses'> &
  Partial<Pick<TaskOptions, 'members' | 'sections' | 'capabilities'>>

export interface RowCache {
  /** The last change that was received from the main process; null if none was. */
  point: () => CachePoint | null
  /** The number of rows. */
  size: () => number
  /** Applies changes of the main process. */
  apply: (changes: CacheChanges) => void
  /** Adds rows from an answer of the service. */
  see: (rows: readonly Row[]) => void
  /** Removes rows whose items were deleted or moved out of sight. The main process announces the same later. */
  drop: (keys: readonly string[]) => void
  /** Adds new tasks and records, and changes that the service has not stored yet, so that they are found too. */
  keepOutbox: (items: readonly OutboxItem[]) => void
  /** Sets the signed-in user for "mine", and the names of statuses, members and sections. */
  keepOptions: (options: KeptOptions) => void
  /** Best first. @param kinds null searches everything. */
  search: (query: string, kinds: readonly ResultKind[] | null) => PaletteRow[]
  /** Why the query ranks this row as it does; null if the query does not find it. */
  explain: (query: string, key: string) => Reason | null
  /** The state that words of the query name, for example "overdue" or "@lena"; null if none does. */
  stateOf: (query: string) => StateQuery | null
  /** The list of tasks that the query asks for, if the service answers lists. */
  listOf: (query: string) => StateQuery['list']
  rowOf: (key: string) => Row | null
  /** How the user used the row. */
  useOf: (key: string) => Use
  /** Increases when the usage of any row changes. */
  usesVersion: () => number
  /** Calls `listener` when `usesVersion` increases. @returns a function that stops it */
  onUses: (listener: () => void) => () => void
  /** Another user has signed in. */
  clear: () => void
}

const shownRows = 30
const readAgainMs = 1_000

/** Prefix of the key for an unsaved new title. Until the change is stored, both titles find the task. */
const renamedMark = 'renamed '
const renamedKey = (key: string): string => `${renamedMark}${key}`
const taskKey = (found: string): string =>
  found.startsWith(renamedMark) ? found.slice(renamedMark.length) : found

export function createRowCache(now: () => number): RowCache {
  const known = new Map<string, Row>()
  /** Contains only rows that the user has used. */
  const used = new Map<string, Use>()
  const index = createLocalIndex({ now })
  const withSharedFacets = createFacetSharing()
  let point: CachePoint | null = null
  let unstored: ReadonlyMap<string, OutboxItem> = new Map()
  /** Unsaved changes of tasks. */
  let changes: ReadonlyMap<string, OutboxItem[]> = new Map()
  let options: KeptOptions = { statuses: [] }
  /** The reading of the last query, kept because each of its rows asks for it. */
  let read: { query: string; options: KeptOptions; at: number; state: StateQuery | null } | null = null

  const listeners = new Set<() => void>()
  let uses = 0

  const knownUse = (key: string): Use => used.get(key) ?? unused
  const put = (row: Row, use: Use): void => {
    const key = keyOf(row)
    const old = knownUse(key)
    // Most rows were never used, and hundreds of them arrive at once. They do not change the version.
    if (use !== old && !(isUnused(use) && isUnused(old))) uses += 1
    known.set(key, withSharedFacets(row))
    if (isUnused(use)) used.delete(key)
    else used.set(key, use)
    const { kind, title, seenAt } = row
    const writes = changes.get(key) ?? []
    const task = kind === 'task' ? taskAsWritten(row.task, writes, options.statuses) : row.task
    const said = { kind, task, span: spanOf({ ...row, task }), seenAt, use }
    index.put({ ...said, key, title, detail: detailOf(row) })
    const later = titleAfter(writes)
    if (later === undefined) index.remove(renamedKey(key))
    else index.put({ ...said, key: renamedKey(key), title: later })
  }
  const indexUnstored = (): void => {
    for (const [key, { kind, title, createdAt, fields }] of unstored) {
      const shown = { key, title, seenAt: createdAt, use: unused }
      if (kind === 'createRecord') {
        index.put({ ...shown, kind: 'record' })
        continue
      }
      const task = taskAsWritten({ assignees: fields.assignees ?? [] }, [{ fields }], options.statuses)
      const span = spanOf({ task })
      index.put({ ...shown, kind: 'task', task, span })
    }
  }
  const stateOf = (query: string): StateQuery | null => {
    const at = now()
    if (read?.query === query && read.options === options && Math.abs(at - read.at) < readAgainMs)
      return read.state
    const { me = null, statuses, members, sections } = options
    const state = readState(query, {
      now: at,
      firstDay: ownDateHabits().firstDay,
      me,
      statuses,
      members,
      sections,
    })
    read = { query, options, at, state }
    return state
  }
  const drop = (keys: readonly string[]): void => {
    for (const key of keys) {
      known.delete(key)
      used.delete(key)
      index.remove(key)
      index.remove(renamedKey(key))
    }
  }
  const forgetRows = (): void => {
    known.clear()
    used.clear()
    index.clear()
    point = null
    indexUnstored()
  }
  const rowOf = (key: string): PaletteRow | null => {
    const row = known.get(key)
    const item = unstored.get(key)
    return row !== undefined ? itemRow(row) : item !== undefined ? capturedRow(item) : null
  }

  return {
    point: () => point,
    size: () => known.size,
    apply: ({ epoch, upTo, rows, gone }) => {
      if (point?.epoch !== epoch) forgetRows()
      drop(gone)
      const before = uses
      for (const { use, ...row } of rows) put(row, use ?? unused)
      point = { epoch, at: upTo }
      if (uses !== before) for (const listener of listeners) listener()
    },
    see: (rows) => {
      // A snippet belongs to its query.
      for (const { snippet: _snippet, ...row } of rows)
        put({ ...row, source: 'cached' }, knownUse(keyOf(row)))
    },
    drop,
    keepOutbox: (items) => {
      for (const item of items) {
        const row = unstored.has(capturedKey(item)) ? storedRow(item) : null
        // A separate row until the main process sends the task.
        if (row !== null && !known.has(keyOf(row))) put({ ...row, source: 'cached' }, unused)
      }
      for (const key of unstored.keys()) index.remove(key)
      unstored = new Map(items.filter(isUnstored).map((item) => [capturedKey(item), item]))
      indexUnstored()
      const before = changes
      changes = changesByKey(items.filter(({ kind }) => kind === 'updateTask' || kind === 'updateRecord'))
      for (const key of new Set([...before.keys(), ...changes.keys()])) {
        const row = known.get(key)
        if (row !== undefined) put(row, knownUse(key))
      }
    },
    keepOptions: (kept) => {
      options = kept
    },
    search: (query, kinds) => {
      const named = keysNamedIn(query).filter((key) => known.has(key))
      const found =
        named.length > 0 ? named : index.search(query, kinds ?? undefined, shownRows, stateOf(query))
      return [...new Set(found.map(taskKey))].flatMap((key) => rowOf(key) ?? [])
    },
    explain: (query, key) => {
      const state = stateOf(query)
      return index.explain(query, key, state) ?? index.explain(query, renamedKey(key), state)
    },
    stateOf,
    listOf: (query) =>
      options.capabilities?.includes('lists') === true ? (stateOf(query)?.list ?? null) : null,
    rowOf: (key) => known.get(key) ?? null,
    useOf: knownUse,
    usesVersion: () => uses,
    onUses: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    clear: () => {
      unstored = new Map()
      changes = new Map()
      options = { statuses: [] }
      forgetRows()
    },
  }
}

/** One cache for the page. It outlives the palette, which is mounted at each summon. */
export const rowCache = createRowCache(Date.now)

let isWhole = false
/** Whether all cached rows of the main process are loaded. Later changes arrive as they happen. */
export const isCacheWhole = (): boolean => isWhole

const wholeMark = 'cache.whole'

let running: Promise<void> | null = null
let isAskedAgain = false
/** Somebody waits for rows, so batches are loaded without a pause between them. */
let isHurried = false

const idle = (): Promise<void> =>
  new Promise((resolve) => {
    requestIdleCallback(() => resolve(), { timeout: 200 })
  })

const sync = async (): Promise<void> => {
  do {
    isAskedAgain = false
    for (let more = true; more;) {
      const changes = await call('search.changes', { since: rowCache.point() })
      if (rowCache.point()?.epoch !== changes.epoch) isWhole = false
      rowCache.apply(changes)
      more = changes.more
      if (more && !isHurried) await idle()
    }
    isWhole = true
    isHurried = false
    // Read by bench/palette.ts: from this mark on, a keystroke's rows need no message.
    performance.clearMarks(wholeMark)
    performance.mark(wholeMark, { detail: { rows: rowCache.size() } })
  } while (isAskedAgain)
}

/** Applies the changes of the main process, and resolves when they are applied. Without a session nothing changes. */
export const syncCache = (): Promise<void> => {
  isAskedAgain = true
  running ??= sync()
    .catch(() => {
      isWhole = false
    })
    .finally(() => {
      running = null
    })
  return running
}

/** Loads all rows without pauses. Resolves when they are loaded or cannot be loaded. */
export const fillCache = (): Promise<void> => {
  isHurried = true
  return running ?? syncCache()
}

/** Finds cached rows of this kind by name; null until all of them are loaded. */
export function useSeenRows(kind: ResultKind): ((name: string) => Row[]) | null {
  const [isReady, setReady] = useState(isWhole)
  useEffect(() => {
    // If loading fails, the search runs on an empty cache.
    if (!isReady) void fillCache().then(() => setReady(true))
  }, [isReady])
  return useMemo(
    () =>
      isReady
        ? (name) => rowCache.search(name, [kind]).flatMap((row) => (row.type === 'item' ? [row.row] : []))
        : null,
    [isReady, kind],
  )
}

/** Renders the caller again when the usage of a row changes, for example by a pin. */
export const useUses = (): number => useSyncExternalStore(rowCache.onUses, rowCache.usesVersion)

/** Saves a query that led to an action. Texts of capture and forms are never saved here. */
export const keepQuery = (): void => {
  const { query, scope } = usePaletteStore.getState()
  if (query.trim() === '') return
  rememberQuery({ query, scope })
  // A failure to save it must not interrupt the user.
  call('search.keep', { query, scope }).catch(() => undefined)
}

const loadQueries = (): void => {
  call('search.history').then(
    (queries) =>
      restoreQueries(
        queries.map(({ query, scope }) => ({
          query,
          scope: scope !== null && isScope(scope) ? scope : null,
        })),
      ),
    // No user is signed in.
    () => undefined,
  )
}

export function useCacheSync(): void {
  useEffect(() => {
    const isAccountSwitch = createAccountSwitch()
    let isTold = false
    const stops = [
      on('session.changed', (session) => {
        isTold = true
        if (isAccountSwitch(session)) {
          isWhole = false
          rowCache.clear()
          forgetPerson()
        }
        if (session.kind === 'signedIn') loadQueries()
      }),
      on('data.changed', () => void syncCache()),
      on('view.hidden', () => void syncCache()),
    ]
    call('session.get').then(
      // Reads the initial session. If an event arrived in the meantime, the event is newer.
      (session) => (isTold ? undefined : void isAccountSwitch(session)),
      () => undefined,
    )
    void syncCache()
    loadQueries()
    return () => stops.forEach((stop) => stop())
  }, [])
}
