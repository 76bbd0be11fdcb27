// The surface and scopes of a route, documented and enforced.
import type { Scope } from '../../shared/api/primitives.ts'
import { needs, needsOneOf } from './principal.ts'

/** A developer route and the scopes that it needs. */
export const developerRoute = (tag: string, ...scopes: Scope[]) => ({
  tags: [tag],
  security: [{ accessKey: scopes }],
  middleware: [needs(...scopes)],
})

/** A developer route that needs one of these scopes. */
export const developerRouteForOneOf = (tag: string, ...scopes: Scope[]) => ({
  tags: [tag],
  security: scopes.map((scope) => ({ accessKey: [scope] })),
  middleware: [needsOneOf(...scopes)],
})

/** A launcher route and the scopes that it needs. */
export const launcherRoute = (...scopes: Scope[]) => ({
  tags: ['launcher'],
  security: [{ launcher: scopes }],
  middleware: [needs(...scopes)],
})
