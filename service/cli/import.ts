// `svc import`: what `svc export` wrote, in this database.
import { importWorkspace } from '../transfer/import-workspace.ts'
import { textLines } from '../transfer/text-lines.ts'
import { bulkLoad } from './bulk-load.ts'
import { requiredOperand, slugOption, withStore, type Command } from './command.ts'

export const importCommand: Command = {
  name: 'import',
  operand: 'FILE',
  summary:
    'Bring an exported workspace into this database, whole or not at all: a new one, or one that is empty.',
  options: {
    workspace: { value: 'SLUG', help: 'what it is to be called here' },
    'new-ids': { help: 'give the records new ids: for a copy in the database that holds the original' },
  },
  example: 'svc import acme.ndjson --workspace acme --database postgres://localhost/svc',
  run(args) {
    const file = requiredOperand(this, args)
    const slug = args.required('workspace', slugOption)
    const recordIds = args.has('new-ids') ? 'new' : 'kept'
    return withStore(
      args,
      async (store) => {
        const input = { slug, lines: () => textLines(file), recordIds } as const
        const { workspace, ...rest } = await bulkLoad(store, 'lines', (passed) =>
          importWorkspace(store, { ...input, passed }),
        )
        return { workspace: { id: workspace.id, slug: workspace.slug }, ...rest }
      },
      { missing: 'made' },
    )
  },
}
