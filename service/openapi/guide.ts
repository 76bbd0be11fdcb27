// What a developer reads first: the description of the document, and the beginning of the page at `/docs` (GEN-11).

export const guide = `
Objects, records and tasks of a workspace, webhooks that tell of their changes, environment variables of projects, and the
surface of the launcher.

## First request

An operator makes an access key. It is shown this once:

\`\`\`
svc key create --workspace acme --as owner@acme.test --scopes records:read,records:write
\`\`\`

It goes along with every request and selects the workspace. The examples take it from \`SVC_TOKEN\`, and the address of the
service from \`SVC_URL\`:

\`\`\`
curl "$SVC_URL/v1/whoami" -H "Authorization: Bearer $SVC_TOKEN"
\`\`\`

\`/v1/launcher\` takes access tokens of OAuth instead, which act for a person.

Web pages of any origin may call \`/v1\`, but not \`/v1/launcher\`. They send a key, and no cookies.

## Values of records

\`GET /v1/objects/{object}/fields\` lists the fields of an object. What is written may name a field by its id or its slug; where two
fields share a slug, by its id. Answers name fields by their ids, which stay when a field is renamed.

## Pages

Lists take a \`limit\` of 1 to 100 (25 unless it is said) and a \`cursor\`. While \`has_more\` is true, ask again with \`next_cursor\`
as the cursor and everything else as before. A walk to the end shows every row once, also while rows are added. Lists of the
launcher say \`hasMore\` and \`nextCursor\`, and have limits of their own.

## Errors

Read the status first. Anything but 2xx has no \`data\`:

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

\`requestId\` is the header \`X-Request-Id\` of every answer, and finds the request in the log of the service.

## Sending again

After a timeout nobody knows what has happened. Send a POST with an \`Idempotency-Key\` of your choice, and send it again under
the same key: what was done is answered once more, and not done twice. PUT under an id of your own, PATCH and DELETE can be sent
again as they are.

## Changes of others

One record or task is answered with an \`ETag\`. A change that sends it as \`If-Match\` is refused with 412 where somebody else was
quicker. A GET that sends it as \`If-None-Match\` is answered with 304 while nothing has changed.

## Limits

A key may ask 300 times in 60 seconds, 120 times at \`/cli/v1\`. \`RateLimit\` says how many are left; a 429 says in \`Retry-After\` how
many seconds to wait.

Numbers are doubles (IEEE 754). A fraction is rounded to the nearest one; an integer that none of them holds is refused
with 400, and can be sent as text.

A name that a body or a query does not have is refused with 400 \`unknown_field\`, and the message names the nearest one.

A body has at most 1 MiB and 32 levels; it is UTF-8, and not compressed. One in which an object names a member twice or \`__proto__\`, or a text holds NUL or
half of a surrogate pair, is refused with 400.`.trim()
