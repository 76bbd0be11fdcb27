// Client ID metadata documents (draft-ietf-oauth-client-id-metadata-document): an assistant's client id is the address of a document about
// it. The address comes from anybody, so it is read through the guard of everything that leaves the service.
import type { Configuration } from 'oidc-provider'
import { z } from 'zod'
import {
  createSafeRequest,
  rejectedBy,
  resolveName,
  unsafeUrl,
  type SafeRequest,
} from '../http/safe-request.ts'
import { deviceNameOf } from './grants.ts'

/** An id is stored with each change that its assistant makes. */
const mostOfId = 300
const mostBytes = 16_384
const waitMilliseconds = 4_000

/** Whether an address can be that of a document, as far as its text tells. */
export const isClientAddress = (id: string): boolean =>
  id.length <= mostOfId && unsafeUrl(id, 'public hosts') === undefined && new URL(id).pathname !== '/'

const document = z.object({
  client_id: z.string(),
  client_name: z.string().max(2_000).optional(),
  redirect_uris: z.array(z.string().max(2_000)).min(1).max(20),
  token_endpoint_auth_method: z.string().optional(),
})

const isRedirect = (uri: string): boolean => {
  const { protocol = '', hostname = '' } = URL.parse(uri) ?? {}
  return (
    protocol === 'https:' || (protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(hostname))
  )
}

/**
 * The parts of a document that count. `native` lets a program listen on any port of its machine (RFC 8252), and asks the person at each
 * sign-in.
 */
function metadataOf(text: string): Record<string, unknown> {
  const { client_id, client_name, redirect_uris, token_endpoint_auth_method } = document.parse(
    JSON.parse(text),
  )
  return {
    client_id,
    client_name: deviceNameOf(client_name ?? '') ?? new URL(client_id).host,
    // Only addresses of the web and of the person's machine: no scheme that another program may have registered.
    redirect_uris: redirect_uris.filter(isRedirect),
    application_type: 'native',
    token_endpoint_auth_method: token_endpoint_auth_method ?? 'none',
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    id_token_signed_response_alg: 'ES256',
  }
}

async function bodyOf(answer: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of answer) {
    size += chunk.length
    if (size > mostBytes) throw new Error('The document is too large.')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

/** `configuration.fetch` of oidc-provider, which fetches nothing but these documents. */
export const fetchClientDocument =
  (
    request: SafeRequest = createSafeRequest({ network: 'public hosts', resolve: resolveName }),
  ): NonNullable<Configuration['fetch']> =>
  async (url) => {
    const signal = AbortSignal.timeout(waitMilliseconds)
    const headers = { accept: 'application/json', 'user-agent': 'svc' }
    const read = async () => {
      const answer = await request({
        url: typeof url === 'string' ? url : 'href' in url ? url.href : url.url,
        method: 'GET',
        headers,
        signal,
      })
      try {
        // A redirect is an answer like any other that is not 200.
        if (answer.statusCode !== 200) return new Response(null, { status: 502 })
        const cacheControl = answer.headers['cache-control'] ?? ''
        return Response.json(metadataOf(await bodyOf(answer)), { headers: { 'cache-control': cacheControl } })
      } finally {
        answer.destroy()
      }
    }
    return await Promise.race([read(), rejectedBy(signal)])
  }
