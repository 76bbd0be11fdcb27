import { dirname } from 'node:path'
import { defineConfig } from 'playwright/test'
import { chooseRuntime } from './scripts/electron-runtime.ts'

const runtime = chooseRuntime()
// Playwright resolves the `electron` package in this process; the package's own switch names another executable.
if (runtime.kind === 'stand-in') {
  process.env['ELECTRON_OVERRIDE_DIST_PATH'] = runtime.distPath
  // Workers read this file too: one attempt to get the binary is enough.
  process.env['SVC_LAUNCHER_RUNTIME'] = 'stand-in'
} else if (process.env['SVC_LAUNCHER_RUNTIME']) {
  process.env['ELECTRON_OVERRIDE_DIST_PATH'] = dirname(runtime.executable)
}
process.env['E2E_RUNTIME'] =
  runtime.kind === 'electron'
    ? `Electron ${runtime.version} at ${runtime.executable}`
    : 'the stand-in (Node and Chromium)'

export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.spec.ts',
  outputDir: 'test-results',
  globalSetup: './e2e/announce-runtime.ts',
  // One desktop has one focus, one pointer and one keyboard. The stand-in has none: specs also wait, and on two cores three
  // workers take three quarters of the time of two.
  workers: runtime.kind === 'stand-in' ? 3 : 1,
  timeout: 120_000,
  expect: { timeout: 15_000, toPass: { intervals: [50] } },
  forbidOnly: process.env['CI'] !== undefined,
  // A gate on a shared machine: what needed a second try is printed as flaky.
  retries: process.env['CI'] === undefined ? 0 : 2,
  reporter: process.env['PLAYWRIGHT_JSON_OUTPUT_NAME'] === undefined ? [['list']] : [['list'], ['json']],
  use: { screenshot: 'only-on-failure' },
  projects: [
    {
      name: 'app',
      testIgnore: ['**/screenshots*.spec.ts'],
      ...(runtime.kind === 'stand-in' ? { grepInvert: /@real-binary/ } : {}),
    },
    { name: 'screenshots', testMatch: ['**/screenshots*.spec.ts'], workers: 1 },
  ],
})
