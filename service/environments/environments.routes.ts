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
} from '../../shared/api/environments.ts'
import { routeError } from '../../shared/api/errors.ts'
import type { Scope } from '../../shared/api/primitives.ts'
import type { AppDeps, AppEnv } from '../http/app-type.ts'
import { errorResponses as commonResponses, problem, problemOf } from '../http/errors.ts'
import { needs } from '../access/principal.ts'
import { iso } from '../base/iso-time.ts'
import type { Environment, Project } from './environments.store.ts'
import { openVariable, writeVariables } from './environment-write.ts'
import { answer, body, createRoute } from '../http/route-parts.ts'
import {
  projectsOfWorkspace,
  environmentsOfProject,
  findProject,
  sealedVariables,
} from './environments.store.ts'

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
