// Says how many rows there are, politely, and only when typing has paused.
import { useEffect, useState } from 'react'

const pauseMilliseconds = 600

const words = (rows: number): string =>
  rows === 0 ? 'No results' : rows === 1 ? '1 result' : `${rows} results`

export function ResultCount({ rows, settled, quiet }: { rows: number; settled: boolean; quiet: boolean }) {
  const [said, setSaid] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setSaid(quiet || !settled ? '' : words(rows)), pauseMilliseconds)
    return () => clearTimeout(timer)
  }, [quiet, rows, settled])
  return <output className="visually-hidden">{said}</output>
}
