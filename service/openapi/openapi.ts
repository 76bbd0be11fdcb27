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
  openid: 'Adds an ID token that names the person who signed in.',
  offline_access: 'Adds a refresh token, if the request has `prompt=consent`.',
  profile: 'Adds the name of the person.',
  email: 'Adds the email address of the person.',
  ...Object.fromEntries(launcherScopes.map((name) => [name, `Allows ${name}.`])),
}

/** @param baseUrl of the service, so that generated clients need no other address */
const securitySchemesAt = (baseUrl: string) =>
  ({
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
          authorizationUrl: `${baseUrl}/oauth/authorize`,
          tokenUrl: `${baseUrl}/oauth/token`,
          refreshUrl: `${baseUrl}/oauth/token`,
          scopes,
        },
      },
    },
  }) as const

/** In their order on the page. */
const tags = [
  { name: 'identity', description: 'The workspace, scopes and owner of a key.' },
  { name: 'objects', description: 'The objects of the workspace and their fields.' },
  { name: 'records', description: 'Records, queries of them, and comments on them.' },
  { name: 'tasks', description: 'Tasks that the key’s owner sees.' },
  { name: 'changes', description: 'What has changed, in the order of the commits.' },
  { name: 'webhooks', description: 'Endpoints that receive events, and their deliveries.' },
  { name: 'environments', description: 'Environment variables of projects, for the command line.' },
  { name: 'launcher', description: 'Tasks, search, records and the brief for the desktop launcher.' },
  { name: 'health', description: 'Liveness and readiness of the service.' },
]

/**
 * @param app the finished application, whose routes the document describes
 * @param baseUrl the public origin, known once the server listens
 * @returns the document, made when it is first read
 */
export function createDocument(app: OpenAPIHono<AppEnv>, baseUrl: () => string): () => ApiDocument {
  let document: ApiDocument | undefined

  const build = () => {
    for (const [name, scheme] of Object.entries(securitySchemesAt(baseUrl()))) {
      app.openAPIRegistry.registerComponent('securitySchemes', name, scheme)
    }
    // No route refers to it.
    app.openAPIRegistry.register('RecordFilter', recordFilter)
    for (const request of eventRequests) app.openAPIRegistry.registerWebhook(request)
    return completeDocument(
      app.getOpenAPI31Document({
        openapi: '3.1.0',
        info: {
          title: 'Workspace data service',
          version: '1',
          description: guide,
          contact: { name: 'Svc Launcher engineers' },
          license: { name: 'MIT', url: 'https://opensource.org/license/mit' },
        },
        servers: [{ url: baseUrl() }],
        tags,
      }),
      { operations: operationExamples, events: eventExamples },
    )
  }

  return () => (document ??= build())
}

export function openapiRoutes(document: () => ApiDocument): OpenAPIHono<AppEnv> {
  const routes = new OpenAPIHono<AppEnv>()
  // Made once, because anybody may ask as often as they like.
  let text: Uint8Array<ArrayBuffer> | undefined
  routes.get('/openapi.json', (c) =>
    c.body((text ??= new TextEncoder().encode(JSON.stringify(document()))), 200, {
      'Content-Type': 'application/json',
    }),
  )
  return routes
}
