// The square at the start of a row that is neither a task nor somebody: an icon on its colour.
import type { LucideIcon } from 'lucide-react'
import type { CSSProperties } from 'react'
import css from './tile.module.css'

type Tinted = CSSProperties & { '--tint'?: string }

export function Tile({
  icon: Icon,
  tint,
}: {
  icon: LucideIcon
  /** A colour of the workspace, as CSS hex. The theme ensures the contrast. */
  tint?: string | null | undefined
}) {
  const style: Tinted = /^#[\da-f]{3,8}$/i.test(tint ?? '') ? { '--tint': tint ?? '' } : {}
  return (
    <span className={css.tile} style={style} aria-hidden="true">
      <Icon size={14} />
    </span>
  )
}
