// `svc migrate`: the migration that every command that writes also applies.
import { withStore, type Command } from './command.ts'

export const migrate: Command = {
  name: 'migrate',
  summary: 'Create the database or migrate it to this version, and list the migrations that were applied.',
  options: {},
  example: 'svc migrate --database file:./workspace.db',
  run: (args) => withStore(args, async ({ applied }) => ({ applied }), { missing: 'made' }),
}
