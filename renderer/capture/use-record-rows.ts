// Rows for each record name in the line: what was seen, and what the service finds.
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Row } from '../../shared/ipc/launcher.ts'
import { call } from '../app/bridge.ts'
import { keys } from '../app/queries.ts'
import { useSeenRows } from '../palette/search/cache-sync.ts'

const pauseMilliseconds = 200
const shortestRemoteQuery = 2

export interface RecordRows {
  /** The rows for a name, or null while nobody has answered for it. */
  rowsFor: (name: string) => Row[] | null
  /** Whether the service may still know another record of that name. What it does not answer is over as an error is. */
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
  // One at a time: a newer search aborts the older one.
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
    // An error is the answer to the names that were asked for, not to one that was typed since.
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
