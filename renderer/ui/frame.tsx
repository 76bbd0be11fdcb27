// The bar at the foot of every view: what just happened on the left, what the keys do on the right.
import { type ComponentProps, type ReactNode, useEffect } from 'react'
import { hush, usePaletteStore } from '../app/palette-store.ts'
import css from './footer.module.css'
import frame from './frame.module.css'

/** The page of a view. Its keys work wherever in it the focus is; each of them has a control too. */
export const ViewFrame = (rest: ComponentProps<'main'>) => <main className={frame.frame} {...rest} />

const noticeMilliseconds = { calm: 5_000, success: 4_000, danger: 12_000 } as const

interface Words {
  /** Where nothing happened. */
  idle?: ReactNode
  /** What a key waits for: seen before what happened, which is still read aloud. */
  busy?: ReactNode
  /** Whether the view itself says what became of each write. */
  writes?: 'told' | 'seen'
}

/** What just happened, or `idle` when nothing did. */
export function NoticeLine({ idle = null, busy = null, writes = 'told' }: Words) {
  const told = usePaletteStore((state) => state.notice)
  const isSeen = writes === 'seen' && told?.about === 'write' && told.tone === 'danger'
  const notice = isSeen ? null : told
  const shown = usePaletteStore((state) => state.shown)
  // The clock runs while somebody can read it.
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
