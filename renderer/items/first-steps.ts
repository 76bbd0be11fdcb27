// "Try this": what somebody does first in a local workspace, with demo data or without. A row disappears once it was chosen, all
// of them after three days.
import type { ObjectSummary } from '../../shared/api/launcher/search.ts'
import type { FirstStep } from '../../shared/ipc/settings.ts'
import { useMemo } from 'react'
import { say } from '../../shared/language.ts'
import { call } from '../state/bridge.ts'
import { showError, goTo, setQuery, usePaletteStore } from '../state/store.ts'
import { useSession, useSettings } from '../state/queries.ts'
import { isPeople, writable } from './record-offers.ts'

const days = 3
const withDemoData: readonly FirstStep[] = ['find', 'capture', 'brief']
const withoutData: readonly FirstStep[] = ['calendar', 'import', 'person']
const none: readonly FirstStep[] = []

/** Offers the rows; those that name demo data only where it is. Call before the workspace is created. */
export const offerFirstSteps = async (hasDemoData: boolean): Promise<void> => {
  const firstSteps = {
    left: [...(hasDemoData ? withDemoData : withoutData)],
    until: Date.now() + days * 86_400_000,
  }
  await call('settings.set', { firstSteps })
}

/** Whose record the row of a new person makes; undefined where that cannot be made. */
const personObject = (objects: readonly ObjectSummary[]): ObjectSummary | undefined =>
  writable(objects).find(isPeople)

/** @param objects those of the workspace */
export const useFirstSteps = (objects: readonly ObjectSummary[]): readonly FirstStep[] => {
  const now = usePaletteStore((state) => state.summonedAt)
  const steps = useSettings().data?.settings.firstSteps
  const session = useSession().data
  const isLocal = session?.kind === 'signedIn' && session.account.kind === 'local'
  const left = steps !== undefined && isLocal && now < steps.until ? steps.left : none
  return useMemo(
    () => left.filter((step) => step !== 'person' || personObject(objects) !== undefined),
    [left, objects],
  )
}

/** Removes the row of a step. */
export const endFirstStep = (step: FirstStep): void => {
  call('settings.get')
    .then(({ settings: { firstSteps } }) => {
      const left = firstSteps.left.filter((one) => one !== step)
      if (left.length < firstSteps.left.length)
        return call('settings.set', { firstSteps: { ...firstSteps, left } })
    })
    .catch(showError)
}

/** Does what the row says, and removes it. Those without demo data stay until there is one of them. */
export const takeFirstStep = (step: FirstStep, objects: readonly ObjectSummary[]): void => {
  switch (step) {
    case 'find':
      setQuery(say('firstStep.find.text'))
      break
    case 'capture':
      goTo({ kind: 'capture', text: say('firstStep.capture.text') })
      break
    case 'brief':
      goTo({ kind: 'brief' })
      break
    case 'calendar':
      return goTo({ kind: 'addCalendar' })
    case 'import':
      return goTo({ kind: 'import' })
    case 'person': {
      const object = personObject(objects)
      return object && goTo({ kind: 'newRecord', start: { objectSlug: object.slug } })
    }
  }
  endFirstStep(step)
}
