// Reads the command line and links: which profile to use, whether to start hidden, which view to show. Pure.
import { type View, view } from '../../shared/ipc/launcher.ts'

/** `toggle` shows the palette, or hides it when it has the focus; a view is always shown. */
export type Ask = { type: 'toggle' } | { type: 'show'; view: View }

export type CommandLine = {
  /** Holds everything of this instance: settings, tokens, cache, and the local workspace. */
  userDataDir: string | null
  hidden: boolean
  ask: Ask | null
  /** Everything that is no switch: Windows and Linux put deep links here. */
  rest: readonly string[]
}

const asks: Readonly<Record<string, Ask>> = {
  '--toggle': { type: 'toggle' },
  '--capture': { type: 'show', view: 'capture' },
  '--brief': { type: 'show', view: 'brief' },
}

const profileSwitch = '--user-data-dir'

/** Reads a whole argv, the executable included. The last ask wins; unknown switches are Chromium's and are left alone. */
export const parseCommandLine = (argv: readonly string[]): CommandLine => {
  let userDataDir: string | null = null
  let hidden = false
  let ask: Ask | null = null
  const rest: string[] = []
  for (let at = 1; at < argv.length; at += 1) {
    const word = argv[at] ?? ''
    const following = argv[at + 1]
    if (word.startsWith(`${profileSwitch}=`)) userDataDir = word.slice(profileSwitch.length + 1) || null
    else if (word === profileSwitch && following !== undefined && !following.startsWith('--')) {
      userDataDir = following
      at += 1
    } else if (word === '--hidden') hidden = true
    else if (Object.hasOwn(asks, word)) ask = asks[word] ?? null
    else if (!word.startsWith('-')) rest.push(word)
  }
  return { userDataDir, hidden, ask, rest }
}

/**
 * Of links such as `svc-launcher://brief`. A link may only show a view: it carries no code of a sign-in, and changes nothing,
 * because any web page can hold one.
 */
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
