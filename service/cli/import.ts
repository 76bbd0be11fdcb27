// `svc export`, `svc import` and `svc import csv`.
import { access, constants, stat } from 'node:fs/promises'
import { z } from 'zod'
import { operatorError, valueOf } from '../operator/error.ts'
import { refusalOfAddress } from '../operator/members.ts'
import { asFileError } from '../operator/file-error.ts'
import { importWorkspace } from '../import/import-workspace.ts'
import { textLines } from '../import/text-lines.ts'
import { exportWorkspace } from '../import/export-workspace.ts'
import { importCsv, type RowFault } from '../import/import-csv.ts'
import {
  emailOption,
  forceOption,
  pathOption,
  slugOption,
  withStore,
  withUnchangedStore,
  workspaceOption,
  type Command,
} from './command.ts'
import { checkOutput, writingTo } from './output.ts'
import { bulkLoad, createProgress } from './progress.ts'

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
  summary:
    'Import an exported workspace, in one transaction: nobody else writes to a SQLite file meanwhile. For a CSV file: svc import csv.',
  options: {
    workspace: { value: 'SLUG', help: 'its slug in this database' },
    'as-owner': { value: 'EMAIL', help: 'whom the owner of an exported local workspace becomes' },
  },
  example: 'svc import acme.ndjson --workspace acme --database postgres://localhost/svc',
  async run(args) {
    const file = args.operand
    const slug = args.required('workspace', slugOption)
    const asOwner = args.optional('as-owner', emailOption)
    const refusal = asOwner === undefined ? undefined : refusalOfAddress(asOwner)
    if (refusal) valueOf(refusal)
    // Before a database is created.
    await checkReadable(file)
    return withStore(
      args,
      async (store) => {
        const input = { slug, asOwner, at: Date.now(), lines: () => textLines(file) }
        const { workspace, ...rest } = await bulkLoad(store, 'lines', (passed) =>
          importWorkspace(store, { ...input, passed }),
        )
        return { workspace: { id: workspace.id, slug: workspace.slug }, ...rest }
      },
      { missing: 'made' },
    )
  },
}

const text = z.string().min(1).max(500)
const delimiter = z
  .string()
  .transform((mark) => (mark === 'tab' ? '\t' : mark))
  .pipe(z.string().regex(/^[^"\r\n\w]$/))
  .describe('one mark such as ; or the word tab')
const decimal = z
  .enum(['point', 'comma'])
  .transform((mark) => (mark === 'comma' ? (',' as const) : ('.' as const)))
  .describe('point or comma')
const errorsOption = pathOption
  .refine((path) => path !== '-')
  .describe('a path of a file (standard output is for the answer)')

/** Runs with a file for faults if the option names one. */
const withFaults = <T>(
  file: string | undefined,
  existing: 'keep' | 'replace',
  run: (onFault: (fault: RowFault) => Promise<void>) => Promise<T>,
) =>
  file === undefined
    ? run(async () => {})
    : writingTo(file, existing, (write) => run((fault) => write(`${JSON.stringify(fault)}\n`)))

export const importCsvCommand: Command = {
  name: 'import csv',
  operand: '<FILE>',
  summary: 'Import the rows of a CSV file as records. Run it again to continue after an interruption.',
  options: {
    workspace: workspaceOption,
    object: { value: 'SLUG', help: 'the object that gets the records' },
    map: {
      value: 'COLUMN=FIELD',
      help: 'the field that a column fills, if it has another name; COLUMN= leaves it out',
      repeats: true,
    },
    as: { value: 'EMAIL', help: 'the member who creates (default: the only owner)' },
    delimiter: {
      value: 'MARK',
      help: 'what separates cells: one mark, or tab (default: that of a first line sep=;, else a comma)',
    },
    decimal: { value: 'MARK', help: 'what stands before decimals: point (the default) or comma' },
    errors: { value: 'FILE', help: 'every fault as a line of JSON; the answer holds the first 20' },
    force: forceOption,
    'dry-run': { help: 'report what would happen, and change nothing' },
  },
  partly: {
    help: 'rows were bad and left out; the answer and --errors say why. All others were imported',
    is: (answer) => 'badLines' in answer && answer.badLines !== 0,
  },
  example:
    'svc import csv companies.csv --workspace acme --object companies --map "Company name=name" --dry-run',
  run(args) {
    const file = args.operand
    const isDry = args.has('dry-run')
    const errors = args.optional('errors', errorsOption)
    const input = {
      file,
      workspace: args.required('workspace', slugOption),
      object: args.required('object', text),
      map: args.all('map', text),
      as: args.optional('as', emailOption),
      delimiter: args.optional('delimiter', delimiter),
      decimal: args.optional('decimal', decimal) ?? '.',
      mode: isDry ? 'dry run' : 'write',
      now: Date.now,
    } as const
    if (errors !== undefined) checkOutput(errors, { database: args.database, input: file })
    const open = isDry ? withUnchangedStore : withStore
    return open(args, async (store) => {
      const answer = await bulkLoad(isDry ? {} : store, 'rows', (passed) =>
        withFaults(errors, args.has('force') ? 'replace' : 'keep', (onFault) =>
          importCsv(store, { ...input, onFault, passed }),
        ),
      )
      return { dryRun: isDry, ...answer, ...(errors !== undefined && { errors }) }
    })
  },
}

export const exportCommand: Command = {
  name: 'export',
  operand: '[FILE|-]',
  summary: 'Export a workspace as lines of JSON, without passwords, keys and tokens. - is standard output.',
  options: { workspace: workspaceOption, force: forceOption },
  example: 'svc export --workspace acme acme.ndjson',
  run(args) {
    const slug = args.required('workspace', slugOption)
    const file = args.operand || '-'
    if (file !== '-') checkOutput(file, args)
    const existing = args.has('force') ? 'replace' : 'keep'
    const progress = createProgress('lines')
    return withUnchangedStore(args, async (store) => {
      const lines = await writingTo(file, existing, (write) =>
        exportWorkspace(store, slug, write, progress.passed),
      ).finally(progress.end)
      return file === '-' ? undefined : { workspace: slug, file, lines }
    })
  },
}
