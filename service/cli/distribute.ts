// `svc distribute`: from one PostgreSQL server to the workers of Citus.
import { distributePostgres } from '../db/postgres/distribute.ts'
import { operatorError } from '../base/operator-error.ts'
import type { Command } from './command.ts'

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
