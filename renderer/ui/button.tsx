// Buttons, the key caps of their shortcuts, and chips.
import { X } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import css from './button.module.css'
import chipCss from './chip.module.css'
import capCss from './key-caps.module.css'
import { currentChord, isMac, keyCaps } from './keyboard.ts'

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

/** A shortcut as key caps, by the chord that its command has now. Not read aloud, because some screen readers skip "⌘". */
export function KeyCaps({ keys }: { keys: string }) {
  return (
    <span className={capCss.caps} aria-hidden="true">
      {keyCaps(currentChord(keys), isMac()).map((cap) => (
        <kbd key={cap} className={capCss.cap}>
          {cap}
        </kbd>
      ))}
    </span>
  )
}

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
    <span className={[chipCss.chip, chipCss[tone]].join(' ')} data-highlighted={highlighted}>
      {icon}
      <span className={chipCss.text} dir="auto">
        {children}
      </span>
      {remove === undefined ? null : (
        <button
          type="button"
          className={chipCss.remove}
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
