// `svc export csv`: an object's records for a spreadsheet.
import { z } from 'zod'
import { exportCsv } from '../transfer/export-csv.ts'
import { createProgress } from '../transfer/progress.ts'
import { writingTo } from '../transfer/text-output.ts'
import { slugOption, withUnchangedStore, type Command } from './command.ts'

export const exportCsvCommand: Command = {
  name: 'export csv',
  operand: '[FILE|-]',
  summary: 'Write the active records of an object as CSV. - is standard output.',
  options: {
    workspace: { value: 'SLUG', help: 'the workspace' },
    object: { value: 'SLUG', help: 'the object' },
  },
  example: 'svc export csv --workspace acme --object companies companies.csv',
  run(args) {
    const workspace = args.required('workspace', slugOption)
    const object = args.required('object', z.string().min(1).max(200))
    const file = args.operand ?? '-'
    const { passed, end } = createProgress('records')
    return withUnchangedStore(args, async (store) => {
      const records = await writingTo(file, ({ write }) =>
        exportCsv(store, { workspace, object, write, passed }),
      ).finally(end)
      return file === '-' ? undefined : { workspace, object, file, records }
    })
  },
}
