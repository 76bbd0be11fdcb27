// A reporter of Vitest that names the tests which passed at a second try, as Playwright does of its own.
import type { Reporter, TestCase } from 'vitest/node'

export default class FlakyTests implements Reporter {
  readonly #flaky: string[] = []

  onTestCaseResult(test: TestCase): void {
    if (test.diagnostic()?.flaky === true)
      this.#flaky.push(`${test.module.relativeModuleId} > ${test.fullName}`)
  }

  onTestRunEnd(): void {
    if (this.#flaky.length > 0) console.log(`\n${this.#flaky.length} flaky\n  ${this.#flaky.join('\n  ')}`)
  }
}
