// Reads the table of actions: for the panel of a row, a chord, the commands, the detail pane, the help and the settings.
import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ObjectSummary } from '../../shared/api/launcher/search.ts'
import type { PinnedList } from '../../shared/ipc/launcher.ts'
import { say } from '../../shared/language.ts'
import type { Command } from '../items/rows.ts'
import { showNotice } from '../state/store.ts'
import { currentChord, isMac, type KeyPress, listChord, pressedChord } from '../ui/keyboard.ts'
import {
  type Action,
  type CommandKey,
  type Context,
  groups,
  type Level,
  subjectOf,
  type Table,
  type View,
} from './action.ts'
import { actions } from './table.ts'

/** An action as a panel or a button shows it. */
export interface ShownAction {
  id: string
  title: string
  icon: LucideIcon
  shortcut?: string
  /** Name of the group, for screen readers. Actions of a group follow one another. */
  group?: string
  /** The subject of the second level, if that is not the row. */
  about?: string
  /** The second level, headed by the title. The action then does not run itself. */
  input?: (level: Level) => ReactNode
  /** Runs the action, after the panel has closed. */
  run: () => void
  isDangerous?: true
}

const entriesOf = (table: Table): [string, Action][] => Object.entries(table)

/**
 * Runs an action. One with an input opens the panel at it.
 * @param id of the table; other ids do nothing
 */
export function run(id: string, context: Context, table: Table = actions): void {
  const { row, tasks, host } = context
  const asked = table[id]
  // Enter on a command runs that command.
  const meant = row?.type === 'command' && (id === 'open' || id === 'openInBrowser') ? row.command.id : id
  const action = table[meant]
  if (asked === undefined || action === undefined) return
  if ('run' in action) {
    host.before?.(asked, context)
    return action.run(context)
  }
  if (tasks.length === 0 && action.several === true) return showNotice(say('taskAction.noTask'))
  host.show(meant)
}

/** Whether an id is that of an action with an input, at which a panel can be opened. */
export const isInput = (id: string, table: Table = actions): boolean => {
  const action = table[id]
  return action !== undefined && 'input' in action
}

const isOn = ({ on, when, several }: Action, context: Context): boolean =>
  (context.tasks.length <= 1 || several === true) &&
  on !== undefined &&
  (on === 'any' || (context.row !== null && on.includes(subjectOf(context.row)))) &&
  (when?.(context) ?? true)

const shown = (id: string, action: Action, context: Context, table: Table): ShownAction => {
  const { title, icon, chord, key = chord, isDangerous } = action
  return {
    id,
    title: typeof title === 'function' ? title(context) : say(title),
    icon: action.iconFor?.(context) ?? icon,
    ...(key !== undefined && { shortcut: key }),
    ...(action.group !== undefined && { group: say(`actions.${action.group}`) }),
    ...(action.about !== undefined && { about: action.about(context) }),
    ...('input' in action && { input: (level: Level) => action.input(context, level) }),
    run: () => run(id, context, table),
    ...(isDangerous === true && { isDangerous }),
  }
}

/** The actions of the panel. The first is that of Enter. */
export function actionsFor(context: Context, table: Table = actions): ShownAction[] {
  const fitting = entriesOf(table).filter(
    ([, action]) => action.in.includes(context.view) && isOn(action, context),
  )
  return groups.flatMap((group) =>
    fitting
      .filter(([, action]) => action.group === group)
      .map(([id, action]) => shown(id, action, context, table)),
  )
}

/** The buttons of the detail pane. */
export const paneActions = (
  context: Context,
  table: Table = actions,
): (ShownAction & { place: 'top' | 'foot' })[] =>
  entriesOf(table).flatMap(([id, action]) =>
    action.pane !== undefined &&
    context.row !== null &&
    action.pane.on.includes(subjectOf(context.row)) &&
    (action.pane.when?.(context) ?? true)
      ? { ...shown(id, action, { ...context, isInPane: true }, table), place: action.pane.place }
      : [],
  )

/** The action of a key press in a view, or null. */
export function actionPressed(
  press: KeyPress,
  view: View,
  { mac = isMac(), table = actions }: { mac?: boolean; table?: Table } = {},
): string | null {
  const pressed = pressedChord(press, mac)
  if (pressed === null) return null
  const found = entriesOf(table).find(
    ([, action]) =>
      action.chord !== undefined && action.in.includes(view) && currentChord(action.chord) === pressed,
  )
  return found?.[0] ?? null
}

/** A command with the words that find it beside its title. */
export type FoundCommand = Command & { also: string; isHome: boolean }

/** The commands that there are for each of several objects. */
export const commandsFor = (objects: readonly ObjectSummary[], table: Table = actions): FoundCommand[] =>
  entriesOf(table).flatMap(([id, { commandsFor: of, icon }]) =>
    (of?.(objects) ?? []).map(({ object, title }) => ({
      id,
      title,
      also: say('record.new.also'),
      icon,
      object,
      isHome: false,
    })),
  )

/** The command that pins the list in the field. */
export const pinCommand = (table: Table = actions): Command[] => {
  const icon = table['pinList']?.icon
  return icon === undefined
    ? []
    : [{ id: 'pinList', title: say('actions.more', { title: say('lists.pin') }), icon }]
}

/** A command for each pinned list, with its key. */
export const listCommands = (lists: readonly PinnedList[], table: Table = actions): FoundCommand[] => {
  const icon = table['openList']?.icon
  return icon === undefined
    ? []
    : lists.map((list) => ({
        id: 'openList',
        title: list.name,
        also: say('lists.also'),
        icon,
        shortcut: listChord(list.key),
        list,
        isHome: false,
      }))
}

/** The commands, those of the empty query first. */
export const commandsIn = (table: Table = actions): FoundCommand[] => {
  const all = entriesOf(table).flatMap(([id, { command, icon, chord, key = chord }]) =>
    command === undefined
      ? []
      : {
          id,
          title: say(command.name),
          also: say(`${command.name}.also` as `${CommandKey}.also`),
          icon,
          shortcut: key,
          hotkey: command.hotkey,
          isHome: command.home === true,
        },
  )
  return [...all.filter(({ isHome }) => isHome), ...all.filter(({ isHome }) => !isHome)]
}

/** The name of an action in the help and in the settings. */
export const labelOf = ({ title, label }: Action, view: View = 'palette'): string => {
  const words = typeof label === 'function' ? label(view) : (label ?? title)
  return typeof words === 'function' ? '' : say(words)
}

/** The chords of a view with their names, for the help. */
export const keysOf = (view: View, table: Table = actions): (readonly [chord: string, label: string])[] =>
  entriesOf(table).flatMap(([, action]) =>
    action.chord !== undefined && action.in.includes(view)
      ? [[action.chord, labelOf(action, view)] as const]
      : [],
  )
