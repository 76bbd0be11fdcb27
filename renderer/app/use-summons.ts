// Handles the window's events: shown, painted, hidden.
import { useEffect } from 'react'
import { flushSync } from 'react-dom'
import type { EventValue } from '../../shared/ipc/contract.ts'
import type { Typed } from '../../shared/ipc/launcher.ts'
import { call, on } from '../state/bridge.ts'
import { preloadWhenIdle } from './screens.ts'
import { isScope } from '../state/query.ts'
import { open } from './open-links.ts'
import { resetView, showMeeting, showView, setQuery, usePaletteStore } from '../state/store.ts'

/** Reports two frames later, when the view is on screen. The main process measures the summon with it. */
const reportPaint = (summon: number): void => {
  requestAnimationFrame(() =>
    requestAnimationFrame(() => {
      // A lost measurement is not an error.
      call('view.painted', { summon }).catch(() => undefined)
      preloadWhenIdle()
    }),
  )
}

const typedDebounceMs = 50

const resume = ({ query, scope }: Typed): void =>
  setQuery(query, scope !== null && isScope(scope) ? scope : null)

export function useSummons(): void {
  useEffect(() => {
    const show = ({ view, summon }: EventValue<'view.shown'>): void => {
      // Synchronously, so that the field has the focus before the first key.
      flushSync(() => showView(view, summon))
      reportPaint(summon)
    }
    const stops = [
      on('view.shown', show),
      on('view.hidden', () => flushSync(resetView)),
      on('opening.shown', open),
      on('meeting.shown', (meeting) => flushSync(() => showMeeting(meeting))),
    ]
    call('view.ready').then(
      (shown) => {
        if (shown === null) {
          preloadWhenIdle()
          return
        }
        show(shown)
        if (shown.opening !== null) return open(shown.opening)
        // After a crash, restore the text of the previous page.
        if (shown.typed !== null && usePaletteStore.getState().query === '') resume(shown.typed)
      },
      () => undefined,
    )
    // Saves the typed text for recovery after a crash. Debounced.
    let timer: ReturnType<typeof setTimeout> | undefined
    stops.push(
      usePaletteStore.subscribe(({ query, scope, shown }, before) => {
        if (query === before.query && scope === before.scope) return
        clearTimeout(timer)
        // A hide empties the field, and the main process has forgotten its text.
        if (!shown) return
        timer = setTimeout(() => {
          const { summon } = usePaletteStore.getState()
          call('view.typed', { query, scope, summon }).catch(() => undefined)
        }, typedDebounceMs)
      }),
      () => clearTimeout(timer),
    )
    return () => stops.forEach((stop) => stop())
  }, [])
}
