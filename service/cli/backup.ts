// `svc migrate`, `svc backup`, `svc restore` and `svc reseal`: commands for the database as a whole.
import { statSync } from 'node:fs'
import { missingKeyOf, openSeal } from '../sealing/sealing-keys.ts'
import { resealAll } from '../operator/reseal.ts'
import { restoreBackup, writeBackup } from '../operator/backup.ts'
import { asItIs, migrations } from '../db/migrate.ts'
import { forceOption, pathOption, sealingKeyOption, withStore, type Command } from './command.ts'
import { checkOutput } from '../base/output.ts'
import { writePrivateFile } from '../base/private-file.ts'
import { createProgress } from './progress.ts'

export const backup: Command = {
  name: 'backup',
  operand: '<FILE>',
  summary:
    'Back up the database to a file, also while a service runs on it. Either engine restores it. Secrets stay sealed.',
  options: {
    force: forceOption,
    consistent: {
      help: 'on Citus, let writers wait, so that the backup is of one moment; it is on one server anyway',
    },
  },
  example: 'svc backup ./acme.backup --database file:./workspace.db',
  run(args) {
    const file = args.operand
    checkOutput(file, args)
    const progress = createProgress('rows')
    const input = { at: Date.now(), consistent: args.has('consistent'), passed: progress.passed }
    return withStore(
      args,
      async (store) => {
        const existing = args.has('force') ? 'replace' : 'keep'
        const written = await writePrivateFile(file, existing, (handle) =>
          writeBackup(store, handle, input),
        ).finally(progress.end)
        return { file, bytes: statSync(file).size, ...written }
      },
      // Operators make a backup before the program migrates the database.
      { upTo: asItIs },
    )
  },
}

export const restore: Command = {
  name: 'restore',
  operand: '<FILE>',
  summary:
    'Restore a backup into an empty database, in one transaction. Its secrets need the sealing key of the original.',
  options: {
    'sealing-key-file': {
      value: 'FILE',
      help: 'the keys of the service that was backed up; they are checked',
    },
  },
  example: 'svc restore ./acme.backup --database postgres://localhost/svc',
  async run(args) {
    const file = args.operand
    const seal = openSeal({ file: args.optional('sealing-key-file', pathOption) })
    const progress = createProgress('rows')
    const input = {
      path: file,
      database: args.database,
      known: Object.keys(migrations),
      passed: progress.passed,
    }
    const restored = await restoreBackup(input).finally(progress.end)
    const warning = await withStore(args, (store) => missingKeyOf(store, seal, Date.now()))
    return { file, ...restored, ...(warning !== undefined && { warning }) }
  },
}

export const migrate: Command = {
  name: 'migrate',
  summary: 'Create the database or migrate it to this version, and list the migrations that were applied.',
  options: {},
  example: 'svc migrate --database file:./workspace.db',
  run: (args) => withStore(args, async ({ applied }) => ({ applied }), { missing: 'made' }),
}

export const reseal: Command = {
  name: 'reseal',
  summary:
    'Seal all secrets with the newest sealing key. First add the new key before the old one and restart the service; remove the old one afterwards.',
  options: {
    'sealing-key-file': sealingKeyOption,
  },
  example: 'svc reseal --sealing-key-file ./sealing.key',
  run(args) {
    const seal = openSeal({ file: args.optional('sealing-key-file', pathOption) })
    return withStore(args, (store) => resealAll(store, seal, Date.now()))
  },
}
