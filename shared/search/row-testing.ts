// Rows for tests that need only a few fields.
import type { Row } from '../ipc/launcher.ts'

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
