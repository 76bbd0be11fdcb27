import type { ComponentProps, ReactNode } from 'react'
import css from './button.module.css'
import { KeyCaps } from './key-caps.tsx'

type Look = 'primary' | 'plain' | 'ghost' | 'danger'

/** A button. `shortcut` is shown beside the label and is not part of its accessible name. */
export function Button({
  look = 'plain',
  shortcut,
  children,
  className,
  ...rest
}: ComponentProps<'button'> & { look?: Look; shortcut?: string | undefined; children: ReactNode }) {
  return (
    <button type="button" {...rest} className={[css.button, css[look], className].filter(Boolean).join(' ')}>
      <span className={css.label}>{children}</span>
      {shortcut === undefined ? null : <KeyCaps keys={shortcut} />}
    </button>
  )
}
