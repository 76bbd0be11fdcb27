// The square at the start of a row: an icon or initials. The page has no network access, so remote pictures are not shown.
import type { LucideIcon } from 'lucide-react'
import type { CSSProperties } from 'react'
import css from './tile.module.css'

const initialsOf = (title: string): string =>
  title
    .split(/\s+/)
    .slice(0, 2)
    .map((word) => /[\p{L}\p{N}]/u.exec(word)?.[0].toUpperCase() ?? '')
    .join('')

type Tinted = CSSProperties & { '--tint'?: string }

export function Tile({
  icon: Icon,
  title,
  tint,
  round,
}: {
  icon?: LucideIcon
  title?: string
  /** A colour of the workspace, as CSS hex. The theme ensures the contrast. */
  tint?: string | null | undefined
  round?: boolean
}) {
  const style: Tinted = /^#[\da-f]{3,8}$/i.test(tint ?? '') ? { '--tint': tint ?? '' } : {}
  return (
    <span className={css.tile} style={style} data-round={round === true} aria-hidden="true">
      {Icon === undefined ? (
        <span className={css.letters}>{initialsOf(title ?? '')}</span>
      ) : (
        <Icon size={15} />
      )}
    </span>
  )
}
