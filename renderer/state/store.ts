// UI state: the stack of screens, the typed text, the selected row, the message. No data from the service.
import { create } from 'zustand'
import { longestQuery, undoWithinMs } from '../../shared/api/limits.ts'
import type { RecordValues } from '../../shared/api/launcher/records.ts'
import type { TaskFields } from '../../shared/api/launcher/tasks.ts'
import type { AppError } from '../../shared/errors.ts'
import type { ObjectSummary } from '../../shared/api/launcher/search.ts'
import type { View, Account, Session } from '../../shared/ipc/launcher.ts'
import { mostPastQueries, withQuery } from '../../shared/query-history.ts'
import type { Scope } from './query.ts'
import { call, reasonOf } from './bridge.ts'
import { errorWords } from '../ui/error-words.ts'
import { ownerOf } from '../../shared/owner.ts'

/** Initial values of a new task. */
export interface TaskStart {
  /** Typed in another view. It becomes the draft of the form at once. */
  title?: string
  record?: { id: string; title: string }
  meeting?: { id: string; title: string }
  assignee?: { id: string; title: string }
  parent?: { id: string; title: string }
  /** Key of the draft to continue. */
  resume?: string
  /** A reopened write of the outbox: its fields, its error, and the id of the write that the new one replaces. */
  again?: { fields: TaskFields; replaces: string; error?: AppError | null }
}

/** Initial values of a new record. */
export interface RecordStart {
  objectSlug: string
  /** Typed in another view: a name, perhaps with an email address. */
  text?: string
  /** Key of the draft to continue. */
  resume?: string
  /** A reopened write of the outbox. The record keeps its id, because other writes may name it. */
  again?: { id: string; values: RecordValues; replaces: string; error: AppError | null }
}

/** A screen of the window. The main process knows only the view that was summoned. */
export type Screen =
  | { kind: 'palette' }
  /** `text` is the initial line, `draft` the key of the draft to continue. */
  | { kind: 'capture'; text?: string; draft?: string }
  /** `asks` for a new date of all overdue tasks. */
  | { kind: 'brief'; asks?: 'reschedule' }
  | { kind: 'settings'; at?: 'calendars' }
  | { kind: 'outbox' }
  /** `file` was dropped on the window. */
  | { kind: 'addCalendar'; file?: File }
  /** `file` was dropped on the window. */
  | { kind: 'import'; file?: File }
  | { kind: 'browse'; object: ObjectSummary }
  | { kind: 'newTask'; start: TaskStart }
  /** `change` is the id of the outbox write that is edited. */
  | { kind: 'editTask'; id: string; title: string; change?: string }
  | { kind: 'newRecord'; start: RecordStart }
  | { kind: 'editRecord'; id: string; title: string; change?: string }

/** Position in the records of an object. It survives hiding, because opening a record hides the window. */
export interface BrowsePlace {
  query: string
  index: number
  at: number
}

export interface PastQuery {
  query: string
  scope: Scope | null
}

/** A message in the footer. */
export interface Notice {
  text: string
  tone: 'calm' | 'success' | 'danger'
  at: number
  /** The outbox does not show messages about writes, because its rows already do. */
  about?: 'write'
  /** Names Undo. Its text goes after a while, its button stays as long as undo works for its write. */
  canUndo?: boolean
  /** The next outcome replaces this. */
  isInterim?: boolean
}

/** Keys of rows. */
export type Marks = ReadonlySet<string>
const noMarks: Marks = new Set()

interface Attention {
  /** Number of the current summon, 0 before the first. */
  summon: number
  /** Time of the summon, epoch milliseconds. */
  summonedAt: number
  shown: boolean
  /** Incremented by each hide. It is the React key of the views, so that the next summon starts fresh. */
  freshness: number
  /** The summoned view, and the screens opened from it. Going back pops one; leaving the first one hides the window. */
  screens: readonly [Screen, ...Screen[]]
  query: string
  scope: Scope | null
  /** The text typed for the scope: "t ". Empty if it was chosen, which ends the search for the letter itself. */
  prefix: string
  selectedKey: string | null
  /** Keys of the rows that actions change together. */
  marks: Marks
  /** Successful queries, newest first. */
  history: readonly PastQuery[]
  places: ReadonlyMap<string, BrowsePlace>
  notice: Notice | null
  signOutAsked: boolean
  switchAsked: boolean
  /** The next sign-in page begins at the address. */
  isAddressWanted: boolean
  /** Whether the detail pane is open in a window that is too narrow for it. */
  isPaneOpenedOnce: boolean
  /** Keys of items that went out of the person's sight while the view shows, and when, epoch milliseconds. */
  unseen: ReadonlyMap<string, number>
  /** Key of the row whose comments are asked for. Their field takes the focus once it is there. */
  commentsAsked: string | null
}

