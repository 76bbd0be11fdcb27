// The bar at the foot of every view: what just happened on the left, what the keys do on the right.
import type { ReactNode } from 'react'
import { useEffect } from 'react'
import { hush, usePaletteStore } from '../palette-store.ts'
import css from './footer.module.css'

const noticeMilliseconds = { calm: 5_000, success: 4_000, danger: 12_000 } as const

/** What just happened, or `idle` when nothing did. */
export function NoticeLine({ idle = null }: { idle?: ReactNode }) {
  const notice = usePaletteStore((state) => state.notice)
  const shown = usePaletteStore((state) => state.shown)
  // The clock runs while somebody can read it.
  useEffect(() => {
    if (notice === null || !shown) return
    const timer = setTimeout(hush, noticeMilliseconds[notice.tone])
    return () => clearTimeout(timer)
  }, [notice, shown])
  return (
    <>
      <output className={css.notice} data-tone={notice?.tone ?? 'calm'}>
        {notice === null || notice.tone === 'danger' ? null : notice.text}
      </output>
      {notice?.tone === 'danger' ? (
        <p className={css.notice} role="alert" data-tone="danger">
          {notice.text}
        </p>
      ) : null}
      {notice === null ? <span className={css.idle}>{idle}</span> : null}
    </>
  )
}

export function Footer({ idle = null, children }: { idle?: ReactNode; children: ReactNode }) {
  return (
    <footer className={css.footer}>
      <div className={css.left}>
        <NoticeLine idle={idle} />
      </div>
      <div className={css.right}>{children}</div>
    </footer>
  )
}
