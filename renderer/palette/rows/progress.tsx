// Search progress: a thin line over rows, placeholders before the first rows, and a row count for screen readers.
import { useEffect, useState } from 'react'
import { say } from '../../../shared/language.ts'
import css from './progress.module.css'
import { isOffer, type PaletteRow } from './rows.ts'

export function ProgressLine({ active }: { active: boolean }) {
  return (
    <div className={css.line} data-active={active} aria-hidden="true">
      <div className={css.runner} />
    </div>
  )
}

const widths = ['52%', '38%', '46%'] as const

export function SkeletonRows() {
  return (
    <div className={css.skeleton} aria-hidden="true">
      {widths.map((width) => (
        <div key={width} className={css.row}>
          <span className={css.tile} />
          <span className={css.bar} style={{ width }} />
        </div>
      ))}
    </div>
  )
}

const pauseMilliseconds = 600

/** Announces the number of rows, or the message for no rows. Polite, and only after a pause in typing. */
export function ResultCount({
  rows,
  instead,
  settled,
  quiet,
}: {
  rows: readonly PaletteRow[]
  /** The message that is shown if nothing is found. */
  instead: string | null
  settled: boolean
  quiet: boolean
}) {
  const [said, setSaid] = useState('')
  // Offers for "no match" do not count as results.
  const found = rows.filter((row) => !isOffer(row)).length
  const words = instead ?? (found === 0 ? '' : say('palette.count', { rows: found }))
  useEffect(() => {
    const timer = setTimeout(() => setSaid(quiet || !settled ? '' : words), pauseMilliseconds)
    return () => clearTimeout(timer)
  }, [quiet, settled, words])
  return <output className="visually-hidden">{said}</output>
}
