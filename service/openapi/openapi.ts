// The contract as OpenAPI 3.1, generated from the schemas that validate (GEN-11).
import { OpenAPIHono } from '@hono/zod-openapi'
import { launcherScopes } from '../../shared/api/primitives.ts'
import type { AppEnv } from '../http/app-type.ts'
import { operationExamples } from './examples/operations.ts'
import { eventRequests } from '../webhooks/webhook-events.routes.ts'
import { completeDocument, type ApiDocument } from './openapi-document.ts'
import { recordFilter } from '../records/query/record-query.routes.ts'
import { eventTypes, type EventType } from '../../shared/api/webhooks.ts'
import type { Change } from '../webhooks/event-types.rules.ts'
import { comment, delivery, fieldIds, record, task, taskComment, workspace } from './examples/resources.ts'

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

// An example of the body of each event, for the document (GEN-11, WHK-03).

const changes: Record<EventType, Pick<Change, 'data' | 'previous'>> = {
  'record.created': { data: record },
  'record.updated': { data: record, previous: { values: { [fieldIds.status]: 'prospect' } } },
  'record.archived': { data: { ...record, archived: true }, previous: { archived: false } },
  'record.restored': { data: record, previous: { archived: true } },
  'record.comment.created': { data: comment },
  'task.created': { data: task },
  'task.updated': { data: task, previous: { priority: 'medium', dueDate: null } },
  'task.archived': { data: { ...task, archived: true }, previous: { archived: false } },
  'task.comment.created': { data: taskComment },
}

/** By the name of the event. */
export const eventExamples: Readonly<Record<string, unknown>> = Object.fromEntries(
  eventTypes.map((type) => [
    type,
    {
      id: delivery.id,
      type,
      timestamp: delivery.createdAt,
      workspaceId: workspace.id,
      actor: { type: 'user', id: task.createdBy },
      ...changes[type],
    },
  ]),
)

// The description of the document, and the beginning of the page at `/docs` (GEN-11).

