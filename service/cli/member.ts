// `svc member add`, `svc member remove` and `svc member list`.
import { z } from 'zod'
import { maxPasswordLength } from '../oauth/password.ts'
import { addMember, listMembers, removeMember } from '../operator/members.ts'
import {
  emailOption,
  nameOption,
  roleOption,
  slugOption,
  withStore,
  withUnchangedStore,
  type Command,
} from './command.ts'

const password = z
  .string()
  .min(8)
  .max(maxPasswordLength)
  .describe(`a password of 8 to ${maxPasswordLength} characters`)

const whose = {
  workspace: { value: 'SLUG', help: 'the workspace' },
  email: { value: 'EMAIL', help: 'the person' },
}

export const memberAdd: Command = {
  name: 'member add',
  summary:
    'Add a person to a workspace, or change their role or password. The password of a new person is printed once.',
  options: {
    ...whose,
    name: { value: 'NAME', help: 'their name, if they are new' },
    role: { value: 'ROLE', help: 'owner, admin or member (default: their current role, or member)' },
    password: {
      value: 'TEXT',
      secret: true,
      help: 'their password (default for a new person: a random one); it ends their sign-ins, but not their keys',
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
