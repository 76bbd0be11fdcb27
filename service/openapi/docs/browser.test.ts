// The documentation page as people meet it: in Chromium, in both colour schemes.
import AxeBuilder from '@axe-core/playwright'
import { chromium } from 'playwright-core'
import { expect, test } from 'vitest'
import { startTestService } from '../../test/testing.ts'

test('GEN-11 the page is accessible in light and in dark colours', async () => {
  const service = await startTestService()
  const browser = await chromium.launch({
    executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
    args: ['--no-sandbox'],
  })
  try {
    const context = await browser.newContext({ viewport: { width: 1600, height: 900 } })
    const opened = await context.newPage()
    await opened.goto(service.url('/docs'))
    const beside = await opened.getByRole('navigation').boundingBox()
    // Laid out by its style: the list of operations stands beside them.
    expect(beside?.width).toBeLessThan(400)
    // Every operation is laid out alike, and all of them take minutes. The last of those that stay takes a body.
    const alike = await opened.locator('.operation').evaluateAll((sections) => {
      for (const section of [...sections.slice(0, 2), ...sections.slice(5)]) section.remove()
      return sections.length
    })
    await expect(opened.getByText('Body, application/json').count()).resolves.toBeGreaterThan(0)
    await opened.locator('details').last().locator('summary').click()
    expect(alike).toBeGreaterThan(20)
    const light = await new AxeBuilder({ page: opened }).setLegacyMode().analyze()
    await opened.emulateMedia({ colorScheme: 'dark' })
    const dark = await new AxeBuilder({ page: opened }).setLegacyMode().withRules('color-contrast').analyze()
    const found = [...light.violations, ...dark.violations]
    expect(found.map(({ id, nodes }) => [id, nodes[0]?.html])).toEqual([])
  } finally {
    await browser.close()
    await service.close()
  }
})
