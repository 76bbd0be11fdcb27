// Who signed in, from the claims of the id token. A service may say less than ours does (APP-11). Pure.
import { z } from 'zod'
import type { User } from '../../shared/launcher.ts'

export type Identity = { user: User; workspaceId: string | null; workspaceName: string | null }

const text = z.string().min(1).optional().catch(undefined)
const claims = z.looseObject({
  sub: z.string().min(1).catch('unknown'),
  name: text,
  email: text,
  workspace: z.looseObject({ id: text, name: text }).optional().catch(undefined),
})

export const identityOf = (said: unknown): Identity => {
  const { sub, name, email, workspace } = claims.parse(said)
  return {
    user: { id: sub, name: name ?? email ?? sub, email: email ?? '' },
    workspaceId: workspace?.id ?? null,
    workspaceName: workspace?.name ?? null,
  }
}
