// Search progress: a thin line over rows, placeholders before the first rows, the age of the rows, and their count for screen
// readers.
import { useEffect, useState } from 'react'
import { say } from '../../shared/language.ts'
import { ageWords } from '../../shared/dates/format.ts'
import { useDelayed } from '../ui/hooks.ts'
import css from './progress.module.css'
import { freshnessOf, isOffer, type PaletteRow } from '../items/rows.ts'

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

/** Shorter waits keep the words of the previous rows, so that the footer does not flicker with each letter. */
const waitMilliseconds = 400

/** One line for all rows: whether the service just confirmed them, or how old the saved copy is. */
export function Freshness({
  rows,
  pending,
  needed,
  now,
}: {
  rows: readonly PaletteRow[]
  pending: boolean
  /** Whether it stays in a narrow window too, because the service does not answer. */
  needed: boolean
  now: Date
}) {
  const { isLive, seenAt } = freshnessOf(rows) ?? { isLive: false, seenAt: null }
  const words =
    seenAt === null
      ? ''
      : say(isLive ? 'palette.checked' : 'why.kept', { age: ageWords(seenAt, now.getTime()) })
  const [kept, setKept] = useState(words)
  const isLong = useDelayed(pending, waitMilliseconds)
  const isSettled = !pending || isLong
  if (isSettled && kept !== words) setKept(words)
  return <span data-needed={needed && words !== ''}>{isSettled ? words : kept}</span>
}

const pauseMilliseconds = 600

/** Announces the number of rows, or the message for no rows. Polite, and only after a pause in typing. */
export function ResultCount({
  rows,
  instead,
  also,
  settled,
  quiet,
}: {
  rows: readonly PaletteRow[]
  /** The message that is shown if nothing is found. */
  instead: string | null
  /** Said after the count. */
  also: string | null
  settled: boolean
  quiet: boolean
}) {
  const [said, setSaid] = useState('')
  // Offers for "no match" do not count as results.
  const found = rows.filter((row) => !isOffer(row)).length
  const count = found === 0 ? '' : [say('palette.count', { rows: found }), also ?? ''].join(' ').trim()
  const words = instead ?? count
  useEffect(() => {
    const timer = setTimeout(() => setSaid(quiet || !settled ? '' : words), pauseMilliseconds)
    return () => clearTimeout(timer)
  }, [quiet, settled, words])
  return <output className="visually-hidden">{said}</output>
}
