// An operation's example as a reader tries it: a request for curl, and the answer to it.
import type { ApiOperation } from '../openapi-document.ts'

type Media = Readonly<Record<string, { example?: unknown }>>

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`

const json = (value: unknown): string => JSON.stringify(value, null, 2)

/** The example of a body, if there is one. */
export const exampleIn = (content: Media | undefined): string | undefined => {
  const [media] = Object.values(content ?? {})
  return media?.example === undefined ? undefined : json(media.example)
}

/** What the operation answers when it succeeds. */
export const successOf = (one: ApiOperation) =>
  Object.entries(one.responses).find(([status]) => status.startsWith('2'))

/** The request as a command: `SVC_URL` is where the service is, `SVC_TOKEN` who asks. */
export function curlOf(method: string, path: string, one: ApiOperation): string {
  const given = one.parameters.flatMap(({ example, ...each }) =>
    example === undefined ? [] : [{ ...each, value: String(example) }],
  )
  const filled = path.replaceAll(/\{(\w+)\}/g, (whole, name: string) => {
    const parameter = given.find((each) => each.in === 'path' && each.name === name)
    return parameter ? encodeURIComponent(parameter.value) : whole
  })
  const query = new URLSearchParams(
    given.filter((each) => each.in === 'query').map(({ name, value }): [string, string] => [name, value]),
  ).toString()
  const body = exampleIn(one.requestBody?.content)
  const verb = method.toUpperCase()
  const isPlain = verb === 'GET' || (verb === 'POST' && body !== undefined)
  return [
    `curl ${isPlain ? '' : `-X ${verb} `}"$SVC_URL${filled}${query === '' ? '' : `?${query}`}"`,
    ...(one.security.length === 0 ? [] : ['-H "Authorization: Bearer $SVC_TOKEN"']),
    ...given
      .filter((each) => each.in === 'header')
      .map(({ name, value }) => `-H ${quoted(`${name}: ${value}`)}`),
    ...(body === undefined ? [] : ['-H "Content-Type: application/json"', `-d ${quoted(body)}`]),
  ].join(' \\\n  ')
}
