// Parses lines and resolves their tokens in this workspace, with rows for their record names from the cache and from the service.
// Reports whether a lookup is still running.
import { useQuery, useQueries } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import type { ManualToken, Row } from '../../shared/ipc/launcher.ts'
import { loadDateReader } from '../dates/lazy.ts'
import { useHome, useTaskOptions, keys } from '../state/queries.ts'
import { valueWords } from '../../shared/capture/words.ts'
import type { TaskOptions } from '../../shared/api/launcher/tasks.ts'
import { asksToRepeat } from '../../shared/dates/reader/not-dates.ts'
import type { ReadRepeats } from '../../shared/dates/reader/repeats.ts'
import type { Reads } from '../../shared/capture/date-tokens.ts'
import { parseCapture, type ParsedCapture } from '../../shared/capture/parse.ts'
import { meaningIn, namesEndAt, recognize, type Recognized } from '../../shared/capture/resolve.ts'
import { longerNames, startsAWord } from '../../shared/capture/whole-names.ts'
import { searchLimit } from '../../shared/api/limits.ts'
import { call } from '../state/bridge.ts'
import { useSeenRows } from '../items/row-cache.ts'

export interface Line {
  text: string
  /** Manual tokens. */
  manual: readonly ManualToken[]
  /** The time of the last change. Relative dates like "tomorrow" count from it. */
  at: Date
}

export const unread: ParsedCapture = { tokens: [], quotes: [] }

export interface Reading extends Line {
  parsed: ParsedCapture
  recognized: readonly Recognized[]
}

/** The abilities of the service that the grammar depends on. */
export const readsOf = (options: TaskOptions | undefined, repeatsIn: ReadRepeats | undefined): Reads =>
  options === undefined
    ? {}
    : {
        starts: options.capabilities?.includes('startDates') === true,
        ...(repeatsIn && {
          repeats: { isSupported: options.capabilities?.includes('recurrence') === true, repeatsIn },
        }),
      }

/** @param typed a record name that is being typed and that the parser may not recognize yet */
export function useReading(lines: readonly Line[], typed: string | null = null) {
  const optionsQuery = useTaskOptions()
  const options = optionsQuery.data
  const reader = useQuery({ queryKey: ['dateReader'], queryFn: loadDateReader, staleTime: Infinity })
  const readDates = reader.data?.readDates
  const repeatsIn = reader.data?.repeatsIn
  const reads = useMemo(() => readsOf(options, repeatsIn), [options, repeatsIn])
  const parsed = useMemo(
    () => lines.map(({ text, at, manual }) => parseCapture(text, at, readDates ?? (() => []), manual, reads)),
    [lines, readDates, reads],
  )
  const tokens = parsed.flatMap((one) => one.tokens)
  const names = lines.flatMap(({ text, manual }, index) => {
    const one = parsed[index] ?? unread
    const stops = namesEndAt(one, manual)
    return one.tokens.flatMap((token) =>
      token.kind === 'record'
        ? [[token.name, ...longerNames(text, token, stops).map(({ name }) => name)]]
        : [],
    )
  })
  const recents = useHome().data?.recents
  const {
    rowsFor: rowsNamed,
    isOut,
    isUnanswered,
  } = useRecordRows(typed === null || typed === '' ? names : [...names, [typed]])
  const rowsFor = (name: string) => (name === '' ? (recents ?? []) : rowsNamed(name))
  const lookUp = meaningIn({ options, rowsFor, isUnanswered })
  const readings = parsed.flatMap((one, index): Reading[] => {
    const line = lines[index]
    if (line === undefined) return []
    const words = (kind: Parameters<typeof valueWords>[0], id: string) => valueWords(kind, id, line.at)
    return [{ ...line, parsed: one, recognized: recognize({ ...line, parsed: one, lookUp, words }) }]
  })
  const isAskingForNames =
    optionsQuery.isPending &&
    (tokens.some(({ kind }) => kind === 'person' || kind === 'status' || kind === 'section') ||
      // Whether the service can repeat tasks.
      lines.some(({ text }) => asksToRepeat(text)))
  return {
    options,
    rowsFor,
    isUnanswered,
    readings,
    isLooking:
      readDates === undefined ||
      isAskingForNames ||
      // A cached record may not be the only one with its name.
      names.flat().some(isOut) ||
      readings.some(({ recognized }) => recognized.some(({ meaning }) => meaning.state === 'looking')),
  }
}

