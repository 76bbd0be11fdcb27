// `svc import`: imports the output of `svc export`.
import { access, constants, stat } from 'node:fs/promises'
import { operatorError } from '../operator/error.ts'
import { asFileError } from '../operator/file-error.ts'
import { importWorkspace } from '../import/import-workspace.ts'
import { textLines } from '../import/text-lines.ts'
import { bulkLoad } from './progress.ts'
import { slugOption, withStore, type Command } from './command.ts'

/** Does not open the file, because a pipe can be read once. */
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
  summary: 'Import an exported workspace, in one transaction. For a CSV file: svc import csv.',
  options: {
    workspace: { value: 'SLUG', help: 'its slug in this database' },
  },
  example: 'svc import acme.ndjson --workspace acme --database postgres://localhost/svc',
  async run(args) {
    const file = args.operand
    const slug = args.required('workspace', slugOption)
    // Before a database is created.
    await checkReadable(file)
    return withStore(
      args,
      async (store) => {
        const input = { slug, lines: () => textLines(file) }
        const { workspace, ...rest } = await bulkLoad(store, 'lines', (passed) =>
          importWorkspace(store, { ...input, passed }),
        )
        return { workspace: { id: workspace.id, slug: workspace.slug }, ...rest }
      },
      { missing: 'made' },
    )
  },
}
