// `npm test`: everything that must hold before a change ships. Ends with the line `N passed, M failed`.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { headlessBrowser, provide } from './debian.ts'

/** A runner's report: how many passed, and the titles of those that did not, each with the first lines of its error. */
type Report = { passed: number; failures: string[] }

const missing = provide([headlessBrowser])
if (missing !== null) {
  console.error(missing)
  console.log('0 passed, 1 failed')
  process.exit(1)
}

/** Told once more at the end: who reads only the last lines of a long log sees what failed. */
const failures: string[] = []
const errorLines = 12

const reports = mkdtempSync(join(tmpdir(), 'svc-launcher-tests-'))

const run = (title: string, command: string, args: string[], env: Record<string, string> = {}): boolean => {
  console.log(`\n== ${title}`)
  const { status } = spawnSync(command, args, { stdio: 'inherit', env: { ...process.env, ...env } })
  return status === 0
}

/** A step that is one check: it counts as one. Returns how many passed, as each step does. */
const check = (title: string, command: string, ...args: string[]): number => {
  if (run(title, command, args)) return 1
  failures.push(title)
  return 0
}

/** A runner's own count; that it wrote no report, or failed outside a test, is one more failure. */
const suite = (
  title: string,
  command: string,
  args: string[],
  report: { env: Record<string, string>; read: () => Report },
): number => {
  const ended = run(title, command, args, report.env)
  try {
    const { passed, failures: told } = report.read()
    failures.push(...(ended || told.length > 0 ? told : [`${title}: failed outside a test`]))
    return passed
  } catch {
    failures.push(`${title}: no report`)
    return 0
  }
}

const failure = (title: string, error: string): string =>
  [title, ...stripVTControlCharacters(error).split('\n').slice(0, errorLines)].join('\n    ')

/** Vitest's report, as Jest writes it. A file that could not be loaded has a message and no failed test. */
const readUnit = (): Report => {
  const report = JSON.parse(readFileSync(unitReport, 'utf8')) as {
    numPassedTests: number
    testResults: {
      name: string
      status: string
      message: string
      assertionResults: { status: string; fullName: string; failureMessages: string[] | null }[]
    }[]
  }
  return {
    passed: report.numPassedTests,
    failures: report.testResults.flatMap(({ name, status, message, assertionResults }) => {
      const file = relative(process.cwd(), name)
      const failed = assertionResults.filter((test) => test.status === 'failed')
      if (status === 'failed' && failed.length === 0) return [failure(file, message)]
      return failed.map((test) =>
        failure(`${file} > ${test.fullName}`, (test.failureMessages ?? []).join('\n')),
      )
    }),
  }
}

type Suite = {
  suites?: Suite[]
  specs: {
    title: string
    file: string
    line: number
    tests: { status: string; results: { error?: { message?: string } }[] }[]
  }[]
}

/** Playwright's report. A test that passed at a second try is flaky, and passed. */
const readEndToEnd = (): Report => {
  const report = JSON.parse(readFileSync(e2eReport, 'utf8')) as {
    suites: Suite[]
    stats: { expected: number; flaky: number }
  }
  const failed = ({ suites = [], specs }: Suite): string[] => [
    ...specs.flatMap(({ title, file, line, tests }) =>
      tests
        .filter(({ status }) => status === 'unexpected')
        .map(({ results }) =>
          failure(`e2e/${file}:${line} > ${title}`, results.at(-1)?.error?.message ?? ''),
        ),
    ),
    ...suites.flatMap(failed),
  ]
  return { passed: report.stats.expected + report.stats.flaky, failures: report.suites.flatMap(failed) }
}

const unitReport = join(reports, 'unit.json')
const e2eReport = join(reports, 'e2e.json')

const steps: (() => number)[] = [
  () => check('Types', 'tsc', '-b'),
  () => check('Lint', 'oxlint', '--type-aware', '--deny-warnings'),
  () => check('Format', 'oxfmt', '--check', '.'),
  () => check('Unused code', 'knip'),
  () =>
    suite(
      'Unit and contract tests',
      'vitest',
      [
        'run',
        ...['dot', 'json', './scripts/flaky-tests.ts'].map((one) => `--reporter=${one}`),
        `--outputFile.json=${unitReport}`,
      ],
      { env: {}, read: readUnit },
    ),
  () => check('Conformance table is current', process.execPath, 'scripts/conformance.ts', '--check'),
  () => check('Build', process.execPath, 'scripts/build.ts'),
  () =>
    suite('End to end', 'playwright', ['test', '--project=app'], {
      env: { PLAYWRIGHT_JSON_OUTPUT_NAME: e2eReport },
      read: readEndToEnd,
    }),
]

const passed = steps.reduce((sum, step) => sum + step(), 0)
rmSync(reports, { recursive: true, force: true })
if (failures.length > 0) console.log(`\n== Failed\n${failures.join('\n')}`)
process.exitCode = failures.length === 0 ? 0 : 1
console.log(`\n${passed} passed, ${failures.length} failed`)
