// `svc member …`: add, invite, reset-link, role, remove and list.
import { z } from 'zod'
import { defaultHost, defaultPort } from '../base/config.ts'
import { iso } from '../base/time.ts'
import { maxPasswordLength, minPasswordLength } from '../oauth/password.ts'
import { createResetLink, invite, linkPath } from '../operator/account-links.ts'
import { addMember } from '../operator/add-member.ts'
import { changeRole, listMembers, removeMember } from '../operator/members.ts'
import {
  emailOption,
  nameOption,
  originOption,
  roleOption,
  slugOption,
  withStore,
  withUnchangedStore,
  type Command,
} from './command.ts'

const password = z
  .string()
  .min(minPasswordLength)
  .max(maxPasswordLength)
  .describe(`a password of ${minPasswordLength} to ${maxPasswordLength} characters`)

const whose = {
  workspace: { value: 'SLUG', help: 'the workspace' },
  email: { value: 'EMAIL', help: 'the person' },
}

export const memberAdd: Command = {
  name: 'member add',
  summary:
    'Add a person to a workspace, or change the role, name or password of a member. A person without a password gets one, which is printed once.',
  options: {
    ...whose,
    name: {
      value: 'NAME',
      help: 'their name, in all workspaces (default for a new person: from the address)',
    },
    role: { value: 'ROLE', help: 'owner, admin or member (default: their current role, or member)' },
    password: {
      value: 'TEXT',
      secret: true,
      help: 'their password (default for a person without one: a random one); it ends their sign-ins, but not their keys',
    },
  },
  example: 'svc member add --workspace acme --email ada@acme.test --name "Ada Vale" --role admin',
  run: (args) => {
    const input = {
      workspace: args.required('workspace', slugOption),
      email: args.required('email', emailOption),
      name: args.optional('name', nameOption),
      role: args.optional('role', roleOption),
      password: args.optional('password', password),
      at: Date.now(),
    }
    return withStore(args, (store) => addMember(store, input))
  },
}

const ownUrl = `http://${defaultHost}:${defaultPort}`
const baseUrl = { value: 'URL', help: `public origin of the service, for the link (default ${ownUrl})` }

export const memberInvite: Command = {
  name: 'member invite',
  summary: 'Invite a person by a link that works once within 7 days. An earlier one for them stops working.',
  options: {
    ...whose,
    name: { value: 'NAME', help: 'their name, which they can change (default: from the address)' },
    role: { value: 'ROLE', help: 'owner, admin or member (default: member)' },
    'base-url': baseUrl,
  },
  example:
    'svc member invite --workspace acme --email ada@acme.test --role admin --base-url https://data.acme.test',
  run: (args) => {
    const workspace = args.required('workspace', slugOption)
    const email = args.required('email', emailOption)
    const input = {
      workspace,
      email,
      name: args.optional('name', nameOption) ?? email.split('@', 1)[0] ?? email,
      role: args.optional('role', roleOption) ?? ('member' as const),
      at: Date.now(),
    }
    const origin = args.optional('base-url', originOption) ?? ownUrl
    return withStore(args, async (store) => {
      const { token, expiresAt, ...rest } = await invite(store, input)
      return { ...rest, link: origin + linkPath(workspace, 'invitation', token), expiresAt: iso(expiresAt) }
    })
  },
}

export const memberResetLink: Command = {
  name: 'member reset-link',
  summary:
    'Make a link by which a member sets a new password, once within a day. It ends their sign-ins then.',
  options: { ...whose, 'base-url': baseUrl },
  example: 'svc member reset-link --workspace acme --email ada@acme.test --base-url https://data.acme.test',
  run: (args) => {
    const workspace = args.required('workspace', slugOption)
    const input = { workspace, email: args.required('email', emailOption), at: Date.now() }
    const origin = args.optional('base-url', originOption) ?? ownUrl
    return withStore(args, async (store) => {
      const { token, expiresAt, ...rest } = await createResetLink(store, input)
      return {
        ...rest,
        link: origin + linkPath(workspace, 'password_reset', token),
        expiresAt: iso(expiresAt),
      }
    })
  },
}

export const memberRole: Command = {
  name: 'member role',
  summary: 'Change the role of a member. Keys that lose scopes are listed.',
  options: { ...whose, role: { value: 'ROLE', help: 'owner, admin or member' } },
  example: 'svc member role --workspace acme --email ada@acme.test --role member',
  run: (args) => {
    const input = {
      workspace: args.required('workspace', slugOption),
      email: args.required('email', emailOption),
      role: args.required('role', roleOption),
      at: Date.now(),
    }
    return withStore(args, (store) => changeRole(store, input))
  },
}

export const memberRemove: Command = {
  name: 'member remove',
  summary: 'End a membership. Keys and sign-ins of the person for this workspace end at once.',
  options: whose,
  example: 'svc member remove --workspace acme --email ada@acme.test',
  run: (args) => {
    const input = {
      workspace: args.required('workspace', slugOption),
      email: args.required('email', emailOption),
      at: Date.now(),
    }
    return withStore(args, async (store) => ({ ...(await removeMember(store, input)), removed: true }))
  },
}

export const memberList: Command = {
  name: 'member list',
  summary: 'List the members of a workspace by name.',
  options: { workspace: whose.workspace },
  example: 'svc member list --workspace acme --human',
  run: (args) => {
    const input = { workspace: args.required('workspace', slugOption) }
    return withUnchangedStore(args, async (store) => ({ members: await listMembers(store, input) }))
  },
}
