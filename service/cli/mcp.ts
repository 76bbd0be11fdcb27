// `svc mcp`: an assistant on this machine works with a workspace by standard input and output (AGT-01).
import { operatorError } from '../base/operator-error.ts'
import { createLog } from '../base/service-log.ts'
import type { Store } from '../db/store.ts'
import { localOwner } from '../local-workspace.ts'
import { memberOf } from '../operator/members.ts'
import { workspaceOf } from '../operator/workspaces.ts'
import {
  emailOption,
  slugOption,
  withStore,
  workspaceOption,
  type Arguments,
  type Command,
} from './command.ts'

/** The member in whose name the assistant acts: the owner of the local workspace where none is named. */
const memberFor = async (store: Store, args: Arguments) => {
  const slug = args.optional('workspace', slugOption)
  const email = args.optional('as', emailOption)
  if (slug === undefined && email === undefined) {
    const owner = await localOwner(store)
    if (owner) return owner
    throw operatorError(
      'not_found',
      'There is no local workspace in this database. Name a workspace and a member: --workspace SLUG --as EMAIL.',
    )
  }
  if (slug === undefined || email === undefined)
    throw operatorError('bad_option', '--workspace and --as go together. See: svc mcp --help')
  return store.read(async (tx) => {
    const workspace = await workspaceOf(tx, slug)
    const { personId } = await memberOf(tx, workspace, email)
    return { workspaceId: workspace.id, personId }
  })
}

export const mcp: Command = {
  name: 'mcp',
  summary:
    'Let an assistant on this machine work with a workspace: MCP on standard input and output, until the input ends. Without --workspace and --as it is the local workspace and its owner.',
  options: {
    workspace: workspaceOption,
    as: { value: 'EMAIL', help: 'the member in whose name the assistant acts' },
  },
  example: 'svc mcp --database file:./workspace.db --workspace acme --as owner@acme.test',
  errors: 'stderr',
  run: (args) =>
    withStore(args, async (store) => {
      const member = await memberFor(store, args)
      // Standard output holds the protocol alone, whatever a library prints.
      console.log = console.error
      console.info = console.error
      // Loaded for those who use it.
      const { serveMcp } = await import('../mcp/stdio.ts')
      await serveMcp({ store, member, log: createLog('error') })
      return undefined
    }),
}
