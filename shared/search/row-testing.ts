// Rows for tests that look at a few things of them only.
import type { Row } from '../ipc/launcher.ts'

/** A row as the service has just answered it. */
export const rowWith = (shown: Pick<Row, 'kind' | 'id' | 'title'> & Partial<Row>): Row => ({
  subtitle: '',
  badge: '',
  avatarUrl: null,
  webUrl: '',
  source: 'live',
  seenAt: 0,
  ...shown,
})