const fresh = (
  view: View,
): Pick<
  Attention,
  | 'screens'
  | 'query'
  | 'scope'
  | 'prefix'
  | 'selectedKey'
  | 'marks'
  | 'signOutAsked'
  | 'switchAsked'
  | 'isPaneOpenedOnce'
  | 'commentsAsked'
  | 'unseen'
> => ({
  screens: [{ kind: view }],
  query: '',
  scope: null,
  prefix: '',
  selectedKey: null,
  marks: noMarks,
  signOutAsked: false,
  switchAsked: false,
  isPaneOpenedOnce: false,
  commentsAsked: null,
  unseen: new Map(),
})

export const usePaletteStore = create<Attention>()(() => ({
  summon: 0,
  summonedAt: 0,
  shown: false,
  freshness: 0,
  history: [],
  notice: null,
  places: new Map(),
  isAddressWanted: false,
  ...fresh('palette'),
}))

const { getState: get, setState: set } = usePaletteStore

export const screenNow = ({ screens }: Pick<Attention, 'screens'>): Screen => screens.at(-1) ?? screens[0]

/** Shows the view of a summon. If it is on screen already, it stays as it is, and leaving it hides the window. */
export const showView = (view: View, summon: number): void =>
  set((state) => {
    const now = Date.now()
    const { notice } = state
    // A success from while the window was hidden is shown only while it can be undone.
    const isOld = notice !== null && notice.tone !== 'danger' && notice.at <= now - undoWithinMs
    const common = { summon, summonedAt: now, shown: true, notice: isOld ? null : notice }
    if (state.screens[0].kind === view) return common
    const screen = screenNow(state)
    return screen.kind === view
      ? { ...common, screens: [screen] }
      : { ...common, ...fresh(view), freshness: state.freshness + 1 }
  })

/** Shows the details of a meeting: the palette with its title typed, and its row selected. */
export const showMeeting = ({ id, title }: { id: string; title: string }): void =>
  set((state) => ({
    ...fresh('palette'),
    query: title.trim().slice(0, longestQuery),
    scope: 'meetings',
    selectedKey: `meeting:${id}`,
    freshness: state.freshness + 1,
  }))

/** The palette with a text typed. */
export const showSearch = (query: string): void =>
  set((state) => ({ ...fresh('palette'), query, freshness: state.freshness + 1 }))

/** Capture with a text in its line. A line that was there is kept as a draft. */
export const showCapture = (text: string): void =>
  set((state) => ({
    ...fresh('capture'),
    screens: [{ kind: 'capture', text }],
    freshness: state.freshness + 1,
  }))

type Titled = { kind: 'task' | 'record'; id: string; title: string }

/** Shows an item that may not be on the screen: the palette with its title typed, its row selected and its pane open. */
export const showItem = ({ kind, id, title }: Titled): void =>
  set((state) => ({
    ...fresh('palette'),
    query: title.trim().slice(0, longestQuery),
    scope: kind === 'task' ? 'tasks' : 'records',
    selectedKey: `${kind}:${id}`,
    isPaneOpenedOnce: true,
    freshness: state.freshness + 1,
  }))

/** Opens the pane of the selected row, with the focus in the field of a comment. @param key of that row */
export const askForComments = (key: string): void =>
  set({ selectedKey: key, isPaneOpenedOnce: true, commentsAsked: key })

/** The same for an item that may not be on the screen. */
export const showComments = (item: Titled): void => {
  showItem(item)
  askForComments(`${item.kind}:${item.id}`)
}

/**
 * Resets to the palette while hidden, so that the next summon does not flash an old frame. Of the messages only those about
 * writes stay.
 */
export const resetView = (): void =>
  set((state) => ({
    ...fresh('palette'),
    shown: false,
    freshness: state.freshness + 1,
    notice: state.notice?.about === 'write' ? state.notice : null,
  }))

/** Opens a screen above the current one. */
export const goTo = (screen: Screen): void => set(({ screens }) => ({ screens: [...screens, screen] }))

/** Returns to the screen below, as it was. @returns false on the first screen */
export const goBack = (): boolean => {
  const [first, ...above] = get().screens
  if (above.length === 0) return false
  set({ screens: [first, ...above.slice(0, -1)] })
  return true
}

/** Shows another screen in place of the current one. */
export const replaceScreen = (screen: Screen): void =>
  set(({ screens: [first, ...above] }) => ({
    screens: above.length === 0 ? [screen] : [first, ...above.slice(0, -1), screen],
  }))

export const setQuery = (query: string, scope: Scope | null = get().scope, prefix = ''): void =>
  set({ query, scope, prefix, selectedKey: null, marks: noMarks })

/** @param keys of items that others still see */
export const outOfSight = (keys: readonly string[]): void => {
  if (keys.length === 0) return
  const at = Date.now()
  set(({ unseen }) => ({ unseen: new Map([...unseen, ...keys.map((key) => [key, at] as const)]) }))
}

export const select = (selectedKey: string | null): void => set({ selectedKey })

