// `npm test`: everything that must hold before a change ships. Ends with the line `N passed, M failed`.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { headlessBrowser, provide } from './debian.ts'

type Count = { passed: number; failed: number }

const missing = provide([headlessBrowser])
if (missing !== null) {
  console.error(missing)
  console.log('0 passed, 1 failed')
  process.exit(1)
}

const reports = mkdtempSync(join(tmpdir(), 'svc-launcher-tests-'))

const run = (title: string, command: string, args: string[], env: Record<string, string> = {}): boolean => {
  console.log(`\n== ${title}`)
  const { status } = spawnSync(command, args, { stdio: 'inherit', env: { ...process.env, ...env } })
  return status === 0
}

/** A step that is one check: it counts as one. */
const check = (title: string, command: string, ...args: string[]): Count =>
  run(title, command, args) ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }

/** A runner's own count; a runner that wrote no report, or failed outside a test, counts as a failure. */
const suite = (
  title: string,
  command: string,
  args: string[],
  report: { env: Record<string, string>; read: () => Count },
): Count => {
  const ended = run(title, command, args, report.env)
  try {
    const count = report.read()
    return ended || count.failed > 0 ? count : { ...count, failed: count.failed + 1 }
  } catch {
    return { passed: 0, failed: 1 }
  }
}

const unitReport = join(reports, 'unit.json')
const e2eReport = join(reports, 'e2e.json')

const steps: (() => Count)[] = [
  () => check('Types', 'tsc', '-b'),
  () => check('Lint', 'oxlint', '--type-aware', '--deny-warnings'),
  () => check('Format', 'oxfmt', '--check', '.'),
  () => check('Unused code', 'knip'),
  () =>
    suite(
      'Unit and contract tests',
      'vitest',
      ['run', '--reporter=dot', '--reporter=json', `--outputFile.json=${unitReport}`],
      {
        env: {},
        read: () => {
          const report = JSON.parse(readFileSync(unitReport, 'utf8')) as {
            numPassedTests: number
            numFailedTests: number
          }
          return { passed: report.numPassedTests, failed: report.numFailedTests }
        },
      },
    ),
  () => check('Conformance table is current', process.execPath, 'scripts/conformance.ts', '--check'),
  () => check('Build', process.execPath, 'scripts/build.ts'),
  () =>
    suite('End to end', 'playwright', ['test', '--project=app'], {
      env: { PLAYWRIGHT_JSON_OUTPUT_NAME: e2eReport },
      read: () => {
        const { stats } = JSON.parse(readFileSync(e2eReport, 'utf8')) as {
          stats: { expected: number; unexpected: number; flaky: number }
        }
        return { passed: stats.expected + stats.flaky, failed: stats.unexpected }
      },
    }),
]

const total = steps.reduce<Count>(
  (sum, step) => {
    const count = step()
    return { passed: sum.passed + count.passed, failed: sum.failed + count.failed }
  },
  { passed: 0, failed: 0 },
)
rmSync(reports, { recursive: true, force: true })
process.exitCode = total.failed === 0 ? 0 : 1
console.log(`\n${total.passed} passed, ${total.failed} failed`)
