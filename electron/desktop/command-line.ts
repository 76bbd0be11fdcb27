// Parses the command line and deep links. Pure.
import { longestQuery } from '../../shared/api/limits.ts'
import { type Opening, type View, view } from '../../shared/ipc/launcher.ts'
import type { OpenedKind } from './opened-file.ts'

/**
 * `toggle` shows the palette, or hides it if it has the focus. `show` always shows the view. `open` shows an item or a search, or
 * fills in a line. `openFile` offers to add the calendar of a file, or to import it.
 */
export type LaunchRequest =
  | { type: 'toggle' }
  | { type: 'show'; view: View }
  | { type: 'open'; opening: Opening }
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
const captureSwitch = '--capture'

/** Characters of a captured line; longer ones are not read by its grammar. */
export const longestLine = 2_000

/** Control characters and blanks become one space. */
const control = /[\p{Cc}\s]+/gu

/** One line of a text from outside, cut to what a line can hold. */
const lineOf = (text: string): string => {
  const line = text
    .slice(0, 2 * longestLine)
    .replace(control, ' ')
    .trim()
  return line.slice(0, longestLine).replace(/[\uD800-\uDBFF]$/, '')
}

export const captureOf = (text: string): LaunchRequest => {
  const line = lineOf(text)
  return line === ''
    ? { type: 'show', view: 'capture' }
    : { type: 'open', opening: { kind: 'capture', text: line } }
}

/** The words with standard input in place of `-` behind `--capture`. @param readInput reads it to its end */
export const withInput = (argv: readonly string[], readInput: () => string): readonly string[] => {
  const at = argv.indexOf(captureSwitch)
  if (at < 0 || argv[at + 1] !== '-') return argv
  return argv.with(at, `${captureSwitch}=${lineOf(readInput())}`).toSpliced(at + 1, 1)
}

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
    else if (word.startsWith(`${captureSwitch}=`)) request = captureOf(word.slice(captureSwitch.length + 1))
    else if (word === captureSwitch && following !== undefined && !following.startsWith('-')) {
      request = captureOf(following)
      at += 1
    } else if (Object.hasOwn(requests, word)) request = requests[word] ?? null
    else if (!word.startsWith('-')) rest.push(word)
  }
  return { userDataDir, hidden, request, rest }
}

/**
 * For links such as `svc-launcher://brief`. A link only shows something or fills in a line, because any web page can contain one.
 */
export const deepLinkScheme = 'svc-launcher'

const isOne = (words: string[]): boolean => words.length === 1

/** The value of a parameter, if the link has no others than those. */
const valuesOf = <Name extends string>(
  { searchParams }: URL,
  names: readonly Name[],
): Record<Name, string> | null => {
  const known: readonly string[] = names
  if ([...searchParams.keys()].some((name) => !known.includes(name))) return null
  if ([...new Set(searchParams.keys())].some((name) => !isOne(searchParams.getAll(name)))) return null
  return Object.fromEntries(names.map((name) => [name, searchParams.get(name) ?? ''])) as Record<Name, string>
}

/** An address of a page that a captured line may carry. */
const pageAddress = (text: string): string => {
  if (!URL.canParse(text)) return ''
  const { protocol, href } = new URL(text)
  return /^https?:$/.test(protocol) ? href : ''
}

const openingOf = (url: URL): LaunchRequest | null => {
  const { hostname: kind, pathname, search } = url
  if (kind === 'task' || kind === 'record') {
    const [, id] = /^\/([\w-]{1,64})\/?$/.exec(pathname) ?? []
    return id === undefined || search !== '' ? null : { type: 'open', opening: { kind, id } }
  }
  if (pathname !== '' && pathname !== '/') return null
  if (kind === 'search') {
    const query = lineOf(valuesOf(url, ['q'])?.q ?? '').slice(0, longestQuery)
    return query === '' ? null : { type: 'open', opening: { kind, query } }
  }
  if (kind !== 'capture' || search === '') return null
  const values = valuesOf(url, ['text', 'url'])
  return values && captureOf(`${values.text} ${pageAddress(values.url)}`)
}

/** @returns what a link asks for, or null if it is not exactly of a known form. */
export const parseDeepLink = (link: string): LaunchRequest | null => {
  if (!URL.canParse(link)) return null
  const url = new URL(link)
  if (url.protocol !== `${deepLinkScheme}:`) return null
  if (url.hash !== '' || url.port !== '') return null
  if (url.username !== '' || url.password !== '') return null
  const opening = openingOf(url)
  if (opening !== null) return opening
  if (url.search !== '' || (url.pathname !== '' && url.pathname !== '/')) return null
  const asked = view.safeParse(url.hostname)
  return asked.success ? { type: 'show', view: asked.data } : null
}

/** The deep link of a command line. Two links are refused, because a link could inject further arguments. */
export const deepLinkIn = (words: readonly string[]): LaunchRequest | null => {
  const links = words.filter((word) => word.toLowerCase().startsWith(`${deepLinkScheme}:`))
  return links.length === 1 && links[0] !== undefined ? parseDeepLink(links[0]) : null
}
