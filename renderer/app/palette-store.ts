// What the person is doing: which view is up, what is typed, which row is chosen. Nothing from the service is here.
import { create } from 'zustand'
import type { TaskFields } from '../../shared/api/launcher-tasks.ts'
import type { AppError } from '../../shared/errors.ts'
import type { ObjectSummary } from '../../shared/api/launcher-search.ts'
import type { View } from '../../shared/ipc/launcher.ts'
import { mostPastQueries, withQuery } from '../../shared/query-history.ts'
import type { Scope } from '../palette/search/scope.ts'

/** What a new task starts with. */
export interface TaskStart {
  /** Typed elsewhere, and kept nowhere else: it is the draft of the form at once. */
  title?: string
  record?: { id: string; title: string }
  meeting?: { id: string; title: string }
  assignee?: { id: string; title: string }
  /** Goes on with the draft of this key. */
  resume?: string
  /** A write of the outbox, opened again: its words, why it was refused, and which one goes when this one is saved. */
  again?: { fields: TaskFields; replaces: string; error?: AppError | null }
}

/** Where the page has gone from the view that was summoned; the main process only knows the view. */
export type Screen =
  | { kind: 'view' }
  | { kind: 'browse'; object: ObjectSummary }
  | { kind: 'newTask'; start: TaskStart }
  /** `change` is a write of the outbox that is opened to be changed. */
  | { kind: 'editTask'; id: string; title: string; change?: string }
  | { kind: 'outbox' }

/** Where somebody was in the records of an object; outlives a hide, because opening a record is one. */
export interface BrowsePlace {
  query: string
  index: number
  at: number
}

export interface PastQuery {
  query: string
  scope: Scope | null
}

/** One quiet line at the foot of the window. */
export interface Notice {
  text: string
  tone: 'calm' | 'success' | 'danger'
  at: number
  /** What is said of a write the outbox says itself, at the write. */
  about?: 'write'
}

interface Attention {
  view: View
  /** Number of the summon that is on screen, 0 before the first. */
  summon: number
  /** When that was, epoch milliseconds. */
  summonedAt: number
  shown: boolean
  /** Grows at each hide; the views are keyed by it, so that the next summon starts fresh. */
  freshness: number
  /** Back goes one screen down. */
  screens: readonly Screen[]
  query: string
  scope: Scope | null
  selectedKey: string | null
  /** Queries that led to something, newest first. */
  history: readonly PastQuery[]
  places: ReadonlyMap<string, BrowsePlace>
  /** The capture line starts with the draft of this key. */
  resumeDraft: string | null
  /** The capture line starts with this text. */
  captureStart: string
  notice: Notice | null
}

const fresh = {
  screens: [] as readonly Screen[],
  query: '',
  scope: null,
  selectedKey: null,
  resumeDraft: null,
  captureStart: '',
}

export const usePaletteStore = create<Attention>()(() => ({
  view: 'palette',
  summon: 0,
  summonedAt: 0,
  shown: false,
  freshness: 0,
  history: [],
  notice: null,
  places: new Map(),
  ...fresh,
}))

const { getState: get, setState: set } = usePaletteStore

const viewScreen: Screen = { kind: 'view' }

export const screenNow = (state: Pick<Attention, 'screens'>): Screen => state.screens.at(-1) ?? viewScreen

export const showView = (view: View, summon: number): void =>
  set((state) => ({
    view,
    summon,
    summonedAt: Date.now(),
    shown: true,
    // Another view was asked for while this one was up: it starts fresh too.
    ...(state.view === view ? {} : { ...fresh, freshness: state.freshness + 1 }),
  }))

/** Back to what the next summon shows, now, so that no old frame flashes then. */
export const resetView = (): void =>
  set((state) => ({ ...fresh, shown: false, freshness: state.freshness + 1, view: 'palette' }))

/** Another view, from inside: a command of the palette. */
export const switchView = (view: View): void =>
  set((state) => ({ view, ...fresh, freshness: state.freshness + 1 }))

/** Quick capture with a text that was typed elsewhere: nothing is saved before Enter there. */
export const captureText = (captureStart: string): void => {
  switchView('capture')
  set({ captureStart })
}

export const goTo = (screen: Screen): void => set((state) => ({ screens: [...state.screens, screen] }))

export const goBack = (): void => set((state) => ({ screens: state.screens.slice(0, -1) }))

/** Shows another screen in place of the current one. */
export const replaceScreen = (screen: Screen): void =>
  set((state) => ({ screens: [...state.screens.slice(0, -1), screen] }))

export const type = (query: string, scope: Scope | null = get().scope): void =>
  set({ query, scope, selectedKey: null })

export const select = (selectedKey: string | null): void => set({ selectedKey })

export const rememberQuery = (past: PastQuery): void =>
  set((state) => ({ history: withQuery(state.history, past) }))

/** Of an earlier run; what was searched for meanwhile is newer. */
export const restoreQueries = (kept: readonly PastQuery[]): void =>
  set(({ history }) => ({
    history: [
      ...history,
      ...kept.filter(
        (old) => !history.some(({ query, scope }) => query === old.query && scope === old.scope),
      ),
    ].slice(0, mostPastQueries),
  }))

/** Somebody else may be here next: nothing of what was typed, searched for, looked at or told is left. */
export const forgetPerson = (): void =>
  set((state) => ({
    ...fresh,
    history: [],
    places: new Map(),
    notice: null,
    freshness: state.freshness + 1,
  }))

const placeMilliseconds = 10 * 60_000

export const keepPlace = (objectSlug: string, query: string, index: number): void =>
  set((state) => ({ places: new Map(state.places).set(objectSlug, { query, index, at: Date.now() }) }))

/** The place in the records of an object, while it is young enough to be remembered by the person too. */
export const placeIn = (objectSlug: string): BrowsePlace | undefined => {
  const place = get().places.get(objectSlug)
  return place !== undefined && Date.now() - place.at < placeMilliseconds ? place : undefined
}

export const tell = (text: string, tone: Notice['tone'] = 'calm'): void =>
  set({ notice: { text, tone, at: Date.now() } })

export const tellOfWrite = (text: string, tone: Notice['tone']): void =>
  set({ notice: { text, tone, at: Date.now(), about: 'write' } })

export const hush = (): void => set({ notice: null })
