// A native modal dialog. The browser keeps the focus inside and restores it.
import { type ReactNode, useEffect, useRef } from 'react'
import css from './dialog.module.css'

export function Dialog({
  name,
  place = 'centre',
  onClose,
  children,
}: {
  name: string
  place?: 'centre' | 'corner'
  onClose: () => void
  children: ReactNode
}) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const { current } = dialog
    const focused = document.activeElement
    current?.showModal()
    // The browser would focus a scrollable list instead.
    current?.querySelector<HTMLElement>('[data-first-focus]')?.focus()
    return () => {
      current?.close()
      if (focused instanceof HTMLElement) focused.focus()
    }
  }, [])
  return (
    // A click on the backdrop closes the dialog. Escape triggers the native `cancel`.
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events
    <dialog
      ref={dialog}
      aria-label={name}
      className={[css.dialog, css[place]].join(' ')}
      onCancel={(event) => {
        event.preventDefault()
        // React passes the event of a dialog inside this one on.
        if (event.target === dialog.current) onClose()
      }}
      onClick={(event) => {
        if (event.target === dialog.current) onClose()
      }}
    >
      <div className={css.content}>{children}</div>
    </dialog>
  )
}
