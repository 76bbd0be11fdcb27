// The description of the document, and the beginning of the page at `/docs` (GEN-11).

export const guide = `
Objects, records and tasks of a workspace, webhooks for their changes, environment variables of projects, and the API of
the launcher.

## First request

Create an access key in your browser, under *My keys* of the developer settings (\`/settings\`), or have an operator create one. It
is shown once:

\`\`\`
svc key create --workspace acme --as owner@acme.test --scopes records:read,records:write
\`\`\`

Every request carries the key, which selects the workspace. The examples read it from \`SVC_TOKEN\`, and the address of the
service from \`SVC_URL\`:

\`\`\`
curl "$SVC_URL/v1/whoami" -H "Authorization: Bearer $SVC_TOKEN"
\`\`\`

\`/v1/launcher\` takes OAuth access tokens instead, which act for a person.

Web pages of any origin may call \`/v1\` with a key and without cookies, but not \`/v1/launcher\`.

## Values of records

\`GET /v1/objects/{object}/fields\` lists the fields of an object. A write names a field by its id or its slug, or by its id where two
fields share a slug. Answers name fields by their ids, which stay when a field is renamed.

## Pages

Lists take a \`limit\` of 1 to 100 (default 25) and a \`cursor\`. While \`has_more\` is true, repeat the request with \`next_cursor\`
as its \`cursor\`. All pages together show every row once, also while rows are added. Lists of the launcher use \`hasMore\` and
\`nextCursor\`, and have their own limits.

## Changes

\`GET /v1/changes?after=now\` answers a cursor. Read everything once, then ask for \`after=CURSOR\`, each time with the \`next_cursor\` of
the answer: each change comes once, in the order of the commits. When the cursor stays the same, there is nothing more for now.

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

\`requestId\` equals the header \`X-Request-Id\` of the answer. Quote it to find the request in the log of the service.

## Sending again

Send a POST with an \`Idempotency-Key\` of your choice. After a timeout, send it again under the same key: a request that was
done is answered again and not done twice. A request that was refused is judged anew. PUT under your own id, PATCH and DELETE can be repeated as they are.

## Changes of others

A record or task has an \`ETag\`. A change with that \`If-Match\` is refused with 412 if the resource has changed since. A GET
with that \`If-None-Match\` is answered with 304 if it has not. The weak form that some proxies make of it, \`W/"1"\`, is
accepted in both.

## Limits

A key has 300 requests in 60 seconds, 120 at \`/cli/v1\`. \`RateLimit\` says how many are left; \`Retry-After\` of a 429 or 503
says how many seconds to wait.

Numbers are doubles (IEEE 754). Fractions are rounded; an integer that a double cannot hold is refused with 400, and can be
sent as text.

An unknown name in a body or query is refused with 400 \`unknown_field\`, and the message names the nearest known one.

A body is uncompressed UTF-8 of at most 1 MiB and 32 levels; one with a calendar file may have 24 MiB. An object with the same name twice or with \`__proto__\`, and a text
with NUL or half of a surrogate pair, are refused with 400.`.trim()
