// Parses the command line and deep links. Pure.
import type { OpenedKind } from './opened-file.ts'
import { type View, view } from '../../shared/ipc/launcher.ts'

/**
 * `toggle` shows the palette, or hides it if it has the focus. `show` always shows the view. `openFile` offers to add the
 * calendar of a file, or to import it.
 */
export type LaunchRequest =
  | { type: 'toggle' }
  | { type: 'show'; view: View }
  | { type: 'openFile'; kind: OpenedKind; path: string }

export type CommandLine = {
  /** Folder of all data of this instance: settings, tokens, cache and the local workspace. */
  userDataDir: string | null
  hidden: boolean
  request: LaunchRequest | null
  /** Arguments that are not switches. Windows and Linux pass deep links and files this way. */
  rest: readonly string[]
}

const requests: Readonly<Record<string, LaunchRequest>> = {
  '--toggle': { type: 'toggle' },
  '--capture': { type: 'show', view: 'capture' },
  '--brief': { type: 'show', view: 'brief' },
}

const profileSwitch = '--user-data-dir'

/** @param argv including the executable. The last request wins; unknown switches are left to Chromium. */
export const parseCommandLine = (argv: readonly string[]): CommandLine => {
  let userDataDir: string | null = null
  let hidden = false
  let request: LaunchRequest | null = null
  const rest: string[] = []
  for (let at = 1; at < argv.length; at += 1) {
    const word = argv[at] ?? ''
    const following = argv[at + 1]
    if (word.startsWith(`${profileSwitch}=`)) userDataDir = word.slice(profileSwitch.length + 1) || null
    else if (word === profileSwitch && following !== undefined && !following.startsWith('--')) {
      userDataDir = following
      at += 1
    } else if (word === '--hidden') hidden = true
    else if (Object.hasOwn(requests, word)) request = requests[word] ?? null
    else if (!word.startsWith('-')) rest.push(word)
  }
  return { userDataDir, hidden, request, rest }
}

/** For links such as `svc-launcher://brief`. A link can only show a view, because any web page can contain one. */
export const deepLinkScheme = 'svc-launcher'

/** @returns the view of a link, or null if it is not exactly of this form. */
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

/** The deep link of a command line. Two links are refused, because a link could inject further arguments. */
export const deepLinkIn = (words: readonly string[]): View | null => {
  const links = words.filter((word) => word.toLowerCase().startsWith(`${deepLinkScheme}:`))
  return links.length === 1 && links[0] !== undefined ? parseDeepLink(links[0]) : null
}
