// `svc export csv`: an object's records for a spreadsheet.
import { z } from 'zod'
import { exportCsv } from '../transfer/export-csv.ts'
import { createProgress } from '../transfer/progress.ts'
import { forceOption, slugOption, withUnchangedStore, type Command } from './command.ts'
import { checkOutput } from './output-file.ts'
import { writingTo } from './text-output.ts'

export const exportCsvCommand: Command = {
  name: 'export csv',
  operand: '[FILE|-]',
  summary: 'Write the active records of an object as CSV. - is standard output.',
  options: {
    workspace: { value: 'SLUG', help: 'the workspace' },
    object: { value: 'SLUG', help: 'the object' },
    force: forceOption,
  },
  example: 'svc export csv --workspace acme --object companies companies.csv',
  run(args) {
    const workspace = args.required('workspace', slugOption)
    const object = args.required('object', z.string().min(1).max(200))
    const file = args.operand ?? '-'
    if (file !== '-') checkOutput(file, args)
    const existing = args.has('force') ? 'replace' : 'keep'
    const { passed, end } = createProgress('records')
    return withUnchangedStore(args, async (store) => {
      const records = await writingTo(file, existing, (write) =>
        exportCsv(store, { workspace, object, write, passed }),
      ).finally(end)
      return file === '-' ? undefined : { workspace, object, file, records }
    })
  },
}
