// Rows for each record name in the line, from the cache and from the service.
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Row } from '../../shared/ipc/launcher.ts'
import { call } from '../app/bridge.ts'
import { keys } from '../app/queries.ts'
import { useSeenRows } from '../palette/search/cache-sync.ts'

const pauseMilliseconds = 200
const shortestRemoteQuery = 2

export interface RecordRows {
  /** The rows for a name. Null while the service is being asked and no cached row matches. */
  rowsFor: (name: string) => Row[] | null
  /** Whether a search for this name is still running at the service. An error ends the search too. */
  isOut: (name: string) => boolean
}

export function useRecordRows(names: readonly string[]): RecordRows {
  const [asked, setAsked] = useState<readonly string[]>([])
  const joined = names.join('\n')
  useEffect(() => {
    const timer = setTimeout(() => setAsked(joined === '' ? [] : joined.split('\n')), pauseMilliseconds)
    return () => clearTimeout(timer)
  }, [joined])
  const seenRows = useSeenRows('record')
  // One search at a time: a newer search aborts the older one.
  const remote = useQuery({
    queryKey: [...keys.data, 'findAll', 'record', asked],
    queryFn: async () => {
      const found = new Map<string, Row[]>()
      for (const query of asked)
        if (query.length >= shortestRemoteQuery)
          found.set(query, (await call('search.run', { query, types: ['record'] })).rows)
      return found
    },
    enabled: asked.length > 0,
  })
  const isOut = (name: string): boolean =>
    name.length >= shortestRemoteQuery &&
    !remote.data?.has(name) &&
    // An error answers only the names of its own request, not a name typed later.
    !(remote.error !== null && asked.includes(name))
  const rowsFor = (name: string): Row[] | null => {
    const seen = seenRows?.(name) ?? []
    const found = remote.data?.get(name) ?? []
    const known = new Set(seen.map(({ id }) => id))
    const rows = [...seen, ...found.filter(({ id }) => !known.has(id))]
    return isOut(name) && rows.length === 0 ? null : rows
  }
  return { rowsFor, isOut }
}
