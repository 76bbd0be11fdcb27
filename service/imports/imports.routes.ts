// The imports of a person (IMP-01 to IMP-04).
import { OpenAPIHono, z } from '@hono/zod-openapi'
import {
  importChoices,
  importQuery,
  importResponse,
  importsResponse,
  undoImportWithin,
} from '../../shared/api/launcher/imports.ts'
import type { AppDeps, AppEnv, Principal } from '../http/app-type.ts'
import { errorResponses, problemOf } from '../http/errors.ts'
import { launcherRoute } from '../access/route.ts'
import { answer, body, createRoute } from '../http/route-parts.ts'
import { refuseFor } from '../base/operator-error.ts'
import { preferredZone } from '../meetings/reader-days.rules.ts'
import { reason } from '../../shared/api/import-reasons.ts'
import { leftOutCsv, presentImport } from './import.view.ts'
import {
  addImport,
  cancelImport,
  changeImport,
  dropImport,
  noImport,
  ownImport,
  startImport,
  undoneImport,
  type Importer,
  type ImportOutcome,
} from './import-write.ts'
import { importsOfPerson, leftOutOfImport } from './imports.store.ts'
import type { ImportRunner } from './running/source.ts'

const params = z.object({ importId: z.string().describe('The import’s id.') })
const headers = z.object({
  prefer: z
    .string()
    .optional()
    .describe('`timezone="Europe/Berlin"`: the zone where a day ends that a task is due on. Default: UTC.'),
})
const spoken = z.object({
  'accept-language': z.string().optional().describe('`de`: the reasons are in German. Default: in English.'),
})
const shown = answer('The import.', importResponse)
const own = launcherRoute('tasks:write')
const asRecords = 'An import of records needs `records:write` as well, and the role of an owner or admin.'

const create = createRoute({
  method: 'post',
  path: '/imports',
  operationId: 'createImport',
  summary: 'Look at a file',
  description:
    'The bytes of the file are the body. Nothing is written into the workspace before the import is started. Of the files that wait for it, the last 5 of a person are kept.',
  ...own,
  request: {
    headers,
    query: importQuery,
    body: {
      required: true,
      content: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } },
    },
  },
  responses: { 201: shown, ...errorResponses(400, 403, 404, 413) },
})

const list = createRoute({
  method: 'get',
  path: '/imports',
  operationId: 'listImports',
  summary: 'The imports of the person, newest first',
  description: 'Those of the last 7 days. Those of other people are never listed.',
  ...own,
  responses: { 200: answer('The imports.', importsResponse), ...errorResponses() },
})

const get = createRoute({
  method: 'get',
  path: '/imports/{importId}',
  operationId: 'getImport',
  summary: 'One import, with its progress',
  description: 'One of another person is not there.',
  ...own,
  request: { params },
  responses: { 200: shown, ...errorResponses(400, 403, 404) },
})

const patch = createRoute({
  method: 'patch',
  path: '/imports/{importId}',
  operationId: 'updateImport',
  summary: 'Decide what the file becomes, and look again',
  description:
    'What is absent stays. Another `object` forgets the columns and the key. Refused once the import was started.',
  ...own,
  request: { params, body: body(importChoices) },
  responses: { 200: shown, ...errorResponses(400, 403, 404) },
})

const start = createRoute({
  method: 'post',
  path: '/imports/{importId}/start',
  operationId: 'startImport',
  summary: 'Import the file, or go on after a failure',
  description: `One import of a workspace runs at a time; others wait for it. ${asRecords}`,
  ...own,
  request: { params },
  responses: { 202: shown, ...errorResponses(400, 403, 404) },
})

const cancel = createRoute({
  method: 'post',
  path: '/imports/{importId}/cancel',
  operationId: 'cancelImport',
  summary: 'Stop an import',
  description: 'What was written stays, and can be undone.',
  ...own,
  request: { params },
  responses: { 200: shown, ...errorResponses(400, 403, 404) },
})

const undo = createRoute({
  method: 'post',
  path: '/imports/{importId}/undo',
  operationId: 'undoImport',
  summary: 'Take an import back',
  description: `Records and tasks that it made are archived, and fields that it changed get their previous values. What people have changed since stays. For 7 days. ${asRecords}`,
  ...own,
  request: { params },
  responses: { 202: shown, ...errorResponses(400, 403, 404) },
})

