// What is wrong with the workspace, for what asks nothing of it by itself: the empty palette, a single letter.
import { useMemo, useState } from 'react'
import type { AppError } from '../../../shared/errors.ts'
import { useConnection } from '../../app/queries.ts'
import { connectionError } from '../../ui/error-words.ts'

/** Failures that the connection tells of, in every view. */
const told: ReadonlySet<AppError['kind']> = new Set([
  'offline',
  'unavailable',
  'locked',
  'rateLimited',
  'signedOut',
  'cancelled',
])

export const isKnownTrouble = ({ kind }: AppError): boolean => told.has(kind)

export function useKnownTrouble(): AppError | null {
  const { data: connection, dataUpdatedAt } = useConnection()
  // A pause counts down from when somebody first sees it here.
  const [mountedAt] = useState(() => Date.now())
  return useMemo(
    () => (connection === undefined ? null : connectionError(connection, Math.max(mountedAt, dataUpdatedAt))),
    [connection, dataUpdatedAt, mountedAt],
  )
}
