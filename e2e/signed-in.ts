// For specs that begin where sign-in ends: the app, signed in to the demo workspace as its owner.
import { type Launched, test as base } from './fixtures.ts'
import { signIn } from './steps.ts'

export const test = base.extend<{ signedIn: Launched }>({
  signedIn: async ({ service, launch, browser }, use) => {
    const launched = await launch()
    await signIn(launched, service, browser)
    await use(launched)
  },
})

export { expect } from '@playwright/test'
