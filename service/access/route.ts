// Who may call a route: its surface and scopes, documented and enforced.
import type { Scope } from '../../shared/api/primitives.ts'
import { needs } from './principal.ts'

/** Who may call a developer route: its scopes, documented and enforced. */
export const developerRoute = (tag: string, ...scopes: Scope[]) => ({
  tags: [tag],
  security: [{ accessKey: scopes }],
  middleware: [needs(...scopes)],
})

/** The same for the launcher surface. */
export const launcherRoute = (...scopes: Scope[]) => ({
  tags: ['launcher'],
  security: [{ launcher: scopes }],
  middleware: [needs(...scopes)],
})
