// Says how many rows there are, politely, and only when typing has paused.
import { useEffect, useState } from 'react'
import { say } from '../../shared/language.ts'

const pauseMilliseconds = 600

export function ResultCount({ rows, settled, quiet }: { rows: number; settled: boolean; quiet: boolean }) {
  const [said, setSaid] = useState('')
  useEffect(() => {
    const timer = setTimeout(
      () => setSaid(quiet || !settled ? '' : say('palette.count', { rows })),
      pauseMilliseconds,
    )
    return () => clearTimeout(timer)
  }, [quiet, rows, settled])
  return <output className="visually-hidden">{said}</output>
}
