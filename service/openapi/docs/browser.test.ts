// The documentation page as people meet it: in Chromium, in both colour schemes.
import { expect, test } from 'vitest'
import { findings, launchBrowser } from '../../test/browser-testing.ts'
import { startTestService } from '../../test/testing.ts'

test('GEN-11 the page is accessible in light and in dark colours', async () => {
  const service = await startTestService()
  const browser = await launchBrowser()
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
    expect(await findings(opened)).toEqual([])
    await opened.emulateMedia({ colorScheme: 'dark' })
    expect(await findings(opened, ['color-contrast'])).toEqual([])
  } finally {
    await browser.close()
    await service.close()
  }
})