const guide = `
Objects, records and tasks of a workspace, webhooks for their changes, environment variables of projects, and the API of
the launcher.

## First request

Create an access key in your browser, under *My keys* of the developer settings (\`/settings\`), or have an operator create one. It
is shown once:

\`\`\`
svc key create --workspace acme --as owner@acme.test --scopes objects:read,records:write,tasks:write,comments:write,webhooks:write
\`\`\`

Every request carries the key, which selects the workspace. The examples read it from \`SVC_TOKEN\`, and the address of the
service from \`SVC_URL\`:

\`\`\`
curl "$SVC_URL/v1/whoami" -H "Authorization: Bearer $SVC_TOKEN"
\`\`\`

The typed client is \`@svc/client\`. \`npm run build -- client\` in the repository of the service packs it, and
\`svc types acme.ts --base-url "$SVC_URL"\` writes a type for each object. The examples in TypeScript are one program:

\`\`\`ts
import { createSvc, SvcError, verifyWebhook } from '@svc/client'
import type { Workspace } from './acme.ts'

const { SVC_URL: url = '', SVC_TOKEN: token = '' } = process.env
const svc = createSvc<Workspace>({ url, token })
const { data: identity } = await svc.call('GET /v1/whoami')
console.log(identity.workspace?.slug)
\`\`\`

\`/v1/launcher\` takes OAuth access tokens instead, which act for a person.

Web pages of any origin may call \`/v1\` with a key and without cookies, but not \`/v1/launcher\`.

## Values of records

\`GET /v1/objects/{object}/fields\` lists the fields of an object. A write names a field by its id or its slug, or by its id where two
fields share a slug. Answers name fields by their ids, which stay when a field is renamed. The client reads the fields once, and names
values by slug in both directions:

\`\`\`ts
const northwind = await svc.records.create('companies', { name: 'Northwind', status: 'prospect' })
console.log(northwind.values.status)
\`\`\`

## Tasks that repeat

A task with a \`recurrence\` comes again when it is completed: the change answers with the id of the next instance. Its \`rule\` is an RRULE
(RFC 5545) without DTSTART, at most daily, such as \`FREQ=WEEKLY;INTERVAL=2;BYDAY=MO\`. It says days; the time stays that of the due
date in the time zone of the first assignee, else of the creator, else of the launcher that completes it, else in UTC.

- \`after: "due"\` takes the first day of the rule after the due date, but none before today. \`"completion"\` counts from the day of completion, as
  every rule does where the task has no due date; the next instance is then due on a whole day.
- The next instance has everything that the task has but its status, logged time, subtasks and comments. The start keeps its distance to the due
  date. People who have left and archived records are left out. Nobody is notified of it.
- \`UNTIL\` ends the series with a day, \`COUNT\` with a number of instances, of which the task is the first. Days that a month does not have are
  left out: \`BYMONTHDAY=-1\` is the last one.
- Reopening a completed task archives its next instance, unless somebody has changed, completed or archived it, commented on it or given it a
  subtask. Then it stays, and completing the task again makes none.
- To skip an instance, change its due date. \`recurrence: null\` ends the series. A task that is created as completed makes no next
  instance.

## Pages

Lists take a \`limit\` of 1 to 100 (default 25) and a \`cursor\`. While \`has_more\` is true, repeat the request with \`next_cursor\`
as its \`cursor\`. All pages together show every row once, also while rows are added. Lists of the launcher use \`hasMore\` and
\`nextCursor\`, and have their own limits. The client reads all pages:

\`\`\`ts
const filter = { status: { $eq: 'prospect' }, name: { $starts_with: 'North' } }
for await (const company of svc.records.query({ object: 'companies', filter, sorts: [{ field: 'name' }] }))
  console.log(company.title, company.values.employees)
\`\`\`

## Changes

\`GET /v1/changes?after=now\` answers a cursor. Read everything once, then ask for \`after=CURSOR\`, each time with the \`next_cursor\` of
the answer: each change comes once, in the order of the commits. When the cursor stays the same, there is nothing more for now. The client follows until it is stopped, or to the end with \`once\`:

\`\`\`ts
let after: string | undefined // from your storage
for await (const { reset, changes, cursor } of svc.changes({ after, once: true })) {
  if (reset) console.log('Read everything again.')
  for (const { kind, id, action } of changes) console.log(kind, id, action)
  after = cursor // to your storage
}
\`\`\`

## Errors

Check the status first. Only 2xx has \`data\`:

\`\`\`
{
  "error": {
    "code": "missing_field",
    "message": "The field \`name\` is required.",
    "requestId": "452b655b-8caa-4396-a369-3c79b5c47e82",
    "details": [
      { "code": "missing_field", "path": ["values", "name"], "message": "The field \`name\` is required." }
    ]
  }
}
\`\`\`

\`requestId\` equals the header \`X-Request-Id\` of the answer. Quote it to find the request in the log of the service. The client throws one kind of error:

\`\`\`ts
try {
  await svc.records.get('01a20dc8-2af2-702e-9a69-000000000000')
} catch (error) {
  if (!(error instanceof SvcError)) throw error
  console.log(error.status, error.code, error.requestId)
}
\`\`\`

## Sending again

Send a POST with an \`Idempotency-Key\` of your choice. After a timeout, send it again under the same key: a request that was
done is answered again and not done twice. A request that was refused is judged anew. PUT under your own id, PATCH and DELETE can be repeated as they are. The client does all of it, up to four times. Name the key of a
create only if another process may repeat it:

\`\`\`ts
const call = { title: 'Call Northwind', linked_record_ids: [northwind.id] }
const task = await svc.tasks.create(call, { idempotencyKey: \`call \${northwind.id}\` })
\`\`\`

## Changes of others

A record or task has an \`ETag\`. A change with that \`If-Match\` is refused with 412 if the resource has changed since. A GET
with that \`If-None-Match\` is answered with 304 if it has not. The weak form that some proxies make of it, \`W/"1"\`, is
accepted in both.

\`\`\`ts
const { etag } = await svc.tasks.get(task.id)
await svc.tasks.update(task.id, { priority: 'high' }, { ifMatch: etag })
\`\`\`

## Events

A webhook is signed. Verify it over its body as it arrived, and switch by its type:

\`\`\`ts
export async function receive(request: Request, secret: string): Promise<string> {
  const event = await verifyWebhook(secret, request.headers, await request.text())
  if (event.type !== 'record.created' || 'truncated' in event.data) return event.type
  const record = await svc.records.bySlug(event.data)
  return record.object === 'companies' ? record.values.name : record.title
}
\`\`\`

## Limits

A key has 300 requests in 60 seconds, 120 at \`/cli/v1\`. \`RateLimit\` says how many are left; \`Retry-After\` of a 429 or 503
says how many seconds to wait.

Numbers are doubles (IEEE 754). Fractions are rounded; an integer that a double cannot hold is refused with 400, and can be
sent as text.

An unknown name in a body or query is refused with 400 \`unknown_field\`, and the message names the nearest known one.

A body is uncompressed UTF-8 of at most 1 MiB and 32 levels; one with a calendar file may have 24 MiB. An object with the same name twice or with \`__proto__\`, and a text
with NUL or half of a surrogate pair, are refused with 400.`.trim()
