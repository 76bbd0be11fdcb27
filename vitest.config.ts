import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['{shared,service,electron,renderer,e2e/stand-in}/**/*.test.ts'],
    // Scrypt and SQLite work in parallel suites: two cores are slow, not broken.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    pool: 'forks',
  },
})
