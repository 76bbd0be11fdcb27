// How the page's files are answered: each with its content security policy as a header, because a policy in the page
// comes too late for what stands above it.
import { readFile } from 'node:fs/promises'
import { resolveAsset } from './asset-path.ts'

/** No inline script or style, no other host, no frame; strings cannot become script (Trusted Types). */
export const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "object-src 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ')

const headers = {
  'Content-Security-Policy': contentSecurityPolicy,
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
}

const refusal = (status: number): Response => new Response(null, { status, headers })

/** Answers one request for the page. GET and HEAD only; everything outside the folder is 404. */
export const serveAsset = async (root: string, request: Request): Promise<Response> => {
  if (request.method !== 'GET' && request.method !== 'HEAD') return refusal(405)
  const asset = resolveAsset(root, request.url)
  if (asset === null) return refusal(404)
  try {
    const body = await readFile(asset.path)
    return new Response(request.method === 'HEAD' ? null : body, {
      status: 200,
      headers: { ...headers, 'Content-Type': asset.mediaType },
    })
  } catch {
    return refusal(404)
  }
}
