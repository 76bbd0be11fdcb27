// The surface and scopes of a route, documented and enforced.
import type { Scope } from '../../shared/api/primitives.ts'
import { needs } from './principal.ts'

/** A developer route and the scopes that it needs. */
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
