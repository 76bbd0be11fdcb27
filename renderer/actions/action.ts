// The shape of an action, and what it is run with. The table of all actions is in table.ts.
import type { QueryClient } from '@tanstack/react-query'
import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ObjectSummary } from '../../shared/api/launcher/search.ts'
import type { TaskStatus } from '../../shared/api/launcher/tasks.ts'
import type { TimerView } from '../../shared/ipc/launcher.ts'
import type { PlainKey } from '../../shared/language.ts'
import type { Use } from '../../shared/search/score.ts'
import type { PaletteRow } from '../items/rows.ts'
import type { Scope } from '../state/query.ts'
import type { SeenTask } from '../writes/change-tasks.ts'

/** A view with keys of its own. `forms` are capture, the task form and the outbox. */
export type View = 'palette' | 'brief' | 'browse' | 'outbox' | 'forms'

export const main = ['palette', 'brief', 'browse'] as const
export const everywhere = [...main, 'outbox', 'forms'] as const

/** Kinds of rows that an action applies to. `other` are kinds that this version does not know. */
export type Subject =
  | 'task'
  | 'record'
  | 'member'
  | 'meeting'
  | 'notification'
  | 'other'
  | Exclude<PaletteRow['type'], 'item'>
/** Rows that come from the service. */
export const items: readonly Subject[] = ['task', 'record', 'member', 'meeting', 'notification', 'other']
export const rows: readonly Subject[] = [
  ...items,
  ...(['command', 'object', 'create', 'widen', 'draft', 'outbox', 'firstStep', 'captured'] as const),
]

/** A panel that a view can open over itself: a named one, or the input of an action by its id. */
export type Panel = string

/** The parts of a view that actions use. A view leaves out what it does not have. */
export interface Host {
  /** Opens a panel: the actions, the help, or the input of an action. */
  show: (panel: Panel) => void
  refresh: () => void
  scopeTo?: (scope: Scope) => void
  togglePane?: () => void
  /** Ranks the rows again. */
  reorder?: () => void
  /** Selects the next row, because the current one leaves its place. */
  moveOn?: () => void
  /** Called before an action runs, for what the view remembers of it. */
  before?: (action: Action, context: Context) => void
  /** Everything that the view shows, as text. */
  text?: () => string
}

export interface Context {
  view: View
  row: PaletteRow | null
  /** The tasks that a change applies to: the marked ones, otherwise the row. */
  tasks: readonly SeenTask[]
  statuses: readonly TaskStatus[]
  objects: readonly ObjectSummary[]
  /** How the user used the row; null if no usage is recorded for it. */
  use: Use | null
  client: QueryClient
  host: Host
  /** From a view that follows it; else it is in the client's cache. */
  timer?: TimerView | undefined
  /** Run by a button of the detail pane, which knows more of the row than the row itself. */
  isInPane?: true
}

export const isInBrief = ({ view }: Context): boolean => view === 'brief'

/** The panel's means for the input of an action. */
export interface Level {
  /** Leads back to the actions, or closes a panel that was opened at this action. */
  onBack: () => void
  /** Closes the panel. The focus returns to where it was. */
  onDone: () => void
}

/** Names of groups in the panel, in their order. */
export const groups = ['open', 'change', 'copy', 'suggestions'] as const

type Named<Also> = Also extends `${infer Key}.also` ? Extract<PlainKey, Key> : never
/** Messages that name a command. Each has another one with `.also`: words that find it too. */
export type CommandKey = Named<Extract<PlainKey, `command.${string}.also`>>

interface Told {
  /** In the panel, in the help and in the settings. */
  title: PlainKey | ((context: Context) => string)
  /** In the help and in the settings, where no row is selected. Without it, the title. */
  label?: PlainKey | ((view: View) => PlainKey)
  icon: LucideIcon
  /** The icon where it depends on the row. */
  iconFor?: (context: Context) => LucideIcon
  /** The chord unless the user changes it. `Mod` is ⌘ on macOS and Ctrl elsewhere. */
  chord?: string
  /** The subject of its input, if that is not the row. */
  about?: (context: Context) => string
  /** A fixed key that the panel and the command show. */
  key?: string
  /** Views that offer the action and answer its chord. */
  in: readonly View[]
  /** Rows whose panel offers it: `any` also where none is selected. Without it, only its chord and its command run it. */
  on?: readonly Subject[] | 'any'
  group?: (typeof groups)[number]
  /** Whether a row that it is `on` offers it. */
  when?: (context: Context) => boolean
  /** Whether it applies to several marked tasks together. */
  several?: true
  isDangerous?: true
  /** Whether running it chooses the row, which is recorded as "typed this, chose that". */
  chooses?: true
  /** Its button in the detail pane of a row. */
  pane?: { place: 'top' | 'foot'; on: readonly Subject[]; when?: (context: Context) => boolean }
  /** Its name among the commands, which are found by `>`. `home` ones stand below an empty query. */
  command?: { name: CommandKey; home?: true; hotkey?: 'capture' }
  /** Commands of the action: one for each of these objects, with its name. */
  commandsFor?: (objects: readonly ObjectSummary[]) => { object: ObjectSummary; title: string }[]
}

/** An action runs, or has an input of its own in the panel. */
export type Action = Told &
  (
    | { run: (context: Context) => void }
    /** @param level the panel that holds it */
    | { input: (context: Context, level: Level) => ReactNode }
  )

export type Table = Readonly<Record<string, Action>>

export const subjectOf = (row: PaletteRow): Subject => {
  if (row.type !== 'item') return row.type
  const { kind } = row.row
  return kind === 'task' ||
    kind === 'record' ||
    kind === 'member' ||
    kind === 'meeting' ||
    kind === 'notification'
    ? kind
    : 'other'
}
