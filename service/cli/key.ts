// `svc key create`, `svc key revoke` and `svc key list`.
import { z } from 'zod'
import { instant } from '../../shared/api/primitives.ts'
import { iso, isoOrNull } from '../base/time.ts'
import { createKey, listKeys, revokeKey, type ListedKey } from '../operator/keys.ts'
import { keyScopes } from '../access/principal.ts'
import {
  emailOption,
  nameOption,
  slugOption,
  withStore,
  withUnchangedStore,
  workspaceOption,
  type Command,
} from './command.ts'

const scopeList = z
  .string()
  .transform((text) => [...new Set(text.split(',').map((name) => name.trim()))])
  .pipe(z.array(z.enum(keyScopes)).min(1))
  .describe(`a list of ${keyScopes.join(',')}`)

const expiry = z
  .union([z.iso.date(), instant])
  .transform((text) => Date.parse(text))
  .refine((time) => time > Date.now())
  .describe('a date or an instant in the future, such as 2030-01-31')

const present = (key: ListedKey) => ({
  keyId: key.id,
  name: key.name,
  ownerId: key.ownerId,
  scopes: key.scopes,
  scopesInForce: key.scopesInForce,
  createdAt: iso(key.createdAt),
  expiresAt: isoOrNull(key.expiresAt),
  revokedAt: isoOrNull(key.revokedAt),
  lastUsedAt: isoOrNull(key.lastUsedAt),
})

export const keyCreate: Command = {
  name: 'key create',
  summary: 'Create an access key for a member. Its token is shown only this once.',
  options: {
    workspace: workspaceOption,
    as: { value: 'EMAIL', help: 'the member; members get read-only keys, owners and admins any' },
    scopes: { value: 'LIST', help: keyScopes.join(',') },
    name: { value: 'NAME', help: 'what the key is for' },
    expires: { value: 'WHEN', help: 'when it stops working, such as 2030-01-31 (default: never)' },
  },
  example: 'svc key create --workspace acme --as owner@acme.test --scopes records:write,tasks:read',
  run(args) {
    const input = {
      workspace: args.required('workspace', slugOption),
      as: args.required('as', emailOption),
      scopes: args.required('scopes', scopeList),
      name: args.optional('name', nameOption) ?? 'svc',
      expiresAt: args.optional('expires', expiry) ?? null,
      at: Date.now(),
    }
    return withStore(args, (store) => createKey(store, input))
  },
}

export const keyRevoke: Command = {
  name: 'key revoke',
  operand: '<keyId>',
  summary: 'Revoke a key; it stops working at once.',
  options: { as: { value: 'EMAIL', help: 'act with the rights of this member' } },
  example: 'svc key revoke key_…',
  run(args) {
    const keyId = args.operand
    const as = args.optional('as', emailOption)
    return withStore(args, (store) => revokeKey(store, { keyId, as, at: Date.now() }))
  },
}

export const keyList: Command = {
  name: 'key list',
  summary: 'List the keys of a workspace, without their tokens.',
  options: { workspace: workspaceOption, as: { value: 'EMAIL', help: 'act with the rights of this member' } },
  example: 'svc key list --workspace acme',
  run(args) {
    const input = {
      workspace: args.required('workspace', slugOption),
      as: args.optional('as', emailOption),
    }
    return withUnchangedStore(args, async (store) => ({ keys: (await listKeys(store, input)).map(present) }))
  },
}
