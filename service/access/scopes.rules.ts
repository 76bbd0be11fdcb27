// Scopes: what they allow, and which roles may grant them (AUT-04, AUT-05).
import { scope as scopeSchema, type Scope } from '../../shared/api/primitives.ts'

/** A write scope includes its read scope. There is no `comments:read`, so `comments:write` includes nothing. */
export function holdsScope(held: readonly Scope[], wanted: Scope): boolean {
  if (held.includes(wanted)) return true
  if (!wanted.endsWith(':read')) return false
  const write = wanted.replace(/:read$/, ':write')
  return held.some((scope) => scope === write)
}

const launcherOnly: readonly Scope[] = [
  'meetings:read',
  'meetings:write',
  'notifications:read',
  'notifications:write',
]

/** Scopes that a developer key can carry. */
export const keyScopes: readonly Scope[] = scopeSchema.options.filter(
  (scope) => !launcherOnly.includes(scope),
)

/** Whether a role may create keys with this scope: members read, and never the environment (AUT-04). */
export const mayGrant = (role: 'owner' | 'admin' | 'member', scope: Scope): boolean =>
  role !== 'member' || (scope.endsWith(':read') && !scope.startsWith('env:'))

/** Whether a person of this role may write records in the launcher: those whose keys may (AUT-13). */
export const mayWriteRecords = (role: 'owner' | 'admin' | 'member'): boolean =>
  mayGrant(role, 'records:write')

/** The scopes that a role may create keys with. */
export const grantableScopes = (role: 'owner' | 'admin' | 'member'): readonly Scope[] =>
  keyScopes.filter((scope) => mayGrant(role, scope))

/**
 * The scopes of a key, limited to those that its owner's current role may create (AUT-13). A write scope that the role may
 * not create is reduced to its read scope.
 */
export const scopesInForce = (
  scopes: readonly Scope[],
  role: 'owner' | 'admin' | 'member',
): readonly Scope[] =>
  scopes.every((scope) => mayGrant(role, scope))
    ? scopes
    : grantableScopes(role).filter((scope) => holdsScope(scopes, scope))
