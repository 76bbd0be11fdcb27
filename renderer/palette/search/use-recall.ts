// Earlier queries, one further back at each press of ↑ on the first row; ↓ leads forward again to what was typed.
import { useCallback, useState } from 'react'
import { type PastQuery, type, usePaletteStore } from '../../app/palette-store.ts'

const inField = ({ query, scope }: PastQuery): boolean => {
  const now = usePaletteStore.getState()
  return now.query === query && now.scope === scope
}

export function useRecall() {
  const history = usePaletteStore((state) => state.history)
  const [place, setPlace] = useState(-1)
  /** What stood in the field before the first ↑. */
  const [typed, setTyped] = useState<PastQuery | null>(null)
  return {
    /** Which earlier query is in the field, from 1 for the newest; 0 for none. */
    recalled: place + 1,
    count: history.length,
    /** One further back. */
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
    /** One forward, or false where ↓ goes into the rows: nothing that was typed is to be had back. */
    goForward: useCallback((): boolean => {
      const past = history[place]
      if (past === undefined || !inField(past) || typed === null || typed.query === '') return false
      const next = history[place - 1] ?? typed
      setPlace(place - 1)
      type(next.query, next.scope)
      return true
    }, [history, place, typed]),
    /** Something else is typed: the next ↑ begins with the newest again. */
    forgetPlace: useCallback(() => setPlace(-1), []),
  }
}
