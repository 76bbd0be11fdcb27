// Rows for each record name in the line, from the cache and from the service.
import { useQueries } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { searchLimit } from '../../shared/api/launcher-search.ts'
import type { Row } from '../../shared/ipc/launcher.ts'
import { call } from '../state/bridge.ts'
import { keys } from '../state/queries.ts'
import { startsAWord } from './grammar/whole-names.ts'
import { useSeenRows } from '../items/row-cache.ts'

const pauseMilliseconds = 200
const shortestRemoteQuery = 2

export interface RecordRows {
  /** The rows for a name. Null while the service is being asked and no cached row matches. */
  rowsFor: (name: string) => Row[] | null
  /** Whether a search for this name is still running at the service. An error ends the search too. */
  isOut: (name: string) => boolean
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
  return { rowsFor, isOut }
}
