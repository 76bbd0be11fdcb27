// `svc import`: what `svc export` wrote, in this database.
import { access, constants, stat } from 'node:fs/promises'
import { operatorError } from '../operator/error.ts'
import { asFileError } from '../operator/file-error.ts'
import { importWorkspace, textLines } from '../transfer/import-workspace.ts'
import { bulkLoad } from './progress.ts'
import { slugOption, withStore, type Command } from './command.ts'

/** Not opened for it, because a pipe is read once. */
async function checkReadable(file: string): Promise<void> {
  try {
    await access(file, constants.R_OK)
    if ((await stat(file)).isDirectory()) throw operatorError('invalid_file', `${file} is a directory.`)
  } catch (error) {
    throw asFileError(error, file)
  }
}

export const importCommand: Command = {
  name: 'import',
  operand: '<FILE>',
  summary:
    'Bring an exported workspace into this database, whole or not at all. Rows of a CSV file: svc import csv.',
  options: {
    workspace: { value: 'SLUG', help: 'what it is to be called here' },
    'new-ids': { help: 'give the records new ids: for a copy in the database that holds the original' },
  },
  example: 'svc import acme.ndjson --workspace acme --database postgres://localhost/svc',
  async run(args) {
    const file = args.operand
    const slug = args.required('workspace', slugOption)
    const recordIds = args.has('new-ids') ? 'new' : 'kept'
    // Before a database is made for it.
    await checkReadable(file)
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
