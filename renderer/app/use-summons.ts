// Follows the window: shown, painted, hidden.
import { useEffect } from 'react'
import { flushSync } from 'react-dom'
import type { EventValue } from '../../shared/ipc/contract.ts'
import type { Typed } from '../../shared/ipc/launcher.ts'
import { call, on } from './bridge.ts'
import { preloadWhenIdle } from './lazy-parts.ts'
import { isScope } from '../palette/search/scope.ts'
import { resetView, showView, type, usePaletteStore } from './palette-store.ts'

/** Two frames later what was rendered is on the screen; the main process measures the summon by it. */
const reportPaint = (summon: number): void => {
  requestAnimationFrame(() =>
    requestAnimationFrame(() => {
      // Only a measurement: that it was not taken needs no words.
      call('view.painted', { summon }).catch(() => undefined)
      preloadWhenIdle()
    }),
  )
}

const typedPauseMilliseconds = 50

const resume = ({ query, scope }: Typed): void => type(query, scope !== null && isScope(scope) ? scope : null)

export function useSummons(): void {
  useEffect(() => {
    const show = ({ view, summon }: EventValue<'view.shown'>): void => {
      // In this task, not in a later one: the field has the focus before the first key arrives.
      flushSync(() => showView(view, summon))
      reportPaint(summon)
    }
    const stops = [on('view.shown', show), on('view.hidden', () => flushSync(resetView))]
    call('view.ready').then(
      (shown) => {
        if (shown === null) {
          preloadWhenIdle()
          return
        }
        show(shown)
        // The page before this one died: what was typed in it goes on.
        if (shown.typed !== null && usePaletteStore.getState().query === '') resume(shown.typed)
      },
      () => undefined,
    )
    // For the page that may have to go on from here; not for each letter, and not in its frame.
    let timer: ReturnType<typeof setTimeout> | undefined
    stops.push(
      usePaletteStore.subscribe(({ query, scope, shown }, before) => {
        if (!shown || (query === before.query && scope === before.scope)) return
        clearTimeout(timer)
        timer = setTimeout(() => {
          call('view.typed', { query, scope }).catch(() => undefined)
        }, typedPauseMilliseconds)
      }),
      () => clearTimeout(timer),
    )
    return () => stops.forEach((stop) => stop())
  }, [])
}
