// Mod+K: every action of the row, by name, with its key. Some actions have an input of their own on a second level.
import type { LucideIcon } from 'lucide-react'
import { Fragment, type ReactNode, useState } from 'react'
import { flushSync } from 'react-dom'
import { say } from '../../shared/language.ts'
import { Dialog } from '../ui/dialog.tsx'
import { commandPressed, isComposing, isMac, isShortcut } from '../ui/keyboard.ts'
import { matching, PickList } from '../ui/pick-list.tsx'
import css from './action-panel.module.css'

/** What the input of an action may do with the panel. */
export interface Level {
  /** Leads back to the actions, or closes a panel that was opened at this action. */
  onBack: () => void
  /** Closes the panel. The focus returns to where it was. */
  onDone: () => void
}

export interface PanelAction<Id extends string> {
  id: Id
  title: string
  icon?: LucideIcon
  shortcut?: string
  /** Name of the group, for screen readers. Actions of a group follow one another. */
  group?: string
  /** The second level, headed by the title. The action then does not run itself. */
  input?: (level: Level) => ReactNode
  /** Runs the action, after the panel has closed. Without it and without an input, `onRun` gets the id. */
  run?: () => void
  isDangerous?: boolean
}

/** A title that leads to a second level ends with an ellipsis. */
const titleOf = ({ title, input }: Pick<PanelAction<string>, 'title' | 'input'>): string =>
  input === undefined ? title : say('actions.more', { title })

/** @param startAt the action whose input is open from the start */
export function ActionPanel<Id extends string>({
  about,
  actions,
  startAt = null,
  onRun,
  onClose,
}: {
  about: string | null
  actions: readonly PanelAction<Id>[]
  startAt?: Id | null
  onRun: (id: Id) => void
  onClose: () => void
}) {
  const [filter, setFilter] = useState('')
  const [level, setLevel] = useState(startAt)
  const open = actions.find(({ id }) => id === level)

  const run = (action: PanelAction<Id>): void => {
    if (action.run !== undefined) {
      // Close first: the dialog restores the focus.
      flushSync(onClose)
      return action.run()
    }
    if (action.input === undefined) return onRun(action.id)
    setFilter('')
    setLevel(action.id)
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
    else if (commandPressed(event) === 'actions') onClose()
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
            : say('row.facts', { first: open.title, second: about })}
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
                ...(Icon === undefined ? {} : { icon: <Icon size={15} /> }),
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
