import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import css from './chip.module.css'

export type ChipTone = 'plain' | 'accent' | 'amber' | 'danger' | 'muted'

/** A removable chip with a label. */
export function Chip({
  tone = 'plain',
  children,
  icon,
  highlighted = false,
  remove,
}: {
  tone?: ChipTone
  children: ReactNode
  icon?: ReactNode
  highlighted?: boolean
  remove?: { name: string; run: () => void }
}) {
  return (
    <span className={[css.chip, css[tone]].join(' ')} data-highlighted={highlighted}>
      {icon}
      <span className={css.text} dir="auto">
        {children}
      </span>
      {remove === undefined ? null : (
        <button
          type="button"
          className={css.remove}
          aria-label={remove.name}
          onMouseDown={(event) => event.preventDefault()}
          onClick={remove.run}
        >
          <X size={12} aria-hidden="true" />
        </button>
      )}
    </span>
  )
}
