// What a person types as the address of their workspace, as a URL to ask. Pure.
import { failed, type Reply, succeeded } from '../../shared/errors.ts'
import { say } from '../../shared/language.ts'
import { isLoopbackHost } from '../security/external-address.ts'

const invalid = (message: string): Reply<never> =>
  failed({ kind: 'invalidInput', message, fields: [{ field: 'workspaceAddress', message }] })

/**
 * Without a scheme it is https, except on this machine, where it is http. Plain http anywhere else is refused: the
 * sign-in would cross the network in clear.
 * @returns the base URL, without a query, a fragment or a closing slash in its path.
 */
export const parseWorkspaceAddress = (typed: string): Reply<URL> => {
  const text = typed.trim()
  const withScheme = /^[a-z][a-z0-9+.-]*:\/\//i.test(text)
  const guess = `https://${text}`
  const isHere = !withScheme && URL.canParse(guess) && isLoopbackHost(new URL(guess).hostname)
  const full = withScheme ? text : isHere ? `http://${text}` : guess
  if (text === '' || /\s/.test(text) || !URL.canParse(full)) return invalid(say('address.invalid'))
  const url = new URL(full)
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return invalid(say('address.notHttps'))
  if (url.username !== '' || url.password !== '') return invalid(say('address.credentials'))
  if (url.protocol === 'http:' && !isLoopbackHost(url.hostname)) return invalid(say('address.notEncrypted'))
  url.search = ''
  url.hash = ''
  url.pathname = url.pathname.replace(/\/+$/, '')
  return succeeded(url)
}
