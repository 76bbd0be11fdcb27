// `svc export`: a workspace as lines of JSON.
import { exportWorkspace } from '../import/export-workspace.ts'
import { forceOption, slugOption, withUnchangedStore, type Command } from './command.ts'
import { checkOutput } from './output-file.ts'
import { createProgress } from './progress.ts'
import { writingTo } from './text-output.ts'

export const exportCommand: Command = {
  name: 'export',
  operand: '[FILE|-]',
  summary: 'Export a workspace as lines of JSON, without passwords, keys and tokens. - is standard output.',
  options: { workspace: { value: 'SLUG', help: 'the workspace' }, force: forceOption },
  example: 'svc export --workspace acme acme.ndjson',
  run(args) {
    const slug = args.required('workspace', slugOption)
    const file = args.operand || '-'
    if (file !== '-') checkOutput(file, args)
    const existing = args.has('force') ? 'replace' : 'keep'
    const progress = createProgress('lines')
    return withUnchangedStore(args, async (store) => {
      const lines = await writingTo(file, existing, (write) =>
        exportWorkspace(store, slug, write, progress.passed),
      ).finally(progress.end)
      return file === '-' ? undefined : { workspace: slug, file, lines }
    })
  },
}
