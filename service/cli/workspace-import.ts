// `svc workspace import`: objects, fields, statuses and sections from a file.
import { readFile } from 'node:fs/promises'
import { operatorError } from '../operator/error.ts'
import { asFileError } from '../operator/file-error.ts'
import { allApplied } from '../db/migrate.ts'
import { importSchema } from '../import/import-schema.ts'
import { readSchemaFile } from '../import/schema-file.ts'
import { slugOption, withStore, type Command } from './command.ts'

async function textOf(file: string): Promise<string> {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(await readFile(file))
  } catch (error) {
    throw asFileError(error, file)
  }
}

export const workspaceImport: Command = {
  name: 'workspace import',
  operand: '<FILE>',
  summary:
    'Create or update a workspace from a file: objects, fields, statuses, sections. Nothing is removed.',
  options: {
    workspace: { value: 'SLUG', help: 'the workspace (default: the one that the file names)' },
    'dry-run': { help: 'report what would happen, and change nothing' },
  },
  example: 'svc workspace import schema.json --workspace acme --dry-run',
  async run(args) {
    const file = args.operand
    const slug = args.optional('workspace', slugOption)
    const isDry = args.has('dry-run')
    const text = await textOf(file)
    const read = readSchemaFile(text)
    if (!read.ok)
      throw operatorError(
        'invalid_file',
        `${file} has ${read.faults.length === 1 ? 'one fault' : `${read.faults.length} faults`}.`,
        read.faults,
      )
    const mode = isDry ? 'dry run' : 'write'
    const input = { slug, schema: read.schema, mode, at: Date.now() } as const
    const answer = await withStore(
      args,
      (store) => importSchema(store, input),
      isDry ? { missing: 'in memory', upTo: allApplied } : { missing: 'made' },
    )
    return { dryRun: isDry, ...answer }
  },
}
