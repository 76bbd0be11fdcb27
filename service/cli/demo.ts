// `svc demo`: three workspaces with demo data.
import { defaultHost, defaultPort } from '../base/config.ts'
import { usualSize } from '../demo/fill.ts'
import { loadDemo } from '../demo/load.ts'
import { bulkLoad } from './progress.ts'
import { wholeNumber, withStore, type Command } from './command.ts'

const count = wholeNumber(0, 1_000_000)

export const demo: Command = {
  name: 'demo',
  summary:
    'Load demo data: acme (Pro), globex (Pro) and initech (free). Existing demo workspaces are not changed. The settings are at the printed address while `svc serve` runs.',
  options: {
    records: { value: 'N', help: `records in acme (default ${usualSize.records})` },
    tasks: { value: 'N', help: `tasks in acme (default ${usualSize.tasks})` },
    meetings: { value: 'N', help: `meetings in acme (default ${usualSize.meetings})` },
  },
  example: 'svc demo --database file:./demo.db',
  run(args) {
    const size = {
      records: args.optional('records', count) ?? usualSize.records,
      tasks: args.optional('tasks', count) ?? usualSize.tasks,
      meetings: args.optional('meetings', count) ?? usualSize.meetings,
    }
    return withStore(
      args,
      async (store) => {
        const loaded = await bulkLoad(store, 'records, tasks and meetings', (passed) =>
          loadDemo(store, size, Date.now(), { passed }),
        )
        return { ...loaded, settingsUrl: `http://${defaultHost}:${defaultPort}/settings` }
      },
      { missing: 'made' },
    )
  },
}
