// Mod+K: every action of the row, by name, with its key. Some actions have an input of their own on a second level.
import { Fragment, useState } from 'react'
import { flushSync } from 'react-dom'
import { say } from '../../shared/language.ts'
import { Dialog } from '../ui/dialog.tsx'
import { chords, isComposing, isMac, isShortcut } from '../ui/keyboard.ts'
import { matching, PickList } from '../ui/pick-list.tsx'
import type { Context } from './action.ts'
import { actionsFor, type ShownAction } from './actions.ts'
import css from './action-panel.module.css'

/** A title that leads to a second level ends with an ellipsis. */
const titleOf = ({ title, input }: Pick<ShownAction, 'title' | 'input'>): string =>
  input === undefined ? title : say('actions.more', { title })

/** @param startAt the action whose input is open from the start */
export function ActionPanel({
  about,
  actions,
  startAt = null,
  onClose,
}: {
  about: string | null
  actions: readonly ShownAction[]
  startAt?: string | null
  onClose: () => void
}) {
  const [filter, setFilter] = useState('')
  const [level, setLevel] = useState(startAt)
  const open = actions.find(({ id }) => id === level)

  const run = (action: ShownAction): void => {
    if (action.input !== undefined) {
      setFilter('')
      return setLevel(action.id)
    }
    // Close first: the dialog restores the focus, and the action may move it.
    flushSync(onClose)
    action.run()
  }

  /** Shortcuts work on both levels, also those of actions that the filter leaves out. */
  const onKeyDown = (event: React.KeyboardEvent): void => {
    if (isComposing(event)) return
    const { target } = event
    // Selected text has priority: shortcuts such as copy apply to it.
    const isSelecting = target instanceof HTMLInputElement && target.selectionStart !== target.selectionEnd
    const meant = isSelecting
      ? undefined
      : actions.find(({ shortcut }) => shortcut !== undefined && isShortcut(event, shortcut, isMac()))
    if (meant !== undefined) run(meant)
    else if (isShortcut(event, chords.actions)) onClose()
    else return
    event.preventDefault()
    event.stopPropagation()
  }

  return (
    <Dialog name={say('common.actions')} place="corner" onClose={onClose}>
      {/* Handles the shortcuts of the text fields inside. */}
      {/* eslint-disable-next-line jsx-a11y/no-static-element-interactions */}
      <div className={css.panel} onKeyDown={onKeyDown}>
        <p className={css.about} dir="auto">
          {open === undefined || about === null
            ? about
            : say('row.facts', { first: open.title, second: open.about ?? about })}
        </p>
        {open?.input === undefined ? (
          <PickList
            name={say('common.actions')}
            field={say('common.actions.filter')}
            hint={say('common.actions.filterHint')}
            text={filter}
            onType={setFilter}
            items={matching(actions, filter).map((action) => {
              const { icon: Icon, input, run: _, ...item } = action
              return {
                ...item,
                action,
                title: titleOf(action),
                leadsOn: input !== undefined,
                icon: <Icon size={15} />,
              }
            })}
            none={say('common.actions.none')}
            onPick={({ action }) => run(action)}
          />
        ) : (
          // Each input starts fresh.
          <Fragment key={open.id}>
            {open.input({ onBack: () => (startAt === null ? setLevel(null) : onClose()), onDone: onClose })}
          </Fragment>
        )}
      </div>
    </Dialog>
  )
}

/**
 * The actions of a row or of several marked tasks. The list behind the panel may change while it is open, so it keeps what it was
 * opened for.
 */
export function ContextPanel({
  context: current,
  about: aboutNow,
  ...panel
}: {
  context: Context
  about: string | null
  startAt: string | null
  onClose: () => void
}) {
  const [{ context, about }] = useState({ context: current, about: aboutNow })
  return <ActionPanel about={about} actions={actionsFor(context)} {...panel} />
}
