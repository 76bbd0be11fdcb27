// The contract as OpenAPI 3.1, generated from the schemas that validate (GEN-11).
import { OpenAPIHono } from '@hono/zod-openapi'
import { launcherScopes } from '../../shared/api/primitives.ts'
import type { AppEnv } from '../http/app-type.ts'
import { eventExamples } from './examples/events.ts'
import { operationExamples } from './examples/operations.ts'
import { guide } from './guide.ts'
import { eventRequests } from '../webhooks/webhook-events.routes.ts'
import { completeDocument, type ApiDocument } from './openapi-document.ts'
import { recordFilter } from '../records/query/record-query.routes.ts'

const scopes = {
  openid: 'Tells who has signed in, in an ID token.',
  offline_access: 'Gives a refresh token; only a request with `prompt=consent` gets it.',
  profile: 'Tells the name of the person.',
  email: 'Tells the email address of the person.',
  ...Object.fromEntries(launcherScopes.map((name) => [name, `Allows ${name}.`])),
}

const securitySchemes = {
  accessKey: {
    type: 'http',
    scheme: 'bearer',
    description: 'A developer access key (`svc_…`). It selects the workspace.',
  },
  launcher: {
    type: 'oauth2',
    description:
      'An access token of the client `svc-launcher`: authorization code with PKCE S256. For a refresh token ask for `openid` and `offline_access` too, with `prompt=consent`.',
    flows: {
      authorizationCode: {
        authorizationUrl: '/oauth/authorize',
        tokenUrl: '/oauth/token',
        refreshUrl: '/oauth/token',
        scopes,
      },
    },
  },
} as const

/** In the order in which a reader meets them. */
const tags = [
  { name: 'identity', description: 'Whose key this is.' },
  { name: 'objects', description: 'The kinds of records of the workspace, and their fields.' },
  { name: 'records', description: 'Records, questions about them, and comments on them.' },
  { name: 'tasks', description: 'Tasks that the key’s owner sees.' },
  { name: 'webhooks', description: 'Endpoints that are told of changes, and what was delivered to them.' },
  { name: 'environments', description: 'Environment variables of projects, for the command line.' },
  { name: 'launcher', description: 'Tasks, search, records and the brief for the desktop launcher.' },
  { name: 'health', description: 'Whether the service lives and can work.' },
]

/** @param app the finished application, whose routes the document describes. @returns the document, made when it is first read */
export function createDocument(app: OpenAPIHono<AppEnv>): () => ApiDocument {
  let document: ApiDocument | undefined

  const build = () => {
    for (const [name, scheme] of Object.entries(securitySchemes)) {
      app.openAPIRegistry.registerComponent('securitySchemes', name, scheme)
    }
    // Only the document needs it, so no route brings it along.
    app.openAPIRegistry.register('RecordFilter', recordFilter)
    for (const request of eventRequests) app.openAPIRegistry.registerWebhook(request)
    return completeDocument(
      app.getOpenAPI31Document({
        openapi: '3.1.0',
        info: {
          title: 'Workspace data service',
          version: '1',
          description: guide,
          license: { name: 'MIT', url: 'https://opensource.org/license/mit' },
        },
        servers: [{ url: '/' }],
        tags,
      }),
      { operations: operationExamples, events: eventExamples },
    )
  }

  return () => (document ??= build())
}

export function openapiRoutes(document: () => ApiDocument): OpenAPIHono<AppEnv> {
  const routes = new OpenAPIHono<AppEnv>()
  // One text for all answers: anybody may ask, as often as they like.
  let text: Uint8Array<ArrayBuffer> | undefined
  routes.get('/openapi.json', (c) =>
    c.body((text ??= new TextEncoder().encode(JSON.stringify(document()))), 200, {
      'Content-Type': 'application/json',
    }),
  )
  return routes
}
