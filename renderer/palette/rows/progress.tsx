// How far a search is: a thin line over rows, grey rows where there are none yet, and the number of rows for screen readers.
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

/** Says how many rows there are, or what is shown where nothing is found: politely, and only when typing has paused. */
export function ResultCount({
  rows,
  instead,
  settled,
  quiet,
}: {
  rows: readonly PaletteRow[]
  /** The words that are shown where nothing is found. */
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
