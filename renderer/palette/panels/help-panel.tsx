// `?`: all keyboard shortcuts.
import { say } from '../../../shared/language.ts'
import { exampleOf, grammar, grammarWords } from '../../capture/grammar/grammar.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { currentChord, isMac, keyCaps } from '../../ui/keyboard/keyboard.ts'
import css from './help-panel.module.css'

const sections = (): readonly { title: string; keys: readonly (readonly [string, string])[] }[] => [
  {
    title: say('help.palette'),
    keys: [
      ['Up', say('help.previousRowOrSearch')],
      ['Down', say('help.nextRow')],
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
      ['Mod+Enter', say('help.openInBrowser')],
      ['Mod+K', say('common.actions')],
      ['Mod+I', say('help.why')],
      ['Mod+1', say('help.nthRow')],
      ['Tab', say('help.complete')],
      ['Backspace', say('help.leaveScope')],
      ['Escape', say('help.clear')],
    ],
  },
  {
    title: say('help.anywhere'),
    keys: [
      ['?', say('common.keyboardShortcuts')],
      ['Mod+N', say('common.newTask')],
      ['Mod+E', say('common.editTask')],
      ['Mod+D', say('help.toggleDone')],
      ['Mod+J', say('common.joinMeeting')],
      ['Mod+Z', say('help.undo')],
      ['Mod+C', say('common.copyTitle')],
      ['Mod+Shift+C', say('common.copyLink')],
      ['Mod+Shift+E', say('contact.copyEmail')],
      ['Mod+Shift+T', say('contact.copyPhone')],
      ['Mod+R', say('common.refresh')],
      ['Mod+,', say('common.settings')],
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
    keys: (['overdue', 'today', 'mine', 'done'] as const).map(
      (word) => [say(`help.words.${word}`), say(`help.words.${word}.find`)] as const,
    ),
  },
  {
    title: say('help.brief'),
    keys: [
      ['Up', say('help.previousLine')],
      ['Down', say('help.nextLine')],
      ['Enter', say('help.open')],
      ['Mod+Enter', say('help.openInBrowser')],
      ['Mod+D', say('help.toggleDone')],
      ['Tab', say('help.nextSection')],
      ['Mod+C', say('help.copyBrief')],
      ['Mod+1', say('help.nthLine')],
      ['PageUp', say('help.rowsUp')],
      ['PageDown', say('help.rowsDown')],
      ['s', say('help.snooze')],
    ],
  },
  {
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

export function HelpPanel({ onClose }: { onClose: () => void }) {
  const mac = isMac()
  return (
    <Dialog name={say('common.keyboardShortcuts')} onClose={onClose}>
      {/* Focusable, so that the arrow keys scroll it. */}
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <section className={css.body} tabIndex={0} aria-label={say('help.shortcuts')}>
        {sections().map(({ title, keys }) => (
          <section key={title}>
            <h2 className={css.heading}>{title}</h2>
            <dl>
              {keys.map(([shortcut, meaning]) => (
                <div key={shortcut + meaning} className={css.line}>
                  <dt className={css.shortcut}>
                    {keyCaps(currentChord(shortcut), mac).map((cap) => (
                      <kbd key={cap}>{cap}</kbd>
                    ))}
                  </dt>
                  <dd>{meaning}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </section>
      <div className={css.foot}>
        <Button onClick={onClose} shortcut="Escape">
          {say('common.close')}
        </Button>
      </div>
    </Dialog>
  )
}
