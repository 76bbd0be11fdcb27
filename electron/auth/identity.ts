// Reads the identity from the claims of an id token. Only `sub` is required (APP-11). Pure.
import { z } from 'zod'
import type { Account, User } from '../../shared/ipc/launcher.ts'

export type Identity = { user: User; workspaceId: string | null; workspaceName: string | null }

const longestName = 200
/** OpenID Connect Core 2: a subject has at most 255 characters. */
const id = z.string().min(1).max(255)

const controls = /[\p{Cc}\u202a-\u202e\u2066-\u2069]+/gu
const letters = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/** Makes a name safe for one line: no control or bidi characters, cut between graphemes. */
const shown = (said: string): string => {
  const line = said
    .slice(0, 10 * longestName)
    .replaceAll(controls, ' ')
    .toWellFormed()
    .trim()
  let kept = ''
  for (const { segment } of letters.segment(line)) {
    if (kept.length + segment.length > longestName) break
    kept += segment
  }
  return kept
}

const name = z.string().transform(shown).pipe(z.string().min(1)).optional().catch(undefined)
const claims = z.looseObject({
  sub: id,
  name,
  email: name,
  workspace: z
    .looseObject({ id: id.optional().catch(undefined), name })
    .optional()
    .catch(undefined),
})

/** @returns null if the claims do not identify a person. */
export const identityOf = (said: unknown): Identity | null => {
  const parsed = claims.safeParse(said)
  if (!parsed.success) return null
  const { sub, name: personName, email, workspace } = parsed.data
  return {
    user: { id: sub, name: personName ?? email ?? shown(sub), email: email ?? '' },
    workspaceId: workspace?.id ?? null,
    workspaceName: workspace?.name ?? null,
  }
}

/** The account with the names that the service says now. Without a name an identity has its id in its place. */
export const renamedBy = (account: Account, identity: Identity | null): Account => {
  const { user } = account
  const name = identity === null || identity.user.name === identity.user.id ? user.name : identity.user.name
  const workspaceName = identity?.workspaceName ?? account.workspaceName
  return name === user.name && workspaceName === account.workspaceName
    ? account
    : { ...account, workspaceName, user: { ...user, name } }
}

/** Whether refreshed tokens belong to the same person and workspace (OpenID Connect Core 12.2). Missing claims match. */
export const standsFor = (account: Account, identity: Identity | null): boolean =>
  identity === null ||
  (identity.user.id === account.user.id &&
    (identity.workspaceId === null ||
      account.workspaceId === null ||
      identity.workspaceId === account.workspaceId))
