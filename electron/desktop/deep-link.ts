// Links of the form svc-launcher://brief. A link may only show a view: it carries no code of a sign-in, and changes
// nothing, because any web page can hold one. Pure.
import { type View, view } from '../../shared/ipc/launcher.ts'

export const deepLinkScheme = 'svc-launcher'

/** @returns the view that a link asks for, or null for anything that is not exactly such a link. */
export const parseDeepLink = (link: string): View | null => {
  if (!URL.canParse(link)) return null
  const url = new URL(link)
  if (url.protocol !== `${deepLinkScheme}:`) return null
  if (url.search !== '' || url.hash !== '' || url.port !== '') return null
  if (url.username !== '' || url.password !== '') return null
  if (url.pathname !== '' && url.pathname !== '/') return null
  const asked = view.safeParse(url.hostname)
  return asked.success ? asked.data : null
}

/**
 * The link in a command line, if there is exactly one: a second one means that somebody is adding arguments of their
 * own through the address that they registered.
 */
export const deepLinkIn = (words: readonly string[]): View | null => {
  const links = words.filter((word) => word.toLowerCase().startsWith(`${deepLinkScheme}:`))
  return links.length === 1 && links[0] !== undefined ? parseDeepLink(links[0]) : null
}
