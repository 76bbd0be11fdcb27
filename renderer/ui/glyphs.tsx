// Small pictures of a task's status and priority, of people and records, and of other rows. They are drawn for the eye only (aria-hidden). The
// words for screen readers stand beside them: pass `words`, or write them in the row.
import type { LucideIcon } from 'lucide-react'
import { type CSSProperties, memo, type ReactNode } from 'react'
import css from './glyphs.module.css'

type Tinted = CSSProperties & { '--tint'?: string; '--hue'?: string }

/** A colour of the workspace. Anything but CSS hex is ignored, and the theme's own colour stays. */
const tinted = (tint: string | null | undefined): Tinted =>
  /^#[\da-f]{3,8}$/i.test(tint ?? '') ? { '--tint': tint ?? '' } : {}

const Words = ({ children }: { children: string | undefined }): ReactNode =>
  children === undefined ? null : <span className="visually-hidden">{children}</span>

interface Stage {
  slug: string
  color?: string
  isComplete: boolean
}

/**
 * How far a status is, from 0 (an open ring) to 1 (done). Between the default status and the first complete one, the ring fills
 * by position. A status that is not among `statuses` is open or done.
 */
export function progressOf(
  { slug, isComplete }: Stage,
  statuses: readonly (Stage & { position: number; isDefault: boolean })[],
): number {
  if (isComplete) return 1
  const open = statuses.filter((one) => !one.isComplete).sort((a, b) => a.position - b.position)
  const first = Math.max(
    0,
    open.findIndex((one) => one.isDefault),
  )
  const steps = open.findIndex((one) => one.slug === slug) - first
  return steps <= 0 ? 0 : steps / (open.length - first)
}

/** A ring for a status: open, filled in part, or full with a check. A task without a status has an open grey ring. */
export const StatusGlyph = memo(function StatusGlyph({
  status,
  progress,
  words,
}: {
  status: { color?: string | undefined } | undefined
  progress: number
  words?: string
}) {
  return (
    <>
      <svg
        className={css.status}
        style={tinted(status?.color)}
        viewBox="0 0 16 16"
        aria-hidden="true"
        data-progress={progress >= 1 ? 'done' : progress > 0 ? 'started' : 'open'}
      >
        <circle className={css.ring} cx="8" cy="8" r="6.25" />
        {progress >= 1 ? (
          <path className={css.check} d="m5.1 8.2 2 2 3.8-4.1" />
        ) : progress > 0 ? (
          // A circle whose stroke is as wide as its radius: the dash is a slice of a pie.
          <circle
            className={css.slice}
            cx="8"
            cy="8"
            r="2"
            pathLength="100"
            strokeDasharray={`${progress * 100} 100`}
          />
        ) : null}
      </svg>
      <Words>{words}</Words>
    </>
  )
})

const bars: Readonly<Record<string, number>> = { high: 3, medium: 2, low: 1, no_priority: 0 }

/** Urgent is a filled square with a mark; the others are bars: three for high, two, one. Nothing for an unknown priority. */
export const PriorityFlag = memo(function PriorityFlag({
  priority,
  words,
}: {
  priority: string
  words?: string
}) {
  const filled = bars[priority]
  if (filled === undefined && priority !== 'urgent') return <Words>{words}</Words>
  return (
    <>
      <svg className={css.priority} viewBox="0 0 16 16" aria-hidden="true" data-priority={priority}>
        {filled === undefined ? (
          <>
            <rect className={css.sign} x="1.75" y="1.75" width="12.5" height="12.5" rx="3" />
            <path className={css.mark} d="M8 4.75v3.9M8 11.2v.1" />
          </>
        ) : filled === 0 ? (
          <path className={css.dashes} d="M3 8h2M7 8h2M11 8h2" />
        ) : (
          [0, 1, 2].map((bar) => (
            <rect
              key={bar}
              className={bar < filled ? css.bar : css.rest}
              x={2.25 + bar * 4.25}
              y={9 - bar * 3}
              width="3"
              height={4.5 + bar * 3}
              rx="0.9"
            />
          ))
        )}
      </svg>
      <Words>{words}</Words>
    </>
  )
})

const letter = /[\p{L}\p{N}]\p{M}*/u

/** Two letters for a name: of its first and its last word, or the first two of a single word. */
export function initialsOf(name: string): string {
  const words = name.split(/[\s/]+/).filter((word) => letter.test(word))
  const [first = ''] = words
  const last = words.at(-1)
  const letters =
    words.length > 1 && last !== undefined
      ? [letter.exec(first)?.[0], letter.exec(last)?.[0]]
      : (first.match(new RegExp(letter, 'gu'))?.slice(0, 2) ?? [])
  return letters.join('').toUpperCase()
}

/** A hue for a name. The same name has the same one everywhere. */
export const hueOf = (name: string): number =>
  (Array.from(name).reduce((hash, sign) => (hash * 31 + (sign.codePointAt(0) ?? 0)) % 36_000, 7) % 24) * 15

/**
 * Initials of a person in a circle, or of a thing in a square. The page has no network access, so remote pictures are not
 * shown.
 */
export const Avatar = memo(function Avatar({
  name,
  of,
  tint,
  size = 'row',
}: {
  name: string
  of: 'person' | 'thing'
  /** The colour of a thing's kind, as CSS hex. A person has a colour of their own. */
  tint?: string | null | undefined
  size?: 'row' | 'small' | 'large'
}) {
  const style: Tinted = of === 'person' ? { '--hue': `${hueOf(name)}` } : tinted(tint)
  return (
    <span className={css.avatar} style={style} data-of={of} data-size={size} aria-hidden="true">
      {initialsOf(name)}
    </span>
  )
})

/** The square at the start of a row that is neither a task nor somebody: an icon on its colour. */
export function Tile({
  icon: Icon,
  tint,
}: {
  icon: LucideIcon
  /** A colour of the workspace, as CSS hex. The theme ensures the contrast. */
  tint?: string | null | undefined
}) {
  return (
    <span className={css.tile} style={tinted(tint)} aria-hidden="true">
      <Icon size={14} />
    </span>
  )
}
