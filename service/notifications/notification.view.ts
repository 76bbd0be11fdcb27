// Notifications as the launcher shows them (NOT-02).
import type { Notification } from '../../shared/api/launcher/notifications.ts'
import { iso, isoOrNull } from '../base/time.ts'
import type { StoredNotification } from './notifications.store.ts'

/** The members of a notification that let its reader word it, also in the brief. */
export const partsOf = ({ target, actor, subject, count, change }: StoredNotification) => ({
  target,
  actor,
  subject,
  count,
  change,
})

export const presentNotification = (notification: StoredNotification): Notification => ({
  id: notification.id,
  kind: notification.kind,
  title: notification.title,
  body: notification.body,
  ...partsOf(notification),
  createdAt: iso(notification.createdAt),
  readAt: isoOrNull(notification.readAt),
})