export const mark = (marks: Marks = noMarks): void => set({ marks })

export const rememberQuery = (past: PastQuery): void =>
  set((state) => ({ history: withQuery(state.history, past) }))

/** Appends the queries of an earlier run. */
export const restoreQueries = (kept: readonly PastQuery[]): void =>
  set(({ history }) => ({
    history: [
      ...history,
      ...kept.filter(
        (old) => !history.some(({ query, scope }) => query === old.query && scope === old.scope),
      ),
    ].slice(0, mostPastQueries),
  }))

/** Removes everything of the previous account. */
export const forgetPerson = (): void =>
  set((state) => ({
    screens: [state.screens[0]],
    query: '',
    scope: null,
    prefix: '',
    selectedKey: null,
    history: [],
    places: new Map(),
    notice: null,
    switchAsked: false,
    freshness: state.freshness + 1,
  }))

const placeMilliseconds = 10 * 60_000

export const keepPlace = (objectSlug: string, query: string, index: number): void =>
  set((state) => ({ places: new Map(state.places).set(objectSlug, { query, index, at: Date.now() }) }))

/** The position in the records of an object, unless it has expired. */
export const placeIn = (objectSlug: string): BrowsePlace | undefined => {
  const place = get().places.get(objectSlug)
  return place !== undefined && Date.now() - place.at < placeMilliseconds ? place : undefined
}

export const showNotice = (text: string, tone: Notice['tone'] = 'calm'): void =>
  set({ notice: { text, tone, at: Date.now() } })

/** Says what a write does that was just made. @param isInterim whether its outcome is still worth a message */
export const tellOfChange = (text: string, isInterim = false): void =>
  set({ notice: { text, tone: 'success', at: Date.now(), about: 'write', canUndo: true, isInterim } })

/** Says more of a change, as long as nothing else is said. @param said what was told of it */
export const tellMoreOfChange = (said: string, text: string): void =>
  set(({ notice }) => (notice?.text === said ? { notice: { ...notice, text } } : {}))

/** Says what a write does that undo does not take back as a whole: several tasks, the stop of a timer. */
export const tellWithoutUndo = (text: string): void =>
  set({ notice: { text, tone: 'success', at: Date.now(), about: 'write' } })

/**
 * Says the outcome of a write, until that of the next. A success does not replace what the change was called, for example
 * "Done".
 */
export const tellOfWrite = (outcome: Pick<Notice, 'text' | 'tone' | 'at' | 'canUndo'>): void =>
  set(({ notice }) =>
    outcome.tone === 'success' &&
    notice?.about === 'write' &&
    notice.tone === 'success' &&
    notice.isInterim !== true
      ? {}
      : { notice: { ...outcome, about: 'write', isInterim: true } },
  )

/** Opens or closes the question before a sign-out. */
export const askToSignOut = (signOutAsked = true): void => set({ signOutAsked })

/** Opens or closes the list of workspaces. */
export const askToSwitch = (switchAsked = true): void => set({ switchAsked })

/** @param isAddressWanted whether the next sign-in page begins at the address */
export const wantAddress = (isAddressWanted: boolean): void => set({ isAddressWanted })

/** Leaves only the button of a message. */
export const hideNoticeText = (): void =>
  set(({ notice }) => ({ notice: notice === null ? null : { ...notice, text: '' } }))

export const clearNotice = (): void => set({ notice: null })

/** Shows an error in the footer of the current view. */
export const showError = (error: unknown): void => showNotice(errorWords(reasonOf(error)).text, 'danger')

/**
 * Hides the window. Call in the event handler. The returned function hides only what was visible at that time: the call names
 * its summon, so that it does not hide a later one.
 */
export const hideLater = (): (() => void) => {
  const { summon } = usePaletteStore.getState()
  return () => void call('view.hide', { summon }).catch(showError)
}

export const hideNow = (): void => hideLater()()

/**
 * Leaves the screen: back to the one it was opened from, or out of the window. Call in the event handler. The returned
 * function leaves only the screen of that time.
 */
export const leaveLater = (): (() => void) => {
  const { screens } = usePaletteStore.getState()
  const hide = hideLater()
  return () => {
    if (usePaletteStore.getState().screens === screens && !goBack()) hide()
  }
}

export const leave = (): void => leaveLater()()

/**
 * Detects a change of account. After an expired session the same account keeps its cached data and drafts; any other account must
 * not see them.
 * @returns a function that takes each session in order and says whether the page must drop its data first
 */
export function createAccountSwitch(): (session: Session) => boolean {
  let last: Account | null = null
  return (session) => {
    switch (session.kind) {
      case 'signingIn':
        return false
      case 'signedOut':
        last = session.previous ?? last
        return session.reason !== 'expired'
      case 'signedIn': {
        const before = last
        last = session.account
        return before !== null && ownerOf(before) !== ownerOf(last)
      }
    }
  }
}
