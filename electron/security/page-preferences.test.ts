import { expect, test } from 'vitest'
import { pagePreferences } from './page-preferences.ts'

test.each([
  ['a packaged app', true, false],
  ['a checkout', false, true],
])('APP-09 W9 in %s, whether DevTools open is %j → %j', (_name, isPackaged, devTools) => {
  expect(pagePreferences({ preload: '/preload.cjs', isPackaged }).devTools).toBe(devTools)
})
