// `?`: every key, in one place.
import { grammar, grammarWords } from '../capture/grammar.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { isMac, keyCaps } from '../ui/keyboard.ts'
import css from './help-panel.module.css'

const sections: readonly { title: string; keys: readonly (readonly [string, string])[] }[] = [
  {
    title: 'Palette',
    keys: [
      ['Up', 'Previous row; on the first row, earlier searches'],
      ['Down', 'Next row'],
      ['Ctrl+P', 'Previous row'],
      ['PageUp', 'Eight rows up'],
      ['PageDown', 'Eight rows down'],
      ['Mod+Home', 'First row'],
      ['Mod+End', 'Last row'],
      ['Enter', 'Do what the foot of the window says'],
      ['Mod+Enter', 'Open in the browser'],
      ['Mod+K', 'Actions'],
      ['Mod+I', 'Why is this here; pin and forget'],
      ['Mod+1', 'Run the first row, and so on to 9'],
      ['Tab', 'Take the completion, or the scope'],
      ['Backspace', 'At the start: leave the scope'],
      ['Escape', 'Clear, then hide'],
    ],
  },
  {
    title: 'Anywhere',
    keys: [
      ['Mod+N', 'New task'],
      ['Mod+E', 'Edit task'],
      ['Mod+D', 'Done, or not done'],
      ['Mod+J', 'Join the meeting'],
      ['Mod+Z', 'Undo the last change'],
      ['Mod+C', 'Copy title'],
      ['Mod+Shift+C', 'Copy link'],
      ['Mod+R', 'Refresh'],
      ['Mod+,', 'Settings'],
    ],
  },
  {
    title: 'Scopes, typed first',
    keys: [
      ['t', 'and a space: tasks'],
      ['r', 'and a space: records'],
      ['m', 'and a space: meetings'],
      ['o', 'and a space: objects to browse'],
      ['>', 'commands'],
    ],
  },
  {
    title: 'Daily brief',
    keys: [
      ['Up', 'Previous line'],
      ['Down', 'Next line'],
      ['Enter', 'Open'],
      ['Mod+Enter', 'Complete the task'],
      ['Tab', 'Next section'],
      ['Mod+C', 'Copy the brief as text'],
      ['Mod+1', 'Jump to the first line, and so on to 9'],
    ],
  },
  {
    title: 'Capture and forms',
    keys: [
      ['Enter', 'Save and hide'],
      ['Mod+Enter', 'Save and add another'],
      ['Mod+K', 'Change what was recognized'],
      ['Backspace', 'At the start: the last chip, then its text again'],
      ['Up', 'On an empty line: continue the draft'],
      ['Escape', 'Hide; the draft is kept'],
    ],
  },
  {
    title: 'In a captured line',
    keys: grammar.map(({ kind, example }) => [example, grammarWords(kind)] as const),
  },
]

export function HelpPanel({ onClose }: { onClose: () => void }) {
  const mac = isMac()
  return (
    <Dialog name="Keyboard shortcuts" onClose={onClose}>
      {/* Focusable, so that the arrow keys scroll it. */}
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <section className={css.body} tabIndex={0} aria-label="Shortcuts">
        {sections.map(({ title, keys }) => (
          <section key={title}>
            <h2 className={css.heading}>{title}</h2>
            <dl className={css.keys}>
              {keys.map(([shortcut, meaning]) => (
                <div key={shortcut + meaning} className={css.line}>
                  <dt className={css.shortcut}>
                    {keyCaps(shortcut, mac).map((cap) => (
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
          Close
        </Button>
      </div>
    </Dialog>
  )
}
