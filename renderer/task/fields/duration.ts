// How long something takes, as people write it.

const most = 525_600
const perUnit = { h: 60, m: 1 } as const
const part =
  /(\d+(?:[.,]\d+)?)\s*(hours|hour|hrs|hr|h|stunden?|std\.?|minuten|minutes|minute|mins|min\.?|m)?\s*/giy

/** "30m", "1h 30m", "1.5h", "90" → whole minutes from 1 to 525,600 (LCH-01), or null. */
export function parseDuration(text: string): number | null {
  const written = text.trim()
  if (written === '') return null
  let minutes = 0
  let at = 0
  let previous: 'h' | 'm' | null = null
  while (at < written.length) {
    part.lastIndex = at
    const found = part.exec(written)
    if (found === null) return null
    const named = found[2]?.charAt(0).toLowerCase().replace('s', 'h')
    // "1h 30" means 1h 30m; two bare numbers mean nothing.
    const unit: 'h' | 'm' = named === 'h' ? 'h' : 'm'
    if (previous === unit || previous === 'm') return null
    minutes += Number((found[1] ?? '').replace(',', '.')) * perUnit[unit]
    previous = unit
    at = part.lastIndex
  }
  const whole = Math.round(minutes)
  return whole >= 1 && whole <= most ? whole : null
}
