// "Try this": what somebody does first in a local workspace, with demo data or without. A row disappears once it was chosen, all
// of them after three days.
import type { FirstStep } from '../../shared/ipc/settings.ts'
import { say } from '../../shared/language.ts'
import { call } from '../state/bridge.ts'
import { showError, goTo, setQuery, usePaletteStore } from '../state/store.ts'
import { useSession, useSettings } from '../state/queries.ts'

const days = 3
const withDemoData: readonly FirstStep[] = ['find', 'capture', 'brief']
const withoutData: readonly FirstStep[] = ['calendar', 'import']
const none: readonly FirstStep[] = []

/** Offers the rows; those that name demo data only where it is. Call before the workspace is created. */
export const offerFirstSteps = async (hasDemoData: boolean): Promise<void> => {
  const firstSteps = {
    left: [...(hasDemoData ? withDemoData : withoutData)],
    until: Date.now() + days * 86_400_000,
  }
  await call('settings.set', { firstSteps })
}

export const useFirstSteps = (): readonly FirstStep[] => {
  const now = usePaletteStore((state) => state.summonedAt)
  const steps = useSettings().data?.settings.firstSteps
  const session = useSession().data
  const isLocal = session?.kind === 'signedIn' && session.account.kind === 'local'
  return steps !== undefined && isLocal && now < steps.until ? steps.left : none
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

/** Does what the row says, and removes it. Those of the calendar and of an import stay until it is done. */
export const takeFirstStep = (step: FirstStep): void => {
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
  }
  endFirstStep(step)
}
