// Recalls earlier queries: ↑ on the first row goes one back, ↓ one forward to the typed text.
import { useCallback, useState } from 'react'
import { type PastQuery, type, usePaletteStore } from '../state/store.ts'

const inField = ({ query, scope }: PastQuery): boolean => {
  const now = usePaletteStore.getState()
  return now.query === query && now.scope === scope
}

export function useRecall() {
  const history = usePaletteStore((state) => state.history)
  const [place, setPlace] = useState(-1)
  /** The text of the field before the first ↑. */
  const [typed, setTyped] = useState<PastQuery | null>(null)
  return {
    /** The number of the recalled query, 1 for the newest; 0 if none is recalled. */
    recalled: place + 1,
    count: history.length,
    /** Goes one query back. */
    recall: useCallback((): void => {
      const past = history[place + 1]
      if (past === undefined) return
      if (place < 0) {
        const { query, scope } = usePaletteStore.getState()
        setTyped({ query, scope })
      }
      setPlace(place + 1)
      type(past.query, past.scope)
    }, [history, place]),
    /** Goes one query forward. Returns false if no query is recalled, so that ↓ moves to the rows. */
    goForward: useCallback((): boolean => {
      const past = history[place]
      if (past === undefined || !inField(past) || typed === null || typed.query === '') return false
      const next = history[place - 1] ?? typed
      setPlace(place - 1)
      type(next.query, next.scope)
      return true
    }, [history, place, typed]),
    /** Resets the position after typing, so that the next ↑ starts with the newest query. */
    forgetPlace: useCallback(() => {
      // React may render once more for a state that is the same.
      if (place !== -1) setPlace(-1)
    }, [place]),
  }
}
