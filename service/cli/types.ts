// `svc types`: types of a workspace's records for the typed client (AGT-02).
import { createSvc, SvcError } from '../../client/svc.ts'
import { operatorError, type OperatorErrorCode } from '../base/operator-error.ts'
import { checkOutput, writingTo } from '../base/output.ts'
import {
  fieldsOfWorkspace,
  objectsOfWorkspace,
  type Field,
  type ObjectType,
} from '../objects/objects.store.ts'
import { workspaceOf } from '../operator/workspaces.ts'
import { forceOption, slugOption, withUnchangedStore, type Arguments, type Command } from './command.ts'
import { serviceAccess, serviceOptions } from './env/env-service.ts'

type TypedObject = Pick<ObjectType, 'id' | 'slug' | 'pluralName'>
type TypedField = Pick<
  Field,
  'id' | 'objectId' | 'slug' | 'name' | 'kind' | 'required' | 'readOnly' | 'options'
>

const literal = (text: string): string => JSON.stringify(text)
const keyOf = (name: string): string => (/^[A-Za-z_]\w*$/.test(name) ? name : literal(name))
/** A name of people in a comment. */
const inComment = (name: string): string => name.replaceAll(/\s+/g, ' ').replaceAll('*/', '* /')

const listIf = (multiple: boolean | undefined, type: string): string =>
  multiple === true ? `${type}[]` : type

/** The type of a field's values. A choice that is added later is not among those of a type that is not written again. */
function valueType({ kind, options }: TypedField): string {
  const choices = (options?.choices ?? []).map(({ id }) => literal(id)).join(' | ') || 'never'
  switch (kind) {
    case 'number':
    case 'currency':
    case 'rating':
      return 'number'
    case 'checkbox':
      return 'boolean'
    case 'select':
    case 'status':
      return choices
    case 'multi_select':
      return `(${choices})[]`
    case 'record_reference':
    case 'user_reference':
      return listIf(options?.multiple, 'string')
    case 'location':
      return 'Location'
    case 'json':
      return 'unknown'
    case 'text':
    case 'long_text':
    case 'date':
    case 'datetime':
    case 'email':
    case 'url':
    case 'phone':
      return 'string'
  }
}

const location = `/** At least one part is filled. */
export type Location = {
  line1?: string
  line2?: string
  city?: string
  region?: string
  postalCode?: string
  country?: string
  latitude?: number
  longitude?: number
}
`

/** A name of a type: `deal-stages` is `DealStages`. A number follows where another object has it. */
function typeNames(objects: readonly TypedObject[]): Map<string, string> {
  const taken = new Set(['Workspace', 'Location'])
  return new Map(
    objects.map(({ id, slug }) => {
      const words = slug.split(/[^A-Za-z0-9]+/).filter((word) => word !== '')
      const joined = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')
      const base = /^[A-Za-z]/.test(joined) ? joined : `Object${joined}`
      let name = base
      for (let number = 2; taken.has(name); number += 1) name = `${base}${number}`
      taken.add(name)
      return [id, name]
    }),
  )
}

/** @returns a TypeScript file with a type for each object, and `Workspace` with all of them */
export function typesOfWorkspace(
  slug: string,
  objects: readonly TypedObject[],
  fields: readonly TypedField[],
): string {
  const names = typeNames(objects)
  const typeOfObject = (object: TypedObject): string => {
    const own = fields.filter(({ objectId }) => objectId === object.id)
    const members = own.map((field) => {
      const isShared = own.some((other) => other.slug === field.slug && other.id !== field.id)
      const key = keyOf(isShared ? field.id : field.slug)
      const mark = `${field.readOnly ? 'readonly ' : ''}${key}${field.required ? '' : '?'}`
      return `  /** ${inComment(field.name)} */\n  ${mark}: ${valueType(field)}\n`
    })
    const name = names.get(object.id) ?? object.slug
    return `/** ${inComment(object.pluralName)} */\nexport type ${name} = {\n${members.join('')}}\n`
  }
  const all = objects.map(({ id, slug: key }) => `  ${keyOf(key)}: ${names.get(id) ?? key}\n`)
  return [
    `// Types of the workspace ${slug}. Written by \`svc types\`: write it again when objects and fields change.\n`,
    ...objects.map(typeOfObject),
    ...(fields.some(({ kind }) => kind === 'location') ? [location] : []),
    `/** For \`createSvc<Workspace>\`. */\nexport type Workspace = {\n${all.join('')}}\n`,
  ].join('\n')
}

type Described = { slug: string; objects: readonly TypedObject[]; fields: readonly TypedField[] }

/** From a running service, with an access key that selects the workspace. */
async function askService(args: Arguments): Promise<Described> {
  const svc = createSvc({ ...serviceAccess(args), retries: 1 })
  try {
    const { data: identity } = await svc.call('GET /v1/whoami')
    const { data: objects } = await svc.call('GET /v1/objects')
    const fields: TypedField[] = []
    for (const { id } of objects) {
      const { data } = await svc.call('GET /v1/objects/{object}/fields', { path: { object: id } })
      fields.push(...data.map(({ type, ...field }) => ({ ...field, objectId: id, kind: type })))
    }
    return { slug: identity.workspace?.slug ?? '', objects, fields }
  } catch (error) {
    if (!(error instanceof SvcError)) throw error
    const code = error.status === 0 ? 'service_unreachable' : error.code
    // Errors with a status have codes of the API.
    throw operatorError(code as OperatorErrorCode, error.message)
  }
}

const readDatabase = (args: Arguments, slug: string): Promise<Described> =>
  withUnchangedStore(args, (store) =>
    store.read(async (tx) => {
      const { id } = await workspaceOf(tx, slug)
      return {
        slug,
        objects: await objectsOfWorkspace(tx, id),
        fields: await fieldsOfWorkspace(tx, id),
      }
    }),
  )

export const types: Command = {
  name: 'types',
  operand: '[FILE|-]',
  summary:
    'Write a TypeScript type for each object of a workspace, for the typed client. Without --workspace it asks a running service. - is standard output.',
  options: {
    workspace: { value: 'SLUG', help: 'a workspace of the database (default: that of the access key)' },
    ...serviceOptions,
    force: forceOption,
  },
  example: 'svc types --workspace acme src/acme.ts --force',
  async run(args) {
    const workspace = args.optional('workspace', slugOption)
    const file = args.operand || '-'
    if (file !== '-') checkOutput(file, args)
    const { slug, objects, fields } =
      workspace === undefined ? await askService(args) : await readDatabase(args, workspace)
    if (objects.length === 0) throw operatorError('not_found', `The workspace \`${slug}\` has no objects.`)
    const text = typesOfWorkspace(slug, objects, fields)
    await writingTo(file, args.has('force') ? 'replace' : 'keep', (write) => write(text))
    return file === '-'
      ? undefined
      : { workspace: slug, file, objects: objects.map(({ slug: name }) => name) }
  },
}
