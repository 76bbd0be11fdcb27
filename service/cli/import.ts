// `svc export`, `svc import` and `svc import csv`.
import { access, constants, open, readFile, stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { z } from 'zod'
import { englishOf, reason } from '../../shared/api/import-reasons.ts'
import { zoneNamed } from '../calendars/reading/zones.ts'
import { defaultDatabase } from '../base/config.ts'
import type { Tx } from '../db/store.ts'
import { operatorError, valueOf } from '../base/operator-error.ts'
import { memberOf, refusalOfAddress } from '../operator/members.ts'
import { asFileError } from '../base/file-error.ts'
import { workspaceOf } from '../operator/workspaces.ts'
import { lookAt } from '../imports/reading/look.ts'
import { presentPlan, shownFaults } from '../imports/reading/present-plan.ts'
import type { ImportFault } from '../imports/reading/plan.ts'
import { importHere, undoHere, type Owner } from '../imports/running/run-here.ts'
import { readTarget } from '../imports/target.ts'
import { importWorkspace } from '../import/import-workspace.ts'
import { textLines } from '../import/csv-file.ts'
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
  type Arguments,
  type Command,
} from './command.ts'
import { checkOutput, writingTo } from '../base/output.ts'
import { bulkLoad, createProgress } from './progress.ts'
import { membersOfWorkspace } from '../access/members.store.ts'

/** Does not open the file, because a pipe can be read once. @returns whether it is a pipe or a device */
async function checkReadable(file: string): Promise<{ isStream: boolean }> {
  try {
    await access(file, constants.R_OK)
    const found = await stat(file)
    if (found.isDirectory()) throw operatorError('invalid_file', `${file} is a directory.`)
    return { isStream: !found.isFile() }
  } catch (error) {
    throw asFileError(error, file)
  }
}

const text = z.string().min(1).max(500)
const zoneOption = z
  .string()
  .refine((name) => zoneNamed(name) !== null)
  .describe('a time zone like Europe/Berlin')

/** The first line of an exported workspace. */
const exportStart = /^\s*\{\s*"(?:type"\s*:\s*"|format"\s*:\s*"svc-workspace)/

/** A file that is a stream has to be named as a file of rows by an option for it. */
async function isWorkspaceExport(file: string, isStream: boolean, args: Arguments): Promise<boolean> {
  if (args.optional('as-owner', text) !== undefined) return true
  if (isStream)
    return (
      !['as', 'object', 'key', 'zone'].some((name) => args.optional(name, text) !== undefined) &&
      !args.has('yes')
    )
  try {
    const handle = await open(file)
    try {
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(256), 0, 256, 0)
      return exportStart.test(buffer.toString('utf8', 0, bytesRead))
    } finally {
      await handle.close()
    }
  } catch (error) {
    throw asFileError(error, file)
  }
}

function runWorkspaceImport(args: Arguments, file: string, slug: string) {
  const asOwner = args.optional('as-owner', emailOption)
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
}

/** The member who imports: the one that is named, or the only owner. */
async function importerIn(tx: Tx, slug: string, email: string | undefined): Promise<Owner> {
  const workspace = await workspaceOf(tx, slug)
  const owners = (await membersOfWorkspace(tx, workspace.id)).filter(({ role }) => role === 'owner')
  const [owner] = owners
  if (email === undefined && (!owner || owners.length > 1))
    throw operatorError('bad_option', 'Name the member who imports: --as EMAIL.')
  const personId = email === undefined ? (owner?.id ?? '') : (await memberOf(tx, workspace, email)).personId
  return { workspaceId: workspace.id, personId }
}

