// `npm run -s paths`: how many files of the launcher run during an everyday job, in the page and the main process together, and
// how many of the service during a request (service-paths.ts).
// A reader of that job opens at most these. `-- --files` lists them. e2e/paths.spec.ts measures them and checks the ceilings.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { serviceCeilings, type ServicePath } from './service-paths.ts'

/** The most files that may run. CONTRIBUTING.md says when a ceiling may be raised. */
export const ceilings = {
  keystroke: 69,
  captureKey: 42,
  save: 120,
  captureSave: 121,
  brief: 87,
} as const

export type PathName = keyof typeof ceilings
/** Paths of product files, relative to the repository. */
export type Measured = Record<PathName, { page: string[]; main: string[] }>

/** Names the variable with the path of the spec's report. */
export const reportVariable = 'PATHS_REPORT'

const words: Record<PathName, string> = {
  keystroke: 'a key in the palette, to the merged answer',
  captureKey: 'a key in capture, to the kept draft',
  save: 'a save of the task form, to its outcome',
  captureSave: 'a save in capture, to its outcome',
  brief: 'the brief, to its fresh answer',
}

/** A file that runs in both processes counts once. */
export const filesOf = ({ page, main }: Measured[PathName]): string[] => [...new Set([...page, ...main])]

const print = (measured: Measured, listsFiles: boolean): void => {
  for (const name of Object.keys(ceilings) as PathName[]) {
    const { page, main } = measured[name]
    const count = filesOf(measured[name]).length
    console.log(
      `${words[name].padEnd(44)}${count} of at most ${ceilings[name]} (page ${page.length}, main ${main.length})`,
    )
    if (listsFiles) for (const file of [...page, '', ...main, '']) console.log(`  ${file}`)
  }
}

const serviceWords: Record<ServicePath, string> = {
  createRecord: 'POST /v1/records',
  listRecords: 'GET /v1/records',
  brief: 'GET /v1/launcher/brief',
  search: 'GET /v1/launcher/search',
  delivery: 'a delivery of a webhook',
}

const printService = (measured: Record<ServicePath, string[]>, listsFiles: boolean): void => {
  for (const name of Object.keys(serviceCeilings) as ServicePath[]) {
    console.log(
      `${serviceWords[name].padEnd(44)}${measured[name].length} of at most ${serviceCeilings[name]} of the service`,
    )
    if (listsFiles) for (const file of measured[name]) console.log(`  ${file}`)
  }
}

if (import.meta.main) {
  const { values } = parseArgs({ options: { files: { type: 'boolean', default: false } } })
  const folder = mkdtempSync(join(tmpdir(), 'svc-paths-'))
  const report = join(folder, 'paths.json')
  const run = (command: string, ...args: string[]): boolean =>
    spawnSync(command, args, {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, [reportVariable]: report },
    }).status === 0
  const isBuilt = run(process.execPath, 'scripts/build.ts')
  const isWithin = isBuilt && run('playwright', 'test', '--project=app', 'e2e/paths.spec.ts')
  try {
    print(JSON.parse(readFileSync(report, 'utf8')) as Measured, values.files)
  } catch {
    console.error('Nothing was measured. See: npx playwright test e2e/paths.spec.ts')
  }
  const service = spawnSync(process.execPath, ['scripts/service-paths.ts'], { encoding: 'utf8' })
  if (service.status === 0)
    printService(JSON.parse(service.stdout) as Record<ServicePath, string[]>, values.files)
  else console.error(service.stderr)
  rmSync(folder, { recursive: true, force: true })
  process.exitCode = isWithin ? 0 : 1
}
