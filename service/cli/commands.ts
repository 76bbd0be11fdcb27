// Every command of `svc`, in the order of its help.
import { distributePostgres } from '../db/postgres/distribute.ts'
import { operatorError } from '../base/operator-error.ts'
import { type Command, wholeNumber, withStore } from './command.ts'
import { defaultHost, defaultPort } from '../base/config.ts'
import { usualSize } from '../demo/fill.ts'
import { loadDemo } from '../demo/load.ts'
import { bulkLoad } from './progress.ts'
import { backup, migrate, reseal, restore } from './backup.ts'
import { calendarAdd, calendarList, calendarRead, calendarRemove } from './calendar.ts'
import { envPull, envPush } from './env/env.ts'
import { exportCommand, importCommand, importCsvCommand, importUndoCommand } from './import.ts'
import { keyCreate, keyList, keyRevoke } from './key.ts'
import { mcp } from './mcp.ts'
import { memberAdd, memberInvite, memberList, memberRemove, memberResetLink, memberRole } from './member.ts'
import { projectCreate, projectList } from './project.ts'
import { serve } from './serve.ts'
import { types } from './types.ts'
import { workspaceCreate, workspaceImport, workspaceList, workspaceSet } from './workspace.ts'

// `svc distribute`: from one PostgreSQL server to the workers of Citus.

export const distribute: Command = {
  name: 'distribute',
  summary:
    'Put the tables of a database on the workers of Citus. Stop the services first. An interrupted run is continued by the next one.',
  options: { 'dry-run': { help: 'print the SQL, and change nothing' } },
  example: 'svc distribute --database postgres://coordinator/svc --dry-run',
  async run(args) {
    if (!/^postgres(ql)?:/.test(args.database))
      throw operatorError(
        'database_unsupported',
        'Only a database on Citus can be distributed. Name the coordinator: --database postgres://…',
      )
    const dryRun = args.has('dry-run')
    const { tables, statements } = await distributePostgres(args.database, {
      dryRun,
      onStep: ({ table, place, of }) => process.stderr.write(`${place} of ${of}: ${table}\n`),
    })
    return dryRun ? { tables, statements } : { tables }
  },
}

// `svc demo`: three workspaces with demo data.

const count = wholeNumber(0, 1_000_000)

export const demo: Command = {
  name: 'demo',
  summary:
    'Load demo data: acme (Pro), globex (Pro) and initech (free). Existing demo workspaces are not changed. The settings are at the printed address while `svc serve` runs.',
  options: {
    records: { value: 'N', help: `records in acme (default ${usualSize.records})` },
    tasks: { value: 'N', help: `tasks in acme (default ${usualSize.tasks})` },
    meetings: { value: 'N', help: `meetings in acme (default ${usualSize.meetings})` },
  },
  example: 'svc demo --database file:./demo.db',
  run(args) {
    const size = {
      records: args.optional('records', count) ?? usualSize.records,
      tasks: args.optional('tasks', count) ?? usualSize.tasks,
      meetings: args.optional('meetings', count) ?? usualSize.meetings,
    }
    return withStore(
      args,
      async (store) => {
        const loaded = await bulkLoad(store, 'records, tasks and meetings', (passed) =>
          loadDemo(store, size, Date.now(), { passed }),
        )
        return { ...loaded, settingsUrl: `http://${defaultHost}:${defaultPort}/settings` }
      },
      { missing: 'made' },
    )
  },
}

export const commands: readonly Command[] = [
  serve,
  demo,
  workspaceCreate,
  workspaceSet,
  workspaceList,
  workspaceImport,
  memberAdd,
  memberInvite,
  memberResetLink,
  memberRole,
  memberRemove,
  memberList,
  keyCreate,
  keyRevoke,
  keyList,
  calendarAdd,
  calendarList,
  calendarRead,
  calendarRemove,
  mcp,
  projectCreate,
  projectList,
  envPull,
  envPush,
  migrate,
  distribute,
  backup,
  restore,
  reseal,
  exportCommand,
  importCommand,
  importUndoCommand,
  importCsvCommand,
  types,
]
