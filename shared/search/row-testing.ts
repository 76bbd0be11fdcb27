// Rows for tests that need only a few fields.
import type { Row } from '../ipc/launcher.ts'
import { detailOf, spanOf, unused } from './score.ts'
import { createLocalIndex } from './index.ts'

/** A row as if the service had just returned it. */
export const rowWith = (shown: Pick<Row, 'kind' | 'id' | 'title'> & Partial<Row>): Row => ({
  subtitle: '',
  badge: '',
  avatarUrl: null,
  webUrl: '',
  source: 'live',
  seenAt: 0,
  ...shown,
})

/** An index of rows that were never used. The key of a row is its id. */
export const indexOfRows = (rows: readonly Row[], now: number) => {
  const index = createLocalIndex({ now: () => now })
  for (const row of rows)
    index.put({
      key: row.id,
      kind: row.kind,
      title: row.title,
      detail: detailOf(row),
      span: spanOf(row),
      task: row.task,
      seenAt: 0,
      use: unused,
    })
  return index
}
