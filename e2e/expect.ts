// Playwright's `expect`, which polls more often.
import { expect as original } from 'playwright/test'

const poll: typeof original.poll = (ask, options) =>
  // Playwright's own steps grow to a second. With hundreds of tests that is minutes.
  original.poll(ask, {
    intervals: [50, 100, 200],
    ...(typeof options === 'string' ? { message: options } : options),
  })

export const expect: typeof original = new Proxy(original, {
  get: (target, name, receiver): unknown => (name === 'poll' ? poll : Reflect.get(target, name, receiver)),
})
