// Follows the window: shown, painted, hidden.
import { useEffect } from 'react'
import { flushSync } from 'react-dom'
import type { EventValue } from '../shared/contract.ts'
import { call, on } from './bridge.ts'
import { resetView, showView } from './palette-store.ts'

/** Two frames later what was rendered is on the screen; the main process measures the summon by it. */
const reportPaint = (summon: number): void => {
  requestAnimationFrame(() =>
    requestAnimationFrame(() => {
      // Only a measurement: that it was not taken needs no words.
      call('view.painted', { summon }).catch(() => undefined)
    }),
  )
}

export function useSummons(): void {
  useEffect(() => {
    const show = ({ view, summon }: EventValue<'view.shown'>): void => {
      // In this task, not in a later one: the field has the focus before the first key arrives.
      flushSync(() => showView(view, summon))
      reportPaint(summon)
    }
    const stops = [on('view.shown', show), on('view.hidden', () => flushSync(resetView))]
    call('view.ready').then(
      (shown) => (shown === null ? undefined : show(shown)),
      () => undefined,
    )
    return () => stops.forEach((stop) => stop())
  }, [])
}
