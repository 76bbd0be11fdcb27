// Earlier queries, one further back at each press of ↑ on the first row.
import { useCallback, useState } from 'react'
import { type, usePaletteStore } from '../palette-store.ts'

export function useRecall() {
  const history = usePaletteStore((state) => state.history)
  const [place, setPlace] = useState(-1)
  return {
    /** Which earlier query is in the field, from 1 for the newest; 0 for none. */
    recalled: place + 1,
    count: history.length,
    recall: useCallback((): void => {
      const past = history[place + 1]
      if (past === undefined) return
      setPlace(place + 1)
      type(past.query, past.scope)
    }, [history, place]),
    /** Something else is typed: the next ↑ begins with the newest again. */
    forgetPlace: useCallback(() => setPlace(-1), []),
  }
}
