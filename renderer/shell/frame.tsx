// The footer of every view: the latest message on the left, the keys on the right.
import { type ComponentProps, type ReactNode, useEffect } from 'react'
import { undoWithinMs } from '../../shared/api/limits.ts'
import { say } from '../../shared/language.ts'
import { clearNotice, hideNoticeText, usePaletteStore } from '../state/store.ts'
import { undo } from '../writes/undo.ts'
import { Button } from '../ui/button.tsx'
import { currentChord, isMac, keyCaps } from '../ui/keyboard.ts'
import css from './footer.module.css'
import frame from './frame.module.css'

/** The page of a view. Its keys work wherever the focus is; each of them also has a control. */
export const ViewFrame = (rest: ComponentProps<'main'>) => <main className={frame.frame} {...rest} />

/** A view with a pane beside its page, both between one head and one foot. The keys work in all of them. */
export const SplitFrame = ({
  beside,
  foot,
  children,
  onKeyDown,
  ...rest
}: ComponentProps<'main'> & { beside: ReactNode; foot: ReactNode }) => (
  // eslint-disable-next-line jsx-a11y/no-static-element-interactions
  <div className={frame.split} onKeyDown={onKeyDown}>
    <main className={frame.page} {...rest}>
      {children}
    </main>
    {beside}
    {foot}
  </div>
)

const noticeMilliseconds = { calm: 5_000, success: 5_000, danger: 12_000 } as const

interface Words {
  /** Text while there is no message. */
  idle?: ReactNode
  /** Shown instead of the message, which is still read aloud. */
  busy?: ReactNode
  /** `seen`: the view itself shows the result of each write. `quiet`: only what went wrong is said here. */
  writes?: 'told' | 'seen' | 'quiet'
}

/** The latest message, or `idle`. */
export function NoticeLine({ idle = null, busy = null, writes = 'told' }: Words) {
  const latest = usePaletteStore((state) => state.notice)
  const isSeen =
    latest?.about === 'write' &&
    (writes === 'seen' ? latest.tone === 'danger' : writes === 'quiet' && latest.tone !== 'danger')
  const notice = isSeen ? null : latest
  const shown = usePaletteStore((state) => state.shown)
  // The message expires only while the window is visible.
  useEffect(() => {
    if (notice === null || !shown) return
    const timer =
      notice.text === ''
        ? setTimeout(clearNotice, notice.at + undoWithinMs - Date.now())
        : setTimeout(notice.canUndo === true ? hideNoticeText : clearNotice, noticeMilliseconds[notice.tone])
    return () => clearTimeout(timer)
  }, [notice, shown])
  const offersUndo = notice?.canUndo === true && writes === 'told'
  const look = busy === null ? css.notice : 'visually-hidden'
  return (
    <>
      <output className={[css.notice, css.busy].join(' ')}>{busy}</output>
      <output className={look} data-tone={notice?.tone ?? 'calm'}>
        {notice === null || notice.tone === 'danger' ? null : notice.text}
      </output>
      <output className="visually-hidden">
        {offersUndo && notice.text !== ''
          ? say('undo.by', { keys: keyCaps(currentChord('Mod+Z'), isMac()).join('+') })
          : ''}
      </output>
      {/* For the pointer: the key does the same, and the focus stays in the field. */}
      {offersUndo && busy === null ? (
        <Button
          look="ghost"
          shortcut="Mod+Z"
          className={css.undo}
          tabIndex={-1}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => undo()}
        >
          {say('common.undo')}
        </Button>
      ) : null}
      {notice?.tone === 'danger' ? (
        <p className={look} role="alert" data-tone="danger">
          {notice.text}
        </p>
      ) : null}
      {(notice === null || notice.text === '') && busy === null ? (
        <span className={css.idle}>{idle}</span>
      ) : null}
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
