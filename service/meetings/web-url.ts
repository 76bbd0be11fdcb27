// The web page of an item (LCH-03).
import type { Principal } from '../http/app-type.ts'

export type WebKind = 'task' | 'record' | 'meeting' | 'notification'

/** The web page of an item. */
export type WebUrl = (kind: WebKind, id: string) => string

export const webUrlFor =
  (baseUrl: string, { workspaceSlug }: Pick<Principal, 'workspaceSlug'>): WebUrl =>
  (kind, id) =>
    `${baseUrl}/w/${workspaceSlug}/${kind}s/${encodeURIComponent(id)}`
