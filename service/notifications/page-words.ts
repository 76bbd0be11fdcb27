// Words of notifications on pages, in the language of the request.
import { createNotificationWords } from '../../shared/notification-words.ts'
import { languageNow, say } from '../language/say.ts'
import { partsOf } from './notification.view.ts'
import type { StoredNotification } from './notifications.store.ts'

const { notificationBody, notificationTitle } = createNotificationWords({ say, languageNow })

/** Title and body. English has them as they are stored and as the API has them. */
export const pageWordsOf = (notification: StoredNotification): Pick<StoredNotification, 'title' | 'body'> => {
  const { id, kind: type, title, body } = notification
  if (languageNow() === 'en') return { title, body }
  const one = { id, type, title, body, ...partsOf(notification) }
  return { title: notificationTitle(one), body: notificationBody(one) }
}