const leftOut = createRoute({
  method: 'get',
  path: '/imports/{importId}/left-out',
  operationId: 'getLeftOutRows',
  summary: 'The rows that were left out, with the reasons',
  description:
    'A CSV file in UTF-8. A cell that a spreadsheet would take for a formula begins with an apostrophe.',
  ...own,
  request: { params, headers: spoken },
  responses: {
    200: { description: 'The rows.', content: { 'text/csv': { schema: { type: 'string' } } } },
    ...errorResponses(400, 403, 404),
  },
})

const remove = createRoute({
  method: 'delete',
  path: '/imports/{importId}',
  operationId: 'deleteImport',
  summary: 'Drop a file that was not imported',
  description: 'An import that was started stays, for 7 days after its end.',
  ...own,
  request: { params },
  responses: { 200: shown, ...errorResponses(400, 403, 404) },
})

const emptyFile = { ...refuseFor('invalid_file', reason('empty')), code: 'invalid_file' } as const

const importerOf = ({ workspaceId, personId, role, scopes }: Principal): Importer => ({
  workspaceId,
  personId,
  role,
  scopes,
})

export function importRoutes(deps: AppDeps & { imports: ImportRunner }): OpenAPIHono<AppEnv> {
  const { store, now } = deps
  const app = new OpenAPIHono<AppEnv>()
  const present = (outcome: ImportOutcome & { ok: true }) => ({ data: presentImport(outcome.value, now()) })

  app.openapi(create, async (c) => {
    const bytes = new Uint8Array(await c.req.arrayBuffer())
    if (bytes.length === 0) return problemOf(c, emptyFile)
    const zone = preferredZone(c.req.valid('header').prefer) ?? 'UTC'
    const { name } = c.req.valid('query')
    const added = await addImport(deps, importerOf(c.get('principal')), { name, bytes, zone })
    return added.ok ? c.json(present(added), 201) : problemOf(c, added)
  })

  app.openapi(list, async (c) => {
    const { workspaceId, personId } = c.get('principal')
    const since = now() - undoImportWithin
    const found = await store.read((tx) => importsOfPerson(tx, workspaceId, personId, since))
    return c.json({ data: found.map((one) => presentImport(one, now())) }, 200)
  })

  app.openapi(get, async (c) => {
    const { importId } = c.req.valid('param')
    const found = await store.read((tx) => ownImport(tx, c.get('principal'), importId))
    return found ? c.json({ data: presentImport(found, now()) }, 200) : problemOf(c, noImport)
  })

  app.openapi(patch, async (c) => {
    const { importId } = c.req.valid('param')
    const changed = await changeImport(deps, importerOf(c.get('principal')), importId, c.req.valid('json'))
    return changed.ok ? c.json(present(changed), 200) : problemOf(c, changed)
  })

  app.openapi(start, async (c) => {
    const started = await startImport(deps, importerOf(c.get('principal')), c.req.valid('param').importId)
    return started.ok ? c.json(present(started), 202) : problemOf(c, started)
  })

  app.openapi(cancel, async (c) => {
    const cancelled = await cancelImport(deps, importerOf(c.get('principal')), c.req.valid('param').importId)
    return cancelled.ok ? c.json(present(cancelled), 200) : problemOf(c, cancelled)
  })

  app.openapi(undo, async (c) => {
    const undone = await undoneImport(deps, importerOf(c.get('principal')), c.req.valid('param').importId)
    return undone.ok ? c.json(present(undone), 202) : problemOf(c, undone)
  })

  app.openapi(leftOut, async (c) => {
    const { importId } = c.req.valid('param')
    const found = await store.read(async (tx) => {
      const held = await ownImport(tx, c.get('principal'), importId)
      return held && { held, rows: await leftOutOfImport(tx, held) }
    })
    if (!found) return problemOf(c, noImport)
    const language = /^de\b/i.test(c.req.valid('header')['accept-language'] ?? '') ? 'de' : 'en'
    return c.body(leftOutCsv(found.rows, found.held.header, language), 200, {
      'Content-Type': 'text/csv; charset=utf-8',
    })
  })

  app.openapi(remove, async (c) => {
    const dropped = await dropImport(deps, importerOf(c.get('principal')), c.req.valid('param').importId)
    return dropped.ok ? c.json(present(dropped), 200) : problemOf(c, dropped)
  })

  return app
}
