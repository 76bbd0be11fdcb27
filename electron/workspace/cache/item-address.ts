// Which address belongs to something that was shown. The page names a kind and an id; the address itself was said by the
// service, and must be the workspace's own. Pure.
import type { Account } from '../../../shared/ipc/launcher.ts'
import { isLoopbackHost } from '../../security/external-address.ts'

/**
 * @param webUrl as the service said it.
 * @param base where the workspace answers now: an embedded service moves to another port where its old one is taken, and
 * its old addresses with it.
 */
export const itemAddress = (webUrl: string, base: string, kind: Account['kind']): string | null => {
  if (!URL.canParse(webUrl)) return null
  const url = new URL(webUrl)
  const home = new URL(base)
  if (kind === 'local' && url.protocol === 'http:' && isLoopbackHost(url.hostname)) url.host = home.host
  return url.origin === home.origin ? url.href : null
}