const quoted = (word: string): string =>
  /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`

/** The command that imports what was looked at. The address of a server may hold a password and is left out. */
function nextCommand(args: Arguments, file: string): string {
  const given = ['workspace', 'as', 'object', 'key', 'zone'].flatMap((name) =>
    args
      .all(name, text)
      .slice(-1)
      .flatMap((value) => [`--${name}`, value]),
  )
  const isElsewhere = args.database.startsWith('file:') && args.database !== defaultDatabase()
  const words = [file, ...given, '--yes', ...(isElsewhere ? ['--database', args.database] : [])]
  return `svc import ${words.map(quoted).join(' ')}`
}

/** People read the sentences. */
const withoutCode = <T extends Pick<ImportFault, 'code' | 'params'>>({
  code: _code,
  params: _params,
  ...fault
}: T) => fault

async function runFileImport(args: Arguments, file: string, slug: string) {
  const as = args.optional('as', emailOption)
  const object = args.optional('object', text)
  const options = {
    choices: { key: args.optional('key', text) ?? null, ...(object !== undefined && { object }) },
    unfit: 'refuse' as const,
    zone: args.optional('zone', zoneOption) ?? Intl.DateTimeFormat().resolvedOptions().timeZone,
  }
  const isRun = args.has('yes')
  const openStore = isRun ? withStore : withUnchangedStore
  return openStore(args, async (store) => {
    const { owner, target } = await store.read(async (tx) => {
      const importer = await importerIn(tx, slug, as)
      return { owner: importer, target: await readTarget(tx, importer.workspaceId) }
    })
    const bytes = await readFile(file).catch((error: unknown) => {
      throw asFileError(error, file)
    })
    const looked = lookAt(bytes, { target, ...options, isRun })
    if (!looked.ok) {
      const place = looked.code === 'invalid_file' ? `${file}: ` : ''
      throw operatorError(looked.code, `${place}${looked.message}`)
    }
    if (!isRun) {
      const { notes, noteReasons, ...look } = presentPlan(looked.value, target)
      const shown = args.has('human')
        ? {
            ...look,
            faultsByKind: look.faultsByKind.map(withoutCode),
            faults: look.faults.map(withoutCode),
          }
        : { ...look, noteReasons }
      return { ...shown, notes, next: `Nothing was written. To import: ${nextCommand(args, file)}` }
    }
    if (looked.value.rows === 0)
      throw operatorError('invalid_file', `${file}: ${englishOf(reason('no_rows'))}`)
    const { choices, zone } = options
    const planned = { name: basename(file), bytes, plan: looked.value, choices, zone }
    const { faults, ...answer } = await bulkLoad(store, 'rows', (onProgress) =>
      importHere(store, owner, planned, { onProgress }),
    )
    const shown = shownFaults(faults)
    return { ...answer, ...shown, ...(args.has('human') && { faults: shown.faults.map(withoutCode) }) }
  })
}

export const importCommand: Command = {
  name: 'import',
  operand: '<FILE>',
  summary:
    'Import contacts, companies or tasks from a CSV file, vCards or an export of another program: looks first, writes with --yes. An exported workspace is imported at once, in one transaction: nobody else writes to a SQLite file meanwhile.',
  options: {
    workspace: { value: 'SLUG', help: 'its slug in this database' },
    as: { value: 'EMAIL', help: 'the member who imports (default: the only owner)' },
    object: { value: 'SLUG', help: 'the object that gets the rows, or tasks (default: by the header)' },
    key: { value: 'FIELD', help: 'update the record that has the same value in this field' },
    yes: { help: 'write; without it the file is looked at only' },
    zone: {
      value: 'ZONE',
      help: 'where a day ends that a task is due on (default: the zone of this machine)',
    },
    'as-owner': { value: 'EMAIL', help: 'whom the owner of an exported local workspace becomes' },
  },
  partly: {
    help: 'rows were left out; faults says why. All others were imported',
    is: (answer) => 'created' in answer && 'leftOut' in answer && answer.leftOut !== 0,
  },
  example: 'svc import contacts.csv --workspace acme --as ada@acme.test --key email --yes',
  async run(args) {
    const file = args.operand
    const slug = args.required('workspace', slugOption)
    const asOwner = args.optional('as-owner', emailOption)
    const refusal = asOwner === undefined ? undefined : refusalOfAddress(asOwner)
    if (refusal) valueOf(refusal)
    // Before a database is created.
    const { isStream } = await checkReadable(file)
    const isExport = await isWorkspaceExport(file, isStream, args)
    return isExport ? runWorkspaceImport(args, file, slug) : runFileImport(args, file, slug)
  },
}

export const importUndoCommand: Command = {
  name: 'import undo',
  operand: '<ID>',
  summary:
    'Take an import of the last 7 days back: archive what it made, and restore the values that it changed. What people have changed since, or refer to, stays.',
  options: { workspace: workspaceOption },
  example: 'svc import undo imp_1k1a42drmh8khtwzjhtehq0az6 --workspace acme',
  run(args) {
    const slug = args.required('workspace', slugOption)
    return withStore(args, async (store) => {
      const workspace = await store.read((tx) => workspaceOf(tx, slug))
      return bulkLoad({}, 'things', (onProgress) =>
        undoHere(store, workspace.id, args.operand, { onProgress }),
      )
    })
  },
}

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
