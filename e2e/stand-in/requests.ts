// Every request of Chromium that concerns the app, paused once on the browser's session: custom schemes are answered by
// protocol.handle, and documents pass the navigation guards.
import type { CdpSession, Protocol } from './cdp.ts'
import { policyToWire, toApp, wirePattern } from './app-scheme.ts'
import { handlerFor } from './protocol.ts'
import { WebContents } from './web-contents.ts'

type Paused = Protocol.Fetch.requestPausedPayload

/** @param refusePopup takes the document of a window that a page opened past the guards. @returns whether it was one. */
export async function serveRequests(
  browser: CdpSession,
  refusePopup: (targetId: string, url: string) => boolean,
): Promise<void> {
  const abort = ({ requestId }: Paused, errorReason: Protocol.Network.ErrorReason): void =>
    browser.post('Fetch.failRequest', { requestId, errorReason })

  browser.on('Fetch.requestPaused', (paused) => {
    const { requestId, request, resourceType, frameId, redirectedRequestId } = paused
    if (resourceType === 'Document') {
      if (refusePopup(frameId, request.url)) return abort(paused, 'Aborted')
      const main = WebContents.fromDevToolsTargetId(frameId)
      const contents = main ?? ownerOf(frameId)
      const cause = redirectedRequestId === undefined ? 'navigation' : 'redirect'
      if (contents?.guard(request.url, main ? 'main' : 'sub', cause) === 'stay')
        return abort(paused, 'Aborted')
    }
    const url = toApp(request.url)
    if (url === request.url) return browser.post('Fetch.continueRequest', { requestId })
    void answer(url, paused).then(
      (response) => browser.post('Fetch.fulfillRequest', { requestId, ...response }),
      (error: unknown) => {
        console.error(`[stand-in] ${url}:`, error)
        abort(paused, 'Failed')
      },
    )
  })
  // Documents of any origin are asked about; anything else goes its way unless it is the app's.
  const patterns = [{ urlPattern: wirePattern }, { urlPattern: '*', resourceType: 'Document' as const }]
  await browser.send('Fetch.enable', { patterns })
}

/** A frame can ask for its document before its page has told of the frame: then the first page is taken for its owner. */
function ownerOf(frameId: string): WebContents | undefined {
  const all = WebContents.getAllWebContents()
  return all.find(({ subframes }) => subframes.has(frameId)) ?? all[0]
}

type Answer = Omit<Protocol.Fetch.fulfillRequestParameters, 'requestId'>

async function answer(url: string, { request, resourceType }: Paused): Promise<Answer> {
  const handler = handlerFor(url)
  if (!handler) throw new Error('net::ERR_UNKNOWN_URL_SCHEME')
  // Chromium asks for it on its own account, because it takes the page for a web site.
  if (resourceType === 'Other' && new URL(request.url).pathname === '/favicon.ico')
    return { responseCode: 204 }

  const body = Buffer.concat(
    (request.postDataEntries ?? []).map(({ bytes = '' }) => Buffer.from(bytes, 'base64')),
  )
  const headers = Object.entries(request.headers).map(([name, value]): [string, string] => [
    name,
    /^(origin|referer)$/i.test(name) ? toApp(value) : value,
  ])
  const withBody = body.length > 0 ? { body } : {}
  const response = await handler(new Request(url, { method: request.method, headers, ...withBody }))
  if (response.type === 'error') throw new Error('the handler answered Response.error()')
  const responseHeaders = [...response.headers]
    // The body is already decoded, and complete.
    .filter(([name]) => !/^(content-encoding|content-length|transfer-encoding)$/.test(name))
    .map(([name, value]) => ({
      name,
      value: name.startsWith('content-security-policy') ? policyToWire(value) : value,
    }))
  const content = Buffer.from(await response.arrayBuffer())
  return { responseCode: response.status, responseHeaders, body: content.toString('base64') }
}
