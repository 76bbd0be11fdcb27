// The footer of every view: the latest message on the left, the keys on the right.
import { type ComponentProps, type ReactNode, useEffect } from 'react'
import { hush, usePaletteStore } from '../app/palette-store.ts'
import css from './footer.module.css'
import frame from './frame.module.css'

/** The page of a view. Its keys work wherever the focus is; each of them also has a control. */
export const ViewFrame = (rest: ComponentProps<'main'>) => <main className={frame.frame} {...rest} />

const noticeMilliseconds = { calm: 5_000, success: 4_000, danger: 12_000 } as const

interface Words {
  /** Text while there is no message. */
  idle?: ReactNode
  /** Shown instead of the message, which is still read aloud. */
  busy?: ReactNode
  /** Whether the view itself shows the result of each write. */
  writes?: 'told' | 'seen'
}

/** The latest message, or `idle`. */
export function NoticeLine({ idle = null, busy = null, writes = 'told' }: Words) {
  const latest = usePaletteStore((state) => state.notice)
  const isSeen = writes === 'seen' && latest?.about === 'write' && latest.tone === 'danger'
  const notice = isSeen ? null : latest
  const shown = usePaletteStore((state) => state.shown)
  // The message expires only while the window is visible.
  useEffect(() => {
    if (notice === null || !shown) return
    const timer = setTimeout(hush, noticeMilliseconds[notice.tone])
    return () => clearTimeout(timer)
  }, [notice, shown])
  const look = busy === null ? css.notice : 'visually-hidden'
  return (
    <>
      <output className={[css.notice, css.busy].join(' ')}>{busy}</output>
      <output className={look} data-tone={notice?.tone ?? 'calm'}>
        {notice === null || notice.tone === 'danger' ? null : notice.text}
      </output>
      {notice?.tone === 'danger' ? (
        <p className={look} role="alert" data-tone="danger">
          {notice.text}
        </p>
      ) : null}
      {notice === null && busy === null ? <span className={css.idle}>{idle}</span> : null}
    </>
  )
}

export function Footer({
  idle = null,
  busy = null,
  writes = 'told',
  children,
}: Words & { children: ReactNode }) {
  return (
    <footer className={css.footer}>
      <div className={css.left}>
        <NoticeLine idle={idle} busy={busy} writes={writes} />
      </div>
      <div className={css.right}>{children}</div>
    </footer>
  )
}
