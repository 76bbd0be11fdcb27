// `svc migrate`: what every command that writes does on opening, for those who want to see it happen.
import { withStore, type Command } from './command.ts'

export const migrate: Command = {
  name: 'migrate',
  summary: 'Create the database or bring it to this version, and say which steps were applied.',
  options: {},
  example: 'svc migrate --database file:./workspace.db',
  run: (args) => withStore(args, async ({ applied }) => ({ applied }), { missing: 'made' }),
}
