// `npm run test:long`: proofs that take minutes, one after the other, because each of them uses the whole machine.
import { defineConfig } from 'vitest/config'

const common = {
  hookTimeout: 60_000,
  pool: 'forks',
  fileParallelism: false,
  globalSetup: './service/store/postgres/setup.ts',
} as const

export default defineConfig({
  test: {
    projects: [
      {
        test: { ...common, name: 'long', include: ['service/long/**/*.test.ts'], testTimeout: 600_000 },
      },
      {
        // `npm test` asks SQLite.
        test: {
          ...common,
          name: 'proof (postgres)',
          include: ['service/proof/{scopes,tenancy}.test.ts'],
          testTimeout: 120_000,
          env: { SVC_TEST_ENGINE: 'postgres' },
        },
      },
      {
        // `npm test` does so with a part of the suite.
        test: {
          ...common,
          name: 'contract (two services on one postgres)',
          include: ['service/contract/**/*.test.ts'],
          // What one process says of its own address and its own figures is hidden by the balancer in front of two.
          exclude: ['service/contract/{conventions,metrics}.test.ts'],
          testTimeout: 120_000,
          env: { SVC_TEST_ENGINE: 'postgres', SVC_TEST_SERVICES: '2' },
        },
      },
    ],
  },
})