/** Runs the requested action once all lookups have finished. A key pressed earlier waits for them. */
export function useWhenRead<Asked>(isLooking: boolean, asked: Asked | null, run: (asked: Asked) => void) {
  const runNow = useRef(run)
  useEffect(() => {
    runNow.current = run
  })
  useEffect(() => {
    if (asked !== null && !isLooking) runNow.current(asked)
  }, [asked, isLooking])
}

const pauseMilliseconds = 200
const shortestRemoteQuery = 2

export interface RecordRows {
  /** The rows for a name. Null while the service is being asked and no cached row matches. */
  rowsFor: (name: string) => Row[] | null
  /** Whether a search for this name is still running at the service. An error ends the search too. */
  isOut: (name: string) => boolean
  /** Whether the service could not be asked for a name, so that it may have records that are not known here. */
  isUnanswered: boolean
}

let last: Promise<unknown> = Promise.resolve()
/** Waits for the search before, because a newer search aborts the older one. */
const find = async (query: string): Promise<Row[]> => {
  const found = last.then(async () => (await call('search.run', { query, types: ['record'] })).rows)
  last = found.catch(() => undefined)
  return found
}

/**
 * @param names a name, and what the line goes on with: "Acme", "Acme Corporation", "Acme Corporation about". A longer one is
 * searched where the service knows more rows for the shorter one than it answers with.
 */
export function useRecordRows(names: readonly (readonly string[])[]): RecordRows {
  const [asked, setAsked] = useState<readonly string[]>([])
  const seenRows = useSeenRows('record')
  const answers = useQueries({
    queries: asked.map((query) => ({
      queryKey: [...keys.data, 'record', query],
      queryFn: () => find(query),
    })),
  })
  const answerOf = (name: string) => answers[asked.indexOf(name)]
  const isShort = (name: string): boolean => name.length < shortestRemoteQuery
  const mayBeMore = (name: string): boolean =>
    isShort(name) || (answerOf(name)?.data?.length ?? 0) >= searchLimit
  const wanted = new Set(
    names.flatMap((longer) => {
      const first = longer.findIndex((name) => !mayBeMore(name))
      return longer.slice(0, first === -1 ? longer.length : first + 1).filter((name) => !isShort(name))
    }),
  )
  const isOut = (name: string): boolean => wanted.has(name) && (answerOf(name)?.isPending ?? true)
  const joined = [...wanted].join('\n')
  useEffect(() => {
    const timer = setTimeout(() => setAsked(joined === '' ? [] : joined.split('\n')), pauseMilliseconds)
    return () => clearTimeout(timer)
  }, [joined])
  const rowsFor = (name: string): Row[] | null => {
    const seen = seenRows?.(name) ?? []
    // Some of the rows for "Acme" are rows for "Acme Corporation", too.
    const found = asked.flatMap((query) => {
      const rows = name.startsWith(query) ? (answerOf(query)?.data ?? []) : []
      return query === name ? rows : rows.filter(({ title }) => startsAWord(name, title))
    })
    const known = new Map(seen.map((row) => [row.id, row]))
    for (const row of found) if (!known.has(row.id)) known.set(row.id, row)
    const rows = [...known.values()]
    return isOut(name) && rows.length === 0 ? null : rows
  }
  const isUnanswered = [...wanted].some((name) => answerOf(name)?.isError === true)
  return { rowsFor, isOut, isUnanswered }
}
