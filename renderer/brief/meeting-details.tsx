// The details of a meeting of the brief, in a dialog: the same as beside a row of the palette.
import { useRef, useState } from 'react'
import { say } from '../../shared/language.ts'
import type { AgendaMeeting, Row } from '../../shared/ipc/launcher.ts'
import { DetailPane } from '../items/detail-pane.tsx'
import { itemRow } from '../items/rows.ts'
import { openInBrowser } from '../items/open.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import css from './schedule.module.css'

/** What the brief says of a meeting, as a row. The main process adds what else it knows. */
const rowOf = ({ id, title, webUrl = '', ...meeting }: AgendaMeeting): Row => ({
  kind: 'meeting',
  id,
  title,
  subtitle: '',
  badge: '',
  avatarUrl: null,
  webUrl,
  source: 'cached',
  seenAt: 0,
  meeting: {
    startAt: meeting.startAt,
    endAt: meeting.endAt,
    ...(meeting.allDay !== undefined && { allDay: meeting.allDay }),
    ...(meeting.location !== undefined && { location: meeting.location }),
    ...(meeting.joinUrl !== undefined && { joinUrl: meeting.joinUrl }),
    ...(meeting.response !== undefined && { response: meeting.response }),
    ...(meeting.tentative !== undefined && { tentative: meeting.tentative }),
  },
})

export function MeetingDetails({
  meeting: current,
  now,
  onClose,
}: {
  meeting: AgendaMeeting
  now: Date
  onClose: () => void
}) {
  // The brief may be read again while the dialog is open.
  const [row] = useState(() => itemRow(rowOf(current)))
  const pane = useRef<HTMLElement>(null)
  const field = useRef<HTMLInputElement>(null)
  return (
    <Dialog name={say('detail.meeting')} onClose={onClose}>
      <DetailPane row={row} now={now} field={field} pane={pane} onClose={onClose} />
      <div className={css.foot}>
        <Button
          look="ghost"
          shortcut="Mod+Enter"
          onClick={() => openInBrowser({ kind: 'meeting', id: current.id })}
        >
          {say('common.openInBrowser')}
        </Button>
        <Button look="ghost" shortcut="Escape" onClick={onClose}>
          {say('common.close')}
        </Button>
      </div>
    </Dialog>
  )
}
