import { expect, test } from 'vitest'
import type { ApiOperation } from '../openapi-document.ts'
import { curlOf } from './operation.ts'

const operation = (more: Partial<ApiOperation>): ApiOperation => ({
  summary: '',
  tags: [],
  security: [{ accessKey: [] }],
  parameters: [],
  responses: {},
  ...more,
})

const parameter = (place: 'path' | 'query' | 'header', name: string, example?: string) => ({
  name,
  in: place,
  required: false,
  schema: {},
  ...(example !== undefined && { example }),
})

test.each([
  [
    'a GET with what it asks by',
    'get',
    '/things/{id}',
    operation({ parameters: [parameter('path', 'id', 'a/b'), parameter('query', 'q', 'x & y')] }),
    `curl "$SVC_URL/things/a%2Fb?q=x+%26+y" \\\n  -H "Authorization: Bearer $SVC_TOKEN"`,
  ],
  [
    'a parameter without an example is left out',
    'get',
    '/things',
    operation({ parameters: [parameter('query', 'cursor')] }),
    `curl "$SVC_URL/things" \\\n  -H "Authorization: Bearer $SVC_TOKEN"`,
  ],
  [
    'a POST without a body names its method',
    'post',
    '/things',
    operation({}),
    `curl -X POST "$SVC_URL/things" \\\n  -H "Authorization: Bearer $SVC_TOKEN"`,
  ],
  [
    'a body with an apostrophe stays one argument of the shell',
    'patch',
    '/things',
    operation({
      security: [],
      requestBody: { content: { 'application/json': { schema: {}, example: "it's" } } },
    }),
    `curl -X PATCH "$SVC_URL/things" \\\n  -H "Content-Type: application/json" \\\n  -d '"it'\\''s"'`,
  ],
  [
    'a header with quotes, of an operation that is open to everyone',
    'get',
    '/things',
    operation({ security: [], parameters: [parameter('header', 'prefer', 'timezone="UTC"')] }),
    `curl "$SVC_URL/things" \\\n  -H 'prefer: timezone="UTC"'`,
  ],
])('GEN-11 an example as a command: %s', (_, method, path, one, command) => {
  expect(curlOf(method, path, one)).toBe(command)
})
