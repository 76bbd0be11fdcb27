// Mod+K: every action of the row, by name, with its key.
/* oxlint-disable jsx-a11y/prefer-tag-over-role -- HTML has no element for a list that a text field controls. */
import { useId, useState } from 'react'
import { say } from '../../../shared/language.ts'
import { matchOf } from '../../../shared/search/text-match.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { KeyCaps } from '../../ui/keyboard/key-caps.tsx'
import { chordKey, isComposing, isMac, isShortcut, listStep, modHeld } from '../../ui/keyboard/keyboard.ts'
import css from './action-panel.module.css'

export interface PanelAction<Id extends string> {
  id: Id
  title: string
  shortcut?: string
}

export function ActionPanel<Id extends string>({
  about,
  actions,
  onRun,
  onClose,
}: {
  about: string | null
  actions: readonly PanelAction<Id>[]
  onRun: (id: Id) => void
  onClose: () => void
}) {
  const [filter, setFilter] = useState('')
  const [chosen, setChosen] = useState(0)
  const base = useId()
  const shown =
    filter.trim() === '' ? actions : actions.filter((action) => matchOf(filter, action.title) !== null)
  const index = Math.min(chosen, shown.length - 1)
  const current = shown[index]

  const onKeyDown = (event: React.KeyboardEvent<HTMLInputElement>): void => {
    if (isComposing(event)) return
    const { selectionStart, selectionEnd } = event.currentTarget
    // Selected text in the filter has priority: shortcuts such as copy apply to it.
    const meant =
      selectionStart === selectionEnd
        ? actions.find(({ shortcut }) => shortcut !== undefined && isShortcut(event, shortcut, isMac()))
        : undefined
    const step = listStep(event, isMac())
    if (step !== 0) setChosen(Math.min(shown.length - 1, Math.max(0, index + step)))
    else if (meant !== undefined) onRun(meant.id)
    else if (event.key === 'Enter' && current !== undefined) onRun(current.id)
    else if (chordKey(event) === 'k' && modHeld(event, isMac())) onClose()
    else return
    event.preventDefault()
    event.stopPropagation()
  }

  return (
    <Dialog name={say('common.actions')} place="corner" onClose={onClose}>
      {about === null ? null : (
        <p className={css.about} dir="auto">
          {about}
        </p>
      )}
      <div role="listbox" aria-label={say('common.actions')} id={`${base}-list`} className={css.list}>
        {shown.map((action, at) => (
          // The filter field handles the keys.
          // eslint-disable-next-line jsx-a11y/click-events-have-key-events
          <div
            key={action.id}
            id={`${base}-${action.id}`}
            role="option"
            aria-selected={at === index}
            tabIndex={-1}
            ref={at === index ? (line) => line?.scrollIntoView({ block: 'nearest' }) : null}
            className={css.action}
            onMouseMove={() => (at === index ? undefined : setChosen(at))}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => onRun(action.id)}
          >
            <span className={css.title}>{action.title}</span>
            {action.shortcut === undefined ? null : <KeyCaps keys={action.shortcut} />}
          </div>
        ))}
      </div>
      {shown.length === 0 ? <p className={css.none}>{say('common.actions.none')}</p> : null}
      <input
        className={css.filter}
        data-first-focus
        role="combobox"
        aria-label={say('common.actions.filter')}
        aria-expanded="true"
        aria-controls={`${base}-list`}
        aria-activedescendant={current === undefined ? undefined : `${base}-${current.id}`}
        autoComplete="off"
        spellCheck={false}
        placeholder={say('common.actions.filterHint')}
        value={filter}
        onChange={(event) => {
          setFilter(event.target.value)
          setChosen(0)
        }}
        onKeyDown={onKeyDown}
      />
    </Dialog>
  )
}
