// `svc workspace create`, `set`, `list` and `import`.
import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { allApplied } from '../db/migrate.ts'
import { importSchema } from '../import/import-schema.ts'
import { readSchemaFile } from '../import/schema-file.ts'
import { operatorError } from '../operator/error.ts'
import { asFileError } from '../operator/file-error.ts'
import { createWorkspaceIn, setWorkspace } from '../operator/workspaces.ts'
import type { Workspace } from '../workspaces/workspaces.store.ts'
import {
  nameOption,
  planOption,
  slugOption,
  wholeNumber,
  withStore,
  withUnchangedStore,
  workspaceOption,
  type Arguments,
  type Command,
} from './command.ts'

const memberLimit = z
  .union([z.literal('none').transform(() => null), wholeNumber(0, 1_000_000)])
  .describe('a whole number or none')

const shared = {
  name: { value: 'NAME', help: 'the name that people see' },
  plan: { value: 'PLAN', help: 'free or pro; access keys need pro' },
  'member-limit': {
    value: 'N',
    help: 'a workspace with more members is locked (423); none removes the limit',
  },
}

const present = ({ id, slug, name, plan, memberLimit: limit }: Workspace) => ({
  id,
  slug,
  name,
  plan,
  memberLimit: limit,
})

export const workspaceCreate: Command = {
  name: 'workspace create',
  summary: 'Create a workspace with the default task statuses.',
  options: { slug: { value: 'SLUG', help: 'its short name: small letters, digits and dashes' }, ...shared },
  example: 'svc workspace create --slug acme --name "Acme" --plan pro',
  run(args) {
    const slug = args.required('slug', slugOption)
    const input = {
      slug,
      name: args.optional('name', nameOption) ?? slug,
      plan: args.optional('plan', planOption) ?? 'free',
      memberLimit: args.optional('member-limit', memberLimit) ?? null,
      at: Date.now(),
    }
    return withStore(
      args,
      async (store) => present(await store.write((tx) => createWorkspaceIn(tx, input))),
      {
        missing: 'made',
      },
    )
  },
}

/** The workspace, named by the operand or by an option. */
function workspaceNamed(args: Arguments): string {
  const options = ['workspace', 'slug'].flatMap((option) => args.all(option, slugOption))
  const [slug, other] = new Set([...options, ...(args.operand === '' ? [] : [args.operand])])
  if (slug !== undefined && other === undefined) return slug
  throw operatorError('bad_option', 'Name one workspace. See: svc workspace set --help')
}

export const workspaceSet: Command = {
  name: 'workspace set',
  operand: '[slug]',
  summary: 'Change the name, the plan or the member limit of a workspace.',
  options: {
    workspace: workspaceOption,
    slug: { value: 'SLUG', help: 'the same as --workspace' },
    ...shared,
  },
  example: 'svc workspace set acme --member-limit none',
  run(args) {
    const slug = workspaceNamed(args)
    const name = args.optional('name', nameOption)
    const plan = args.optional('plan', planOption)
    const limit = args.optional('member-limit', memberLimit)
    const change = {
      ...(name !== undefined && { name }),
      ...(plan !== undefined && { plan }),
      ...(limit !== undefined && { memberLimit: limit }),
    }
    if (Object.keys(change).length === 0) {
      throw operatorError('bad_option', 'Name a change: --name, --plan or --member-limit.')
    }
    return withStore(args, async (store) => present(await setWorkspace(store, slug, change)))
  },
}

export const workspaceList: Command = {
  name: 'workspace list',
  summary: 'List the workspaces of this database by slug.',
  options: {},
  example: 'svc workspace list --human',
  run: (args) =>
    withUnchangedStore(args, async (store) => ({
      workspaces: (await store.read((tx) => tx.workspaces.list()))
        .map(present)
        .toSorted((one, other) => (one.slug < other.slug ? -1 : 1)),
    })),
}

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
