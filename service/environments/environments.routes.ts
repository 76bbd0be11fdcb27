// The command-line surface: environment variables of projects (CLI-01, CLI-02).
import { OpenAPIHono, z } from '@hono/zod-openapi'
import {
  commandLineRateError,
  environmentQuery,
  projectsResponse,
  variablesChangeResponse,
  variablesResponse,
  variablesWrite,
  type Project as ProjectResource,
  variableLimits,
  type VariablesChange,
} from '../../shared/api/environments.ts'
import { routeError, maxDetails } from '../../shared/api/errors.ts'
import type { Scope } from '../../shared/api/primitives.ts'
import type { AppDeps, AppEnv } from '../http/app-type.ts'
import { errorResponses as commonResponses, problem, problemOf, type Refusal } from '../http/errors.ts'
import { needs } from '../access/principal.ts'
import { iso } from '../base/time.ts'
import {
  type Environment,
  type Project,
  projectsOfWorkspace,
  environmentsOfProject,
  findProject,
  sealedVariables,
  type Place,
  type SealedVariable,
  putEnvironment,
  putVariable,
  deleteVariable,
} from './environments.store.ts'
import { answer, body, createRoute } from '../http/route-parts.ts'
import { variableContext, type Seal } from '../sealing/sealing.ts'
import type { Tx } from '../db/store.ts'

const errorResponses = <S extends 400 | 404 | 413 | 503>(...statuses: S[]) => ({
  ...commonResponses(...statuses),
  429: answer('Too many requests; wait `retryAfterMs` milliseconds.', commandLineRateError),
})

const route = (scope: Scope) => ({
  tags: ['environments'],
  security: [{ accessKey: [scope] }],
  middleware: [needs(scope)],
})
const params = z.object({ project: z.string().describe('The project’s id or slug.') })

const listProjects = createRoute({
  method: 'get',
  path: '/projects',
  operationId: 'listProjects',
  summary: 'All projects of the workspace, with their environments',
  description: 'Operators create projects with `svc project create`.',
  ...route('env:read'),
  responses: { 200: answer('The projects, by slug.', projectsResponse), ...errorResponses() },
})

const readVariables = createRoute({
  method: 'get',
  path: '/projects/{project}/env',
  operationId: 'listVariables',
  summary: 'The variables of an environment',
  description: 'An environment that has never been written is empty and at version 0.',
  ...route('env:read'),
  request: { params, query: environmentQuery },
  responses: { 200: answer('The variables, by key.', variablesResponse), ...errorResponses(400, 404, 503) },
})

const putVariables = createRoute({
  method: 'put',
  path: '/projects/{project}/env',
  operationId: 'writeVariables',
  summary: 'Replace the variables of an environment, or merge into them',
  description: 'All variables or none are written. A change of nothing keeps the version.',
  ...route('env:write'),
  request: { params, query: environmentQuery, body: body(variablesWrite) },
  responses: {
    200: answer('The keys that changed.', variablesChangeResponse),
    ...errorResponses(400, 404, 413, 503),
    409: answer(
      'The environment is not at `base_version`; `details` names the keys that have changed since.',
      routeError,
    ),
  },
})

const presentProject = (project: Project, environments: readonly Environment[]): ProjectResource => ({
  id: project.id,
  slug: project.slug,
  name: project.name,
  createdAt: iso(project.createdAt),
  environments: environments.map(({ name, version, updatedAt }) => ({
    name,
    version,
    updatedAt: iso(updatedAt),
  })),
})

const noProject = 'There is no such project. Operators create one with svc project create.'

export function environmentRoutes({ store, seal, now }: AppDeps): OpenAPIHono<AppEnv> {
  const app = new OpenAPIHono<AppEnv>()

  app.openapi(listProjects, async (c) => {
    const { workspaceId } = c.get('principal')
    const data = await store.read(async (tx) => {
      const resources: ProjectResource[] = []
      for (const project of await projectsOfWorkspace(tx, workspaceId)) {
        resources.push(presentProject(project, await environmentsOfProject(tx, workspaceId, project.id)))
      }
      return resources
    })
    return c.json({ data }, 200)
  })

  app.openapi(readVariables, async (c) => {
    const { workspaceId } = c.get('principal')
    const { environment } = c.req.valid('query')
    const found = await store.read(async (tx) => {
      const project = await findProject(tx, workspaceId, c.req.valid('param').project)
      if (!project) return undefined
      const place = { projectId: project.id, environment }
      const environments = await environmentsOfProject(tx, workspaceId, project.id)
      const { version } = environments.find(({ name }) => name === environment) ?? { version: 0 }
      return { place, version, stored: await sealedVariables(tx, workspaceId, place) }
    })
    if (!found) return problem(c, 'not_found', noProject)
    const data = found.stored.map((variable) => ({
      key: variable.name,
      value: openVariable(seal, workspaceId, found.place, variable),
      updatedAt: iso(variable.updatedAt),
      version: variable.version,
    }))
    return c.json({ data, version: found.version }, 200)
  })

  app.openapi(putVariables, async (c) => {
    const { workspaceId, personId } = c.get('principal')
    const { variables, merge, base_version: baseVersion } = c.req.valid('json')
    const { environment } = c.req.valid('query')
    const outcome = await store.write(async (tx) => {
      const project = await findProject(tx, workspaceId, c.req.valid('param').project)
      if (!project) return undefined
      return writeVariables(tx, seal, {
        workspaceId,
        personId,
        place: { projectId: project.id, environment },
        variables,
        mode: merge ? 'merge' : 'replace',
        baseVersion,
        at: now(),
      })
    }, workspaceId)
    if (!outcome) return problem(c, 'not_found', noProject)
    return outcome.ok ? c.json({ data: outcome.change }, 200) : problemOf(c, outcome)
  })

  return app
}

