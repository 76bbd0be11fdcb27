import { defineConfig } from 'vitest/config'

const common = {
  // Scrypt and databases work in parallel suites: two cores are slow, not broken.
  testTimeout: 60_000,
  hookTimeout: 60_000,
  pool: 'forks',
  // Finds the one PostgreSQL of the run, and starts it where nobody has yet.
  globalSetup: './service/store/postgres-setup.ts',
} as const

const contract = ['service/contract/**/*.test.ts']

/** What two services on one database must agree on, request by request; `npm run test:long` asks them everything. */
const agreedOn = [
  'keys',
  'rate-limit',
  'records',
  'record-changes',
  'record-batch',
  'task-changes',
  'launcher-task-changes',
  'idempotency',
].map((name) => `service/contract/${name}.test.ts`)

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          ...common,
          name: 'unit',
          include: ['{shared,service,electron,renderer,e2e}/**/*.test.ts'],
          // What takes minutes runs by `npm run test:long`.
          exclude: [...contract, 'service/long/**'],
        },
      },
      { test: { ...common, name: 'contract (sqlite)', include: contract } },
      {
        test: {
          ...common,
          name: 'contract (postgres)',
          include: contract,
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
    ],
  },
})
