// Notifications of the person, newest first (NOT-02).
import { z } from 'zod'
import { done } from '../base/operator-error.ts'
import { instantRange } from '../../shared/api/primitives.ts'
import { targetPath } from '../access/principal.ts'
import { listNotifications, markNotificationsRead } from '../notifications/notifications.store.ts'
import { pageWordsOf } from '../notifications/page-words.ts'
import { say } from '../language/say.ts'
import { html } from '../oauth/pages/html.ts'
import { everyone, form, type SiteForm, type SitePage } from '../site/kit.ts'
import {
  cursorOf,
  formOf,
  hidden,
  hrefOf,
  nextLink,
  pageLength,
  parseCursor,
  submit,
  table,
  timeOf,
} from '../site/parts.ts'

export const notificationsPage: SitePage = {
  path: 'notifications',
  title: 'page.settings.notifications',
  roles: everyone,
  async read(visit) {
    const { tx, workspace, person, query } = visit
    const after = parseCursor(query.get('after'))
    const page = { unread: false, after, limit: pageLength + 1 }
    const found = await listNotifications(tx, workspace.id, person.id, page)
    const shown = found.slice(0, pageLength)
    const last = found.length > pageLength ? shown.at(-1) : undefined
    const newest = shown.find(({ readAt }) => readAt === null)
    const rows = shown.map((notification) => {
      const { id, target, createdAt, readAt } = notification
      const { title, body } = pageWordsOf(notification)
      // The page of one that stands for several has links to them.
      const own = `/w/${workspace.slug}/notifications/${encodeURIComponent(id)}`
      const open =
        readAt === null
          ? html`<form method="post" action="${own}">
              <button class="link" type="submit">${title}</button>
            </form>`
          : html`<a href="${targetPath(workspace.slug, target) ?? own}">${title}</a>`
      return [
        html`${open} ${body !== null && html`<span class="quiet">${body}</span>`}`,
        timeOf(visit, createdAt, ''),
        say(readAt === null ? 'settings.notifications.new' : 'settings.notifications.read'),
      ]
    })
    const columns = [
      say('settings.notifications.what'),
      say('settings.notifications.when'),
      say('settings.notifications.state'),
    ]
    return {
      body: html`${
        newest &&
        formOf(
          visit,
          'read-notifications',
          html`${hidden('before', String(newest.createdAt))} ${submit(say('settings.notifications.readAll'))}`,
        )
      }
      ${rows.length === 0 ? html`<p>${say(after ? 'settings.notifications.noMore' : 'settings.notifications.none')}</p>` : table(say('settings.notifications.caption'), columns, rows)}
      ${nextLink(last && hrefOf(visit, `notifications?after=${cursorOf(last.createdAt, last.id)}`))}`,
    }
  },
}

/** Notifications that came after the page was opened stay unread. */
const readAll = form({
  path: 'read-notifications',
  roles: everyone,
  back: () => 'notifications',
  done: 'done.settings.read-notifications',
  fields: z.object({ before: z.coerce.number().int().min(0).max(instantRange.last) }),
  async run({ tx, workspace, person, at }, { before }) {
    await markNotificationsRead(tx, workspace.id, person.id, { before }, at)
    return done({})
  },
})

export const notificationForms: readonly SiteForm[] = [readAll]
