// A calendar file that the desktop opened with the launcher. Any program can do that, so its person is asked first.
import { useState } from 'react'
import type { Output } from '../../shared/ipc/contract.ts'
import { say } from '../../shared/language.ts'
import { call, reasonOf } from '../state/bridge.ts'
import { Banner } from '../ui/banner.tsx'
import { Button } from '../ui/button.tsx'
import { reasonWords } from './calendar-words.ts'
import css from './calendars.module.css'

export function OpenedFile({
  name,
  onRead,
}: {
  name: string
  onRead: (read: Output<'calendars.readOpenedFile'>) => void
}) {
  const [problem, setProblem] = useState<string | null>(null)
  const read = (): void => {
    setProblem(null)
    call('calendars.readOpenedFile').then(onRead, (error: unknown) =>
      setProblem(reasonWords(reasonOf(error))),
    )
  }
  return (
    <div className={css.file}>
      <h2 className={css.question}>{say('calendars.opened', { name })}</h2>
      <p className={css.soft}>{say('calendars.opened.text')}</p>
      {problem === null ? null : <Banner>{problem}</Banner>}
      <Button look="primary" data-first-focus shortcut="Enter" onClick={read}>
        {say('calendars.opened.look')}
      </Button>
    </div>
  )
}
