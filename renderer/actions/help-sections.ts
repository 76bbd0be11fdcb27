// The lists of the help panel: the keys that are fixed here, those of actions from their table.
import { say } from '../../shared/language.ts'
import { matchOf } from '../../shared/search/text-match.ts'
import { exampleOf, grammar, grammarWords } from '../../shared/capture/grammar.ts'
import { currentChord, isMac, keyCaps, listChord } from '../ui/keyboard.ts'
import type { Table, View } from './action.ts'
import { keysOf } from './actions.ts'
import { actions } from './table.ts'

interface Section {
  /** The view whose keys these are. */
  view?: View
  title: string
  /** Key or default chord, and its meaning. */
  keys: readonly (readonly [shortcut: string, meaning: string])[]
}

const sections = (): readonly Section[] => [
  {
    view: 'palette',
    title: say('help.palette'),
    keys: [
      ['Up', say('help.previousRowOrSearch')],
      ['Down', say('help.nextRow')],
      ['Shift+Down', say('help.selectMore')],
      ...(isMac()
        ? ([
            ['Ctrl+P', say('help.previousRow')],
            ['Ctrl+N', say('help.nextRow')],
          ] as const)
        : []),
      ['PageUp', say('help.rowsUp')],
      ['PageDown', say('help.rowsDown')],
      ['Mod+Home', say('help.firstRow')],
      ['Mod+End', say('help.lastRow')],
      ['Enter', say('help.foot')],
      ['Mod+1', say('help.nthRow')],
      [listChord(1), say('help.nthList')],
      ['Tab', say('help.complete')],
      ['Right', say('help.enterDetail')],
      ['Backspace', say('help.leaveScope')],
      ['Escape', say('help.clear')],
      ['?', say('common.keyboardShortcuts')],
    ],
  },
  {
    title: say('help.scopes'),
    keys: [
      ['t', say('help.scope.tasks')],
      ['r', say('help.scope.records')],
      ['m', say('help.scope.meetings')],
      ['o', say('help.scope.objects')],
      ['>', say('help.scope.commands')],
    ],
  },
  {
    title: say('help.words'),
    keys: (['person', 'section', 'overdue', 'today', 'mine', 'done'] as const).map(
      (word) => [say(`help.words.${word}`), say(`help.words.${word}.find`)] as const,
    ),
  },
  {
    view: 'brief',
    title: say('help.brief'),
    keys: [
      ['Up', say('help.previousLine')],
      ['Down', say('help.nextLine')],
      ['Enter', say('help.open')],
      ['Tab', say('help.nextSection')],
      ['Mod+1', say('help.nthLine')],
      [listChord(1), say('help.nthList')],
      ['PageUp', say('help.rowsUp')],
      ['PageDown', say('help.rowsDown')],
      ['s', say('help.snooze')],
    ],
  },
  {
    view: 'browse',
    title: say('help.browse'),
    keys: [
      ['Enter', say('help.openInBrowser')],
      ['PageUp', say('help.rowsUp')],
      ['PageDown', say('help.rowsDown')],
      ['Backspace', say('help.backFromBrowse')],
    ],
  },
  {
    view: 'forms',
    title: say('help.forms'),
    keys: [
      ['Enter', say('help.save')],
      ['Mod+Enter', say('common.saveAndAdd')],
      ['Tab', say('help.pickName')],
      ['Mod+K', say('help.changeRecognized')],
      ['Backspace', say('help.lastChip')],
      ['Up', say('help.emptyLine')],
      ['Mod+R', say('help.retry')],
      ['Escape', say('help.hide')],
    ],
  },
  {
    title: say('help.calendar'),
    keys: [
      ['Alt+Down', say('help.pickDate')],
      ['Left', say('help.dayBefore')],
      ['Right', say('help.dayAfter')],
      ['Up', say('help.weekBefore')],
      ['Down', say('help.weekAfter')],
      ['Home', say('help.weekStart')],
      ['End', say('help.weekEnd')],
      ['PageUp', say('help.monthBefore')],
      ['PageDown', say('help.monthAfter')],
      ['Shift+PageUp', say('help.yearBefore')],
      ['Shift+PageDown', say('help.yearAfter')],
    ],
  },
  {
    title: say('help.line'),
    keys: grammar.map((kind) => [exampleOf(kind), grammarWords(kind)] as const),
  },
]

/** The keys of the current view first, each key once a meaning. */
const orderedFor = (current: View, table: Table): Section[] => {
  const isCurrent = ({ view }: Section): boolean => view === current
  const ordered = [...sections().filter(isCurrent), ...sections().filter((one) => !isCurrent(one))]
  const seen = new Set<string>()
  return ordered.map(({ view, title, keys }) => ({
    title,
    keys: [...keys, ...(view === undefined ? [] : keysOf(view, table))].filter(([shortcut, meaning]) => {
      const line = `${shortcut} ${meaning}`
      const isNew = !seen.has(line)
      seen.add(line)
      return isNew
    }),
  }))
}

/** The sections with the lines that match a text by their meaning, title or keys. */
export const helpFor = (current: View, text: string, table: Table = actions): Section[] => {
  const typed = text.trim()
  const isFound = (title: string, shortcut: string, meaning: string): boolean =>
    [title, meaning, keyCaps(currentChord(shortcut), isMac()).join('+')].some(
      (words) => matchOf(typed, words) !== null,
    )
  return orderedFor(current, table)
    .map(({ title, keys }) => ({
      title,
      keys: typed === '' ? keys : keys.filter(([shortcut, meaning]) => isFound(title, shortcut, meaning)),
    }))
    .filter(({ keys }) => keys.length > 0)
}
