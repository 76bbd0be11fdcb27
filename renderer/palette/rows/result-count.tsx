// Says how many rows there are, or what is shown where nothing is found: politely, and only when typing has paused.
import { useEffect, useState } from 'react'
import { say } from '../../../shared/language.ts'
import { isOffer, type PaletteRow } from './rows.ts'

const pauseMilliseconds = 600

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
  // What is offered where nothing matches is no result.
  const found = rows.filter((row) => !isOffer(row)).length
  const words = instead ?? (found === 0 ? '' : say('palette.count', { rows: found }))
  useEffect(() => {
    const timer = setTimeout(() => setSaid(quiet || !settled ? '' : words), pauseMilliseconds)
    return () => clearTimeout(timer)
  }, [quiet, settled, words])
  return <output className="visually-hidden">{said}</output>
}
