// Views that open for the first time, in an app that has just started.
import type { Locator } from 'playwright/test'
import { ask } from './bridge.ts'
import type { Launched } from './launch.ts'
import { expect, ownTest as test } from './signed-in.ts'
import { briefEntries, dismiss, results, runCommand, selectedRow } from './steps.ts'

/** The code of both forms is loaded, as it is soon after the first paint. Electron lists no resources of `app:`. */
const isPreloaded = ({ page }: Launched): Promise<void> =>
  expect
    .poll(() =>
      page
        .locator('link[rel=modulepreload]')
        .evaluateAll(
          (links) => links.filter((link) => /\/form-[^/]*\.js$/.test((link as HTMLLinkElement).href)).length,
        ),
    )
    .toBe(2)

test('APP-02 APP-03 APP-04 APP-05 RCL-02 in an app that has just started letters right after the first form are kept, the brief needs no scroll, and browse asks for the next page at 70 % of what is there', async ({
  signedIn,
  network,
}) => {
  const { page } = signedIn
  await isPreloaded(signedIn)
  for (const [command, label] of [
    ['New task', 'Title'],
    ['New company', 'Name'],
  ] as const)
    await test.step(`letters right after the first “${command}” are kept`, async () => {
      await runCommand(signedIn, command)
      await page.keyboard.type('Fjordkompaniet')
      await expect(page.getByRole('form', { name: command }).getByLabel(label)).toHaveValue('Fjordkompaniet')
      await dismiss(signedIn)
    })
  await test.step('without a scroll the brief says what runs, the day in one line, what to do today and what is overdue', async () => {
    await runCommand(signedIn, 'Daily brief')
    await expect(page.getByText(/^Now: .+, .+ – .+$/)).toBeVisible()
    await expect(page.getByText(/^\d+ overdue · (\d+ today · )?\d+ meetings?$/)).toBeVisible()
    const entries = briefEntries(page)
    await expect(entries.nth(8)).toBeVisible()
    const hidden = await entries.evaluateAll((all) =>
      all
        .filter((entry) => entry.getBoundingClientRect().bottom > innerHeight - 40)
        .map(({ textContent }) => textContent),
    )
    expect(hidden).toEqual([])
    await dismiss(signedIn)
  })
  await test.step('browse asks for the next page at 70 %: no sooner, and before the end', async () => {
    network.forget()
    await runCommand(signedIn, 'Browse people')
    const rows = results(page).getByRole('option')
    const place = async (row: Locator) => Number(await row.getAttribute('aria-posinset'))
    const asked = () => network.passed({ path: '/v1/launcher/objects/people/records' }).length
    await expect(page.getByText('50 shown')).toBeVisible()
    const release = network.hold({ path: '/v1/launcher/objects/people/records' })
    for (let at = 2; (await place(rows.last())) <= 50 * 0.7; at += 1) {
      // All earlier requests of the page have passed.
      await ask(page, 'home.refresh')
      expect(asked()).toBe(1)
      await page.keyboard.press('ArrowDown')
      await expect.poll(() => place(selectedRow(page))).toBe(at)
      // The list follows in the next frame.
      await page.evaluate(
        () => new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted))),
      )
    }
    await expect.poll(asked).toBe(2)
    expect(await place(rows.last())).toBeLessThan(50)
    release()
    await expect(page.getByText('50 shown')).toHaveCount(0)
  })
})
