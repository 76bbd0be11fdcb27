// `?`: all keyboard shortcuts, those of the current view first. Typing filters them.
import { useRef, useState } from 'react'
import { say } from '../../shared/language.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { currentChord, isComposing, isMac, keyCaps, listStep } from '../ui/keyboard.ts'
import type { View } from './action.ts'
import css from './help-panel.module.css'
import { helpFor } from './help-sections.ts'

const linePixels = 48

export function HelpPanel({ view = 'palette', onClose }: { view?: View; onClose: () => void }) {
  const mac = isMac()
  const body = useRef<HTMLElement>(null)
  const [text, setText] = useState('')
  const shown = helpFor(view, text)

  const onKeyDown = (event: React.KeyboardEvent): void => {
    if (isComposing(event)) return
    const page = event.key === 'PageDown' ? 1 : event.key === 'PageUp' ? -1 : 0
    const step = listStep(event, mac)
    if (page !== 0) body.current?.scrollBy({ top: page * (body.current.clientHeight - linePixels) })
    else if (step !== 0) body.current?.scrollBy({ top: step * linePixels })
    else return
    event.preventDefault()
  }

  return (
    <Dialog name={say('common.keyboardShortcuts')} onClose={onClose}>
      <input
        className={css.filter}
        data-first-focus
        type="text"
        role="searchbox"
        aria-label={say('help.filter')}
        placeholder={say('help.filterHint')}
        autoComplete="off"
        spellCheck={false}
        value={text}
        onChange={({ target }) => {
          setText(target.value)
          body.current?.scrollTo({ top: 0 })
        }}
        onKeyDown={onKeyDown}
      />
      {/* Focusable, so that it can be scrolled by keys; those of the field scroll it, too. */}
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <section ref={body} className={css.body} tabIndex={0} aria-label={say('help.shortcuts')}>
        {shown.map(({ title, keys }) => (
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
        <output className={css.none}>{shown.length === 0 ? say('help.none') : ''}</output>
      </section>
      <div className={css.foot}>
        <Button onClick={onClose} shortcut="Escape">
          {say('common.close')}
        </Button>
      </div>
    </Dialog>
  )
}
