// The client of the command-line surface for `svc env`. The key never appears on the command line (CLI-01).
import { readFileSync } from 'node:fs'
import type { z } from 'zod'
import {
  variablesChangeResponse,
  variablesResponse,
  type Variable,
  type VariablesChange,
} from '../../../shared/api/environments.ts'
import { counted } from '../../base/counted.ts'
import { errorStatus, plainError, routeError, type ErrorCode } from '../../../shared/api/errors.ts'
import { defaultHost, defaultPort } from '../../base/config.ts'
import { isLoopback } from '../../http/server/host-check.ts'
import { operatorError, type OperatorError } from '../../base/operator-error.ts'
import { originOption, pathOption, type Arguments } from '../command.ts'

export type Place = { project: string; environment: string }

export type EnvService = {
  /** Its origin. */
  url: string
  read(place: Place): Promise<{ variables: readonly Variable[]; version: number }>
  /** @throws OperatorError `version_conflict` whose details name the keys that others have changed */
  write(
    place: Place,
    body: { variables: Readonly<Record<string, string>>; merge: boolean; base_version?: number | undefined },
  ): Promise<VariablesChange>
}

export const serviceOptions = {
  'base-url': {
    value: 'URL',
    help: `the service (default: SVC_BASE_URL, else http://${defaultHost}:${defaultPort})`,
  },
  'token-file': {
    value: 'FILE',
    help: 'file that holds the access key (default: the variable SVC_TOKEN)',
  },
} as const

const waitMilliseconds = 30_000

function readToken(args: Arguments): string {
  const file = args.optional('token-file', pathOption)
  let text = process.env['SVC_TOKEN']
  try {
    if (file !== undefined) text = readFileSync(file, 'utf8')
  } catch {
    throw operatorError('file_unusable', `The token file ${file} cannot be read.`)
  }
  const token = text?.trim() ?? ''
  if (/^[\x21-\x7e]{1,512}$/.test(token)) return token
  throw operatorError(
    'bad_option',
    'An access key is required: set SVC_TOKEN, or name a file with --token-file FILE.',
  )
}

function readOrigin(args: Arguments): string {
  const given = args.optional('base-url', originOption) ?? process.env['SVC_BASE_URL']
  const url = originOption.safeParse(given ?? `http://${defaultHost}:${defaultPort}`)
  if (!url.success)
    throw operatorError('bad_option', 'SVC_BASE_URL is not an origin like https://data.example.com.')
  const { protocol, hostname } = new URL(url.data)
  if (protocol === 'https:' || isLoopback(hostname)) return url.data
  throw operatorError(
    'bad_option',
    `${url.data} is not an https address. Secrets are sent over https only: use its https address, or a tunnel to this machine.`,
  )
}

const isErrorCode = (code: string): code is ErrorCode => Object.hasOwn(errorStatus, code)

/** The refusal of the service, with its own message if it sent one. */
async function refusalOf(response: Response, url: string): Promise<OperatorError> {
  const body: unknown = await response.json().catch(() => undefined)
  const route = routeError.safeParse(body)
  if (response.status === 401) {
    return operatorError(
      'unauthorized',
      `The service ${url} does not accept this access key. It may be revoked or expired.`,
    )
  }
  if (route.success && isErrorCode(route.data.error.code)) {
    const { code, message, details } = route.data.error
    const seconds = response.headers.get('retry-after')
    const wait =
      response.status === 429 && seconds !== null
        ? ` Try again in ${counted(Number(seconds), 'second')}.`
        : ''
    return operatorError(code, `${message}${wait}`, details)
  }
  const plain = plainError.safeParse(body)
  const words = plain.success ? plain.data.error : `It answered ${response.status}.`
  return operatorError('unexpected_answer', `The service ${url} refused the request: ${words}`)
}

/** The service and the key that `serviceOptions` name. */
export const serviceAccess = (args: Arguments): { url: string; token: string } => ({
  url: readOrigin(args),
  token: readToken(args),
})

export function openEnvService(args: Arguments): EnvService {
  const { url, token } = serviceAccess(args)

  const exchange = async <T>(place: Place, schema: z.ZodType<T>, body?: object): Promise<T> => {
    const address = `${url}/cli/v1/projects/${encodeURIComponent(place.project)}/env?environment=${encodeURIComponent(place.environment)}`
    const response = await fetch(address, {
      method: body ? 'PUT' : 'GET',
      headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
      // Never send the key to another service.
      redirect: 'manual',
      signal: AbortSignal.timeout(waitMilliseconds),
    }).catch((): never => {
      throw operatorError(
        'service_unreachable',
        `The service ${url} does not answer. Check that it runs, and --base-url.`,
      )
    })
    if (!response.ok) throw await refusalOf(response, url)
    const answer = schema.safeParse(await response.json().catch(() => undefined))
    if (answer.success) return answer.data
    throw operatorError('unexpected_answer', `The server at ${url} is not a workspace data service.`)
  }

  return {
    url,
    async read(place) {
      const { data, version } = await exchange(place, variablesResponse)
      return { variables: data, version }
    },
    async write(place, body) {
      const { data } = await exchange(place, variablesChangeResponse, body)
      return data
    },
  }
}
