// Chromium for tests of the service's pages, and what axe says of a page.
import axe from 'axe-core'
import { chromium, type Browser, type Page } from 'playwright'
import { headlessChromium } from '../../scripts/chromium.ts'

export const launchBrowser = (): Promise<Browser> =>
  chromium.launch({ executablePath: headlessChromium(), args: ['--no-sandbox'] })

/** @param rules the only ones that are asked; otherwise all. @returns the broken rules, each with its first element */
export const findings = async (page: Page, rules: readonly string[] = []): Promise<string[]> => {
  await page.evaluate(axe.source)
  const options = JSON.stringify(rules.length === 0 ? {} : { runOnly: rules })
  const { violations } = await page.evaluate<axe.AxeResults>(`axe.run(${options})`)
  return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html ?? ''}`)
}
