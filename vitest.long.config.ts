// `npm run test:long`: proofs that take minutes, one after the other, because each of them uses the whole machine.
import { globSync, readFileSync } from 'node:fs'
import { defineConfig } from 'vitest/config'

// Other input each day; a failure names its seed.
process.env['SVC_SEED'] ??= String(Math.floor(Date.now() / 86_400_000))

const properties = globSync('{shared,service,electron,renderer}/**/*.test.ts').filter(
  (file) =>
    !file.startsWith('service/test/long/') && readFileSync(file, 'utf8').includes(`from 'fast-check'`),
)

const common = {
  hookTimeout: 60_000,
  pool: 'forks',
  fileParallelism: false,
  globalSetup: './service/db/postgres/setup-testing.ts',
  setupFiles: './scripts/property-seed.ts',
} as const

export default defineConfig({
  test: {
    projects: [
      {
        test: { ...common, name: 'long', include: ['service/test/long/**/*.test.ts'], testTimeout: 600_000 },
      },
      {
        // `npm test` draws the same each time.
        test: { ...common, name: 'properties', include: properties, testTimeout: 120_000 },
      },
      {
        // `npm test` asks SQLite.
        test: {
          ...common,
          name: 'on postgres',
          include: ['service/test/proof/scopes.test.ts', 'service/test/contract/settings*.test.ts'],
          testTimeout: 120_000,
          env: { SVC_TEST_ENGINE: 'postgres' },
        },
      },
      {
        // `npm test` does so with a part of the suite.
        test: {
          ...common,
          name: 'contract (two services on one postgres)',
          include: ['service/test/contract/**/*.test.ts'],
          // What one process says of its own address and its own figures is hidden by the balancer in front of two.
          exclude: ['service/test/contract/{conventions,hostile-requests,metrics}.test.ts'],
          testTimeout: 120_000,
          env: { SVC_TEST_ENGINE: 'postgres', SVC_TEST_SERVICES: '2' },
        },
      },
    ],
  },
})
