// `svc export`: a workspace as lines of JSON.
import { exportWorkspace } from '../transfer/export-workspace.ts'
import { createProgress } from '../transfer/progress.ts'
import { writingTo } from '../transfer/text-output.ts'
import { slugOption, withUnchangedStore, type Command } from './command.ts'

export const exportCommand: Command = {
  name: 'export',
  operand: '[FILE|-]',
  summary: 'Write a workspace as lines of JSON, without passwords, keys and tokens. - is standard output.',
  options: { workspace: { value: 'SLUG', help: 'the workspace' } },
  example: 'svc export --workspace acme acme.ndjson',
  run(args) {
    const slug = args.required('workspace', slugOption)
    const file = args.operand ?? '-'
    const progress = createProgress('lines')
    return withUnchangedStore(args, async (store) => {
      const lines = await writingTo(file, (output) =>
        exportWorkspace(store, slug, output.write, progress.passed),
      ).finally(progress.end)
      return file === '-' ? undefined : { workspace: slug, file, lines }
    })
  },
}