// Changes the variables of an environment in one transaction: compare, check limits, seal (CLI-02).

export type Write = {
  workspaceId: string
  personId: string
  place: Place
  variables: Readonly<Record<string, string>>
  /** `merge` keeps the keys that are not named; `replace` deletes them. */
  mode: 'merge' | 'replace'
  baseVersion: number | undefined
  /** Epoch milliseconds. */
  at: number
}

export type Outcome = { ok: true; change: VariablesChange } | Refusal<'version_conflict' | 'validation_error'>

const openVariable = (
  seal: Seal,
  workspaceId: string,
  place: Place,
  { name, sealed }: SealedVariable,
): string => seal.open(sealed, variableContext(workspaceId, place, name))

const invalid = (message: string, path: string[] = ['variables']): Outcome => ({
  ok: false,
  code: 'validation_error',
  message,
  details: [{ path, code: 'too_big', message }],
})

function stale(version: number, base: number, stored: readonly SealedVariable[]): Outcome {
  const details = stored
    .filter((variable) => variable.version > base)
    .slice(0, maxDetails)
    .map(({ name, version: changed }) => ({
      path: ['variables', name],
      code: 'changed',
      message: `Changed in version ${changed}.`,
    }))
  const message = `The environment is at version ${version}, not ${base}. Read it again, then send the remaining changes.`
  return { ok: false, code: 'version_conflict', message, details }
}

function tooLarge(next: ReadonlyMap<string, string | undefined>): string | undefined {
  if (next.size > variableLimits.count)
    return `An environment holds at most ${variableLimits.count} variables.`
  let bytes = 0
  for (const [key, value] of next) bytes += Buffer.byteLength(key) + Buffer.byteLength(value ?? '')
  return bytes > variableLimits.totalBytes
    ? `The keys and values of an environment take at most ${variableLimits.totalBytes} bytes, not ${bytes}.`
    : undefined
}

/** Applies the change, or refuses it. A change of nothing keeps the version. */
async function writeVariables(tx: Tx, seal: Seal, write: Write): Promise<Outcome> {
  const { workspaceId, place, at } = write
  const environments = await environmentsOfProject(tx, workspaceId, place.projectId)
  const known = environments.find(({ name }) => name === place.environment)
  const stored = await sealedVariables(tx, workspaceId, place)
  const { version } = known ?? { version: 0 }
  if (write.baseVersion !== undefined && write.baseVersion !== version)
    return stale(version, write.baseVersion, stored)

  const given = new Map(Object.entries(write.variables))
  const before = new Map(
    // A variable sealed with a lost key counts as changed, so that a push writes it again.
    stored.map((variable) => [
      variable.name,
      seal.missingKey(variable.sealed) === undefined
        ? openVariable(seal, workspaceId, place, variable)
        : undefined,
    ]),
  )
  const next = write.mode === 'merge' ? new Map([...before, ...given]) : given
  const message = tooLarge(next)
  if (message !== undefined) return invalid(message)
  const created = [...next.keys()].filter((key) => !before.has(key)).toSorted()
  const updated = [...next].flatMap(([key, value]) =>
    before.has(key) && before.get(key) !== value ? [key] : [],
  )
  const deleted = [...before.keys()].filter((key) => !next.has(key))
  const change = { version, created, updated: updated.toSorted(), deleted: deleted.toSorted() }
  if (created.length + updated.length + deleted.length === 0) return { ok: true, change }
  if (!known && environments.length >= variableLimits.environments)
    return invalid(`A project has at most ${variableLimits.environments} environments.`, ['environment'])

  const after = version + 1
  await putEnvironment(tx, workspaceId, place.projectId, {
    name: place.environment,
    version: after,
    updatedAt: at,
  })
  for (const name of [...created, ...updated]) {
    const sealed = seal.seal(next.get(name) ?? '', variableContext(workspaceId, place, name))
    const variable = { name, sealed, version: after, updatedBy: write.personId, updatedAt: at }
    await putVariable(tx, workspaceId, place, variable)
  }
  for (const name of deleted) await deleteVariable(tx, workspaceId, place, name)
  return { ok: true, change: { ...change, version: after } }
}
