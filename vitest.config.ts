import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

// What Node compiles once serves the workers and every `svc` that a test starts.
process.env['NODE_COMPILE_CACHE'] ??= fileURLToPath(new URL('node_modules/.cache/node', import.meta.url))

const common = {
  // Scrypt and databases work in parallel suites: two cores are slow, not broken.
  testTimeout: 60_000,
  hookTimeout: 60_000,
  // The same holds for what is waited for; the default is one second.
  expect: { poll: { timeout: 30_000 } },
  // A gate on a shared machine, as in playwright.config.ts: what needed a second try is printed as flaky.
  retry: process.env['CI'] === undefined ? 0 : 1,
  pool: 'forks',
  // Files share the modules of their worker, and nothing else: each has services, databases and folders of its own.
  isolate: false,
  // Finds the one PostgreSQL of the run, and starts it where nobody has yet.
  globalSetup: './service/db/postgres/setup-testing.ts',
  setupFiles: './scripts/property-seed.ts',
} as const

const contract = ['service/test/contract/**/*.test.ts']

/**
 * What two services tell each other by their database: counts, locks, answers that are kept, news. `npm run test:long` asks them
 * everything.
 */
const agreedOn = [
  'keys',
  'rate-limit',
  'sign-in-limits',
  'idempotency',
  'recurring-tasks',
  'timers',
  'notifications',
  'changes',
  'changes-followed',
].map((name) => `service/test/contract/${name}.test.ts`)

/** Pages over stores that other suites ask on both engines. `npm run test:long` asks them on PostgreSQL too. */
const settingsPages = 'service/test/contract/settings*.test.ts'

/** Where a cluster is there. */
const onCitus = [
  { test: { ...common, name: 'contract (citus)', include: contract, env: { SVC_TEST_ENGINE: 'citus' } } },
  {
    test: {
      ...common,
      name: 'contract (two services on citus)',
      include: agreedOn,
      env: { SVC_TEST_ENGINE: 'citus', SVC_TEST_SERVICES: '2' },
    },
  },
]

export default defineConfig({
  test: {
    // One more than cores: half of the suite waits for a database, a browser or a process.
    maxWorkers: availableParallelism() + 1,
    projects: [
      {
        test: {
          ...common,
          name: 'unit',
          include: ['{shared,service,electron,renderer,e2e,scripts,bench}/**/*.test.ts'],
          // What takes minutes runs by `npm run test:long`.
          exclude: [...contract, 'service/test/long/**'],
        },
      },
      { test: { ...common, name: 'contract (sqlite)', include: contract } },
      {
        test: {
          ...common,
          name: 'contract (postgres)',
          include: contract,
          exclude: [settingsPages],
          env: { SVC_TEST_ENGINE: 'postgres' },
        },
      },
      {
        test: {
          ...common,
          name: 'contract (two services on one postgres)',
          include: agreedOn,
          env: { SVC_TEST_ENGINE: 'postgres', SVC_TEST_SERVICES: '2' },
        },
      },
      ...(process.env['SVC_CITUS_URL'] === undefined ? [] : onCitus),
    ],
  },
})
