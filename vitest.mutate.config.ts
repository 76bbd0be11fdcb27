// The files that `npm run mutate` changes, and the tests that must notice. These run in the thread of the changed code:
// a mutant is not seen by other processes and workers.
import { defineConfig } from 'vitest/config'

/** `files`: paths. `tests`: patterns. */
type Group = { files: readonly string[]; tests: readonly string[] }

export const groups: Readonly<Record<string, Group>> = {
  rules: {
    files: [
      'service/tasks/tasks.rules.ts',
      'service/tasks/visibility.rules.ts',
      'service/search/search-words.rules.ts',
      'service/search/inside.rules.ts',
      'shared/whole-days.ts',
      'shared/recurrence.ts',
    ],
    tests: ['service/{tasks,search}/*.rules.test.ts', 'shared/{whole-days,recurrence}.test.ts'],
  },
  outbox: {
    files: [
      'electron/workspace/outbox/state-machine.ts',
      'electron/workspace/outbox/schedule.ts',
      'electron/workspace/outbox/undo.ts',
    ],
    tests: [
      'electron/workspace/outbox/{*-states,state-machine,invariants,schedule,new-records,undo}.test.ts',
    ],
  },
  merge: {
    files: ['electron/workspace/outbox/rebase.ts'],
    tests: ['electron/workspace/outbox/{rebase,record-states,new-records}.test.ts'],
  },
  capture: {
    files: [
      'shared/capture/parse.ts',
      'shared/capture/manual.ts',
      'shared/capture/whole-names.ts',
      'shared/capture/start-words.ts',
    ],
    tests: ['shared/capture/*.test.ts'],
  },
  calendars: {
    files: [
      'service/calendars/reading/rules.ts',
      'service/calendars/reading/times.ts',
      'service/calendars/reading/copies.ts',
    ],
    tests: ['service/calendars/reading/*.test.ts'],
  },
}

const named = process.env['SVC_MUTATE']

export default defineConfig({
  test: {
    include: Object.entries(groups).flatMap(([name, { tests }]) =>
      named === undefined || named === name ? tests : [],
    ),
    testTimeout: 60_000,
    // One worker a mutant, for all files.
    isolate: false,
    setupFiles: './scripts/property-seed.ts',
  },
})
