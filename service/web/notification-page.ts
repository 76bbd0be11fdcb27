// The page of a notification.
import { html } from '../oauth/pages/html.ts'
import type { StoredNotification } from '../launcher/notifications.store.ts'
import { factList, instant, linkTo, type ThingReader, type Visit, written } from './thing-page.ts'

// More than anyone reads; the store lists the unread of one person only so far.
const mostUnread = 1000

export const findUnread = async ({ tx, workspace, viewer }: Visit, id: string) =>
  (await tx.notifications.unread(workspace.id, viewer.personId, mostUnread)).find((each) => each.id === id)

const targets = { task: 'tasks', record: 'records', meeting: 'meetings' } as const

/** Where the thing that a notification is about has its page. */
export const targetPath = (slug: string, target: StoredNotification['target']): string | undefined =>
  target === null ? undefined : `/w/${slug}/${targets[target.kind]}/${encodeURIComponent(target.id)}`

/** An unread notification, to whom it is for (LCH-08). It stays unread until its button is pressed. */
export const readNotification: ThingReader = async (visit, id) => {
  const notification = await findUnread(visit, id)
  if (!notification) return undefined
  const { target } = notification
  return {
    title: notification.title,
    tag: 'Notification',
    body: html`${notification.body !== null && written(notification.body)}
      ${factList([
        {
          label: 'About',
          value:
            target === null
              ? undefined
              : linkTo(visit, targets[target.kind], target.id, `Open the ${target.kind}`),
        },
        { label: 'Received', value: instant(visit, notification.createdAt) },
      ])}
      <form method="post" action="/w/${visit.workspace.slug}/notifications/${encodeURIComponent(id)}">
        <div class="actions"><button class="primary" type="submit">Mark as read</button></div>
      </form>`,
  }
}
