// The web page of an item (LCH-03).
import type { Principal } from '../http/app-type.ts'
import type { NotificationTarget } from '../notifications/notifications.store.ts'

export type WebKind = 'task' | 'record' | 'meeting' | 'notification'

/** The web page of an item. */
export type WebUrl = (kind: WebKind, id: string) => string

export const webUrlFor =
  (baseUrl: string, { workspaceSlug }: Pick<Principal, 'workspaceSlug'>): WebUrl =>
  (kind, id) =>
    `${baseUrl}/w/${workspaceSlug}/${kind}s/${encodeURIComponent(id)}`

const pagesOfTargets: Record<NotificationTarget['kind'], (slug: string) => string> = {
  task: (slug) => `/w/${slug}/tasks/`,
  record: (slug) => `/w/${slug}/records/`,
  meeting: (slug) => `/w/${slug}/meetings/`,
  calendar: (slug) => `/settings/${slug}/calendar?id=`,
  import: (slug) => `/settings/${slug}/import?id=`,
}

/** The path of the page of what a notification is about. */
export const targetPath = (slug: string, target: NotificationTarget | null): string | undefined =>
  target === null ? undefined : `${pagesOfTargets[target.kind](slug)}${encodeURIComponent(target.id)}`
