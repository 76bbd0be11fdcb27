// The newest and most used of what was seen, held by the page itself: its rows are there with the letter that asks for
// them. The main process knows more and answers a moment later; the rules are the same (shared/local-index.ts).
import type { ResultKind } from '../../shared/api/launcher-search.ts'
import type { RememberedRow, Row } from '../../shared/launcher.ts'
import { createLocalIndex } from '../../shared/local-index.ts'

export interface Memory {
  /** What the service just said of these. */
  see: (rows: readonly Row[]) => void
  /** Best first. @param kinds null searches everything. */
  search: (query: string, kinds: readonly ResultKind[] | null) => Row[]
}

const shownRows = 30

const keyOf = (row: Row): string => `${row.kind}:${row.id}`

export function createMemory(rows: readonly RememberedRow[], now: () => number): Memory {
  const known = new Map<string, Row>()
  const visitsOf = new Map(rows.map((row) => [keyOf(row), row.visits]))
  const index = createLocalIndex({ now })

  const see = (seen: readonly Row[]): void => {
    for (const row of seen) {
      const key = keyOf(row)
      known.set(key, { ...row, source: 'cached' })
      index.put({
        key,
        kind: row.kind,
        title: row.title,
        seenAt: row.seenAt,
        visits: visitsOf.get(key) ?? [],
      })
    }
  }
  see(rows)

  return {
    see,
    search: (query, kinds) =>
      index.search(query, kinds ?? undefined, shownRows).flatMap((key) => known.get(key) ?? []),
  }
}
