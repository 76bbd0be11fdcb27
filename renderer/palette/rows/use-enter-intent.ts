// Performs what enter-intent.ts decides.
import { useCallback, useEffect, useState } from 'react'
import { select } from '../../app/palette-store.ts'
import {
  type IntentEvent,
  type EnterAction,
  nextIntent,
  placeOf,
  noIntent,
  type Sight,
} from './enter-intent.ts'
import type { PaletteRow } from './rows.ts'

/** @param sight the same object as long as it says the same. */
export function useEnterIntent(sight: Sight, run: (action: EnterAction, row: PaletteRow) => void) {
  const [intent, setIntent] = useState(noIntent)
  const step = useCallback(
    (event: IntentEvent): void => {
      const { intent: next, effects } = nextIntent(intent, event, sight)
      setIntent(next)
      for (const effect of effects)
        if (effect.type === 'select') select(effect.key)
        else run(effect.action, effect.row)
    },
    [intent, run, sight],
  )
  // oxlint-disable-next-line react/set-state-in-effect -- the rows that a key waits for come from outside
  useEffect(() => step({ type: 'painted' }), [step])

  return { index: placeOf(intent, sight), isWaiting: intent.waiting !== null, step }
}
