// `svc import csv`: records or tasks from a spreadsheet.
import { z } from 'zod'
import { operatorError } from '../operator/error.ts'
import type { RowFault } from '../transfer/csv-rows.ts'
import { csvLine } from '../transfer/csv-file.ts'
import { importCsv } from '../transfer/import-csv.ts'
import { bulkLoad } from './bulk-load.ts'
import {
  emailOption,
  nameOption,
  pathOption,
  requiredOperand,
  slugOption,
  withStore,
  withUnchangedStore,
  type Command,
} from './command.ts'
import { checkOutput, checkSameKind } from './output-file.ts'
import { writingTo } from './text-output.ts'

const text = z.string().min(1).max(500)
const decimal = z
  .enum(['point', 'comma'])
  .transform((mark) => (mark === 'comma' ? (',' as const) : ('.' as const)))
  .describe('point or comma')

const errorsOption = pathOption
  .refine((path) => path !== '-')
  .describe('a path of a file (standard output is for the answer)')
const faultsHeader = csvLine(['line', 'column', 'reason'])

/** Runs with a place for faults: a file if one is asked for. */
const withFaults = <T>(
  file: string | undefined,
  run: (onFault: (fault: RowFault) => Promise<void>) => Promise<T>,
) =>
  file === undefined
    ? run(async () => {})
    : writingTo(file, 'replace', async (write) => {
        await write(faultsHeader)
        return run(({ line, column, message }) => write(csvLine([line, column, message])))
      })

export const importCsvCommand: Command = {
  name: 'import csv',
  operand: 'FILE',
  summary: 'Bring the rows of a CSV file in as records or tasks. Run again, it goes on where it was cut off.',
  options: {
    workspace: { value: 'SLUG', help: 'the workspace' },
    object: { value: 'SLUG', help: 'what the rows are: an object, or tasks' },
    map: {
      value: 'COLUMN=FIELD',
      help: 'which field a column fills, if the guess is wrong; COLUMN= leaves it out',
      repeats: true,
    },
    key: { value: 'FIELD', help: 'a row with the value of a record here changes that record' },
    as: { value: 'EMAIL', help: 'the member who creates (default: the only owner)' },
    decimal: { value: 'MARK', help: 'point or comma (default: what the numbers of each column show)' },
    run: { value: 'NAME', help: 'what equal rows are told apart by (default: the name of the file)' },
    errors: {
      value: 'FILE',
      help: 'every bad line as CSV: line, column, reason; the answer names the first 20',
    },
    strict: { help: 'import nothing unless every line is good' },
    'dry-run': { help: 'say what would happen, and change nothing' },
  },
  example:
    'svc import csv companies.csv --workspace acme --object companies --map "Company name=name" --dry-run',
  run(args) {
    const file = requiredOperand(this, args)
    const isDry = args.has('dry-run')
    const errors = args.optional('errors', errorsOption)
    const input = {
      file,
      workspace: args.required('workspace', slugOption),
      object: args.required('object', text),
      map: args.all('map', text),
      key: args.optional('key', text),
      as: args.optional('as', emailOption),
      decimal: args.optional('decimal', decimal),
      run: args.optional('run', nameOption),
      mode: isDry ? 'dry run' : args.has('strict') ? 'strict' : 'write',
      at: Date.now(),
    } as const
    if (errors !== undefined) {
      checkOutput(errors, { database: args.database, input: file })
      // Run again, it replaces what it wrote before.
      checkSameKind(errors, faultsHeader)
    }
    const open = isDry ? withUnchangedStore : withStore
    return open(args, async (store) => {
      const answer = await bulkLoad(isDry ? {} : store, 'rows', async (passed) => {
        const read = await withFaults(errors, (onFault) => importCsv(store, { ...input, onFault, passed }))
        if (input.mode !== 'strict' || read.badLines === 0) return read
        const faults = read.faults.map(({ line, column, message }) => ({ path: [line, column], message }))
        throw operatorError('conflict', `Bad lines: ${read.badLines}. Nothing was imported.`, faults)
      })
      return { dryRun: isDry, ...answer, ...(errors !== undefined && { errors }) }
    })
  },
}
