// `svc workspace create`, `set`, `list` and `import`.
import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { languages } from '../../shared/language.ts'
import { allApplied } from '../db/migrate.ts'
import { importSchema } from '../import/import-schema.ts'
import { readSchemaFile } from '../import/schema-file.ts'
import { starterSchema } from '../imports/starter.ts'
import { addMember } from '../operator/add-member.ts'
import { isOperatorError, operatorError, valueOf } from '../base/operator-error.ts'
import { asFileError } from '../base/file-error.ts'
import { refusalOfAddress } from '../operator/members.ts'
import { createWorkspaceIn, setWorkspace } from '../operator/workspaces.ts'
import type { Tx } from '../db/store.ts'
import type { Workspace } from '../access/workspaces.store.ts'
import {
  emailOption,
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
import { allWorkspaces } from '../access/workspaces.store.ts'

const memberLimit = z
  .union([z.literal('none').transform(() => null), wholeNumber(0, 1_000_000)])
  .describe('a whole number or none')

const languageOption = z.enum(languages).describe('en or de')

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

type NewOwner = { email: string; name: string | undefined }

/** The first owner of a new workspace, in the transaction that makes it. */
async function addOwner(tx: Tx, slug: string, { email, name }: NewOwner, at: number) {
  const here = {
    read: <T>(run: (all: Tx) => Promise<T>) => run(tx),
    write: <T>(run: (all: Tx) => Promise<T>) => run(tx),
  }
  try {
    const { weakenedKeys: _none, ...owner } = await addMember(here, {
      workspace: slug,
      email,
      name,
      role: 'owner',
      at,
    })
    return owner
  } catch (error) {
    if (!isOperatorError(error) || error.operatorCode !== 'conflict') throw error
    const invite = `svc member invite --workspace ${slug} --email ${email} --role owner`
    const words = `${email} has an account already and joins by an invitation. Create the workspace without --owner-email, then: ${invite}`
    throw operatorError('conflict', words)
  }
}

export const workspaceCreate: Command = {
  name: 'workspace create',
  summary:
    'Create a workspace with the default task statuses, and if wanted with its owner and first objects.',
  options: {
    slug: { value: 'SLUG', help: 'its short name: small letters, digits and dashes' },
    ...shared,
    'owner-email': { value: 'EMAIL', help: 'its owner, who gets a password that is printed once' },
    'owner-name': { value: 'NAME', help: 'the name of the owner (default: from the address)' },
    starter: { help: 'with the objects people and companies' },
    language: {
      value: 'LANGUAGE',
      help: 'of the names of these objects and of the task statuses: en (the default) or de',
    },
  },
  example: 'svc workspace create --slug acme --name "Acme" --plan pro --owner-email ada@acme.test --starter',
  run(args) {
    const slug = args.required('slug', slugOption)
    const language = args.optional('language', languageOption)
    if (language !== undefined && !args.has('starter'))
      throw operatorError('bad_option', '--language needs --starter.')
    const email = args.optional('owner-email', emailOption)
    const ownerName = args.optional('owner-name', nameOption)
    if (ownerName !== undefined && email === undefined)
      throw operatorError('bad_option', '--owner-name needs --owner-email.')
    const refusal = email === undefined ? undefined : refusalOfAddress(email)
    if (refusal) valueOf(refusal)
    const at = Date.now()
    const input = {
      slug,
      name: args.optional('name', nameOption) ?? slug,
      plan: args.optional('plan', planOption) ?? 'free',
      memberLimit: args.optional('member-limit', memberLimit) ?? null,
      language,
      at,
    }
    const create = async (tx: Tx) => {
      const workspace = await createWorkspaceIn(tx, input)
      const owner = email === undefined ? undefined : await addOwner(tx, slug, { email, name: ownerName }, at)
      if (!args.has('starter')) return { ...present(workspace), ...(owner && { owner }) }
      const here = { write: <T>(run: (all: Tx) => Promise<T>) => run(tx) }
      const schema = starterSchema(language)
      await importSchema(here, { slug, schema, mode: 'write', at })
      const objects = schema.objects.map((object) => object.slug)
      return { ...present(workspace), ...(owner && { owner }), objects }
    }
    return withStore(args, (store) => store.write(create), { missing: 'made' })
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
      workspaces: (await store.read((tx) => allWorkspaces(tx)))
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
