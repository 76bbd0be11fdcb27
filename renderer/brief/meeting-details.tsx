// The details of a meeting of the brief, in a dialog: the same as beside a row of the palette.
import { useRef, useState } from 'react'
import { say } from '../../shared/language.ts'
import type { Context } from '../actions/action.ts'
import { paneActions, run } from '../actions/actions.ts'
import { DetailPane } from '../items/detail-pane.tsx'
import type { PaletteRow } from '../items/rows.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import css from './schedule.module.css'

export function MeetingDetails({
  context: current,
  row: currentRow,
  now,
  onClose,
}: {
  context: Context
  row: PaletteRow
  now: Date
  onClose: () => void
}) {
  // The brief may be read again while the dialog is open.
  const [{ row, context }] = useState({ row: currentRow, context: current })
  const pane = useRef<HTMLElement>(null)
  const field = useRef<HTMLInputElement>(null)
  return (
    <Dialog name={say('detail.meeting')} onClose={onClose}>
      <DetailPane
        row={row}
        now={now}
        field={field}
        pane={pane}
        actions={paneActions(context)}
        onClose={onClose}
      />
      <div className={css.foot}>
        <Button look="ghost" shortcut="Mod+Enter" onClick={() => run('openInBrowser', context)}>
          {say('common.openInBrowser')}
        </Button>
        <Button look="ghost" shortcut="Escape" onClick={onClose}>
          {say('common.close')}
        </Button>
      </div>
    </Dialog>
  )
}
