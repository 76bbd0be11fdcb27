// `npm run test:long`: proofs that take minutes, one after the other, because each of them uses the whole machine.
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['service/long/**/*.test.ts'],
    testTimeout: 600_000,
    hookTimeout: 60_000,
    pool: 'forks',
    fileParallelism: false,
    globalSetup: './service/store/postgres-setup.ts',
  },
})
