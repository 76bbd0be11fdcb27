// Notifications for tests.
import { insertNotifications, type StoredNotification } from './notifications.store.ts'

type Given = Pick<StoredNotification, 'id' | 'personId' | 'kind' | 'title' | 'createdAt'> &
  Partial<StoredNotification>

/** An unread one that nobody caused, and that is about nothing, unless something else is given. */
const unreadOne = (given: Given): StoredNotification => ({
  body: null,
  target: null,
  subject: null,
  actor: null,
  change: null,
  count: 1,
  items: [],
  firstAt: given.createdAt,
  readAt: null,
  ...given,
})

export const putNotification = (
  tx: Parameters<typeof insertNotifications>[0],
  workspaceId: string,
  given: Given,
): Promise<void> => insertNotifications(tx, workspaceId, [unreadOne(given)])
