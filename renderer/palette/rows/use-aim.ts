// Performs what aim.ts decides.
import { useCallback, useEffect, useState } from 'react'
import { select } from '../../app/palette-store.ts'
import { type AimEvent, type Aimed, nextAim, placeOf, restingAim, type Sight } from './aim.ts'
import type { PaletteRow } from './rows.ts'

/** @param sight the same object as long as it says the same. */
export function useAim(sight: Sight, run: (action: Aimed, row: PaletteRow) => void) {
  const [aim, setAim] = useState(restingAim)
  const step = useCallback(
    (event: AimEvent): void => {
      const { aim: next, effects } = nextAim(aim, event, sight)
      setAim(next)
      for (const effect of effects)
        if (effect.type === 'select') select(effect.key)
        else run(effect.action, effect.row)
    },
    [aim, run, sight],
  )
  // oxlint-disable-next-line react/set-state-in-effect -- the rows that a key waits for come from outside
  useEffect(() => step({ type: 'painted' }), [step])

  return { index: placeOf(aim, sight), isWaiting: aim.waiting !== null, step }
}
