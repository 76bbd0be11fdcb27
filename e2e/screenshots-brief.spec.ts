// Pictures of the states of the brief: the real app, the real service behind a proxy that misbehaves when it is told to,
// dark and light. `npm run screenshots`.
import { fileURLToPath } from 'node:url'
import { expect, test } from './signed-in.ts'
import { runCommand, unfold } from './steps.ts'
import { changeSinceYesterday, seeYesterdaysBrief } from './writes.ts'

const images = fileURLToPath(new URL('../docs/images/', import.meta.url))
const briefPath = { method: 'GET', path: '/v1/launcher/brief' }

test.use({ own: true })

for (const colorScheme of ['light', 'dark'] as const)
  test(`pictures of the brief, ${colorScheme}`, async ({ signedIn, launch, network, service }) => {
    const tasksThen = await seeYesterdaysBrief(signedIn)
    await signedIn.app.close()
    await changeSinceYesterday(service, tasksThen)

    const launched = await launch()
    const { page } = launched
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    const picture = (name: string) => page.screenshot({ path: `${images}${name}-${colorScheme}.png` })
    await runCommand(launched, 'Daily brief')
    await expect(page.getByText(/^Since yesterday/)).toBeVisible()
    await picture('brief-difference')
    await unfold(page, 'Later')

    const tasks = page.getByRole('region', { name: 'Tasks' }).getByRole('listitem')
    await tasks.first().locator('[data-entry]').focus()
    await page.keyboard.press('s')
    await expect(page.getByText(/^Tomorrow: /)).toBeVisible()
    await picture('brief-snoozed')

    await network.goOffline()
    await page.keyboard.press('s')
    await expect(page.getByText('Not sent yet')).toBeVisible()
    await page.keyboard.press('Control+r')
    await expect(page.getByText(/^Saved results/)).toBeVisible()
    await page.getByText('Not sent yet').scrollIntoViewIfNeeded()
    await picture('brief-offline')
    await network.goOnline()
    await page.keyboard.press('Control+r')
    await expect(page.getByText('Not sent yet')).toHaveCount(0, { timeout: 60_000 })

    // A service without the list of meetings.
    const list = { method: 'GET', path: '/v1/launcher/meetings' }
    network.misbehave(list, { kind: 'answer', status: 404 }, 20)
    network.misbehave(
      briefPath,
      {
        kind: 'wrongJson',
        body: '{"data":{"tasks":[],"meetings":"none","notifications":[]}}',
      },
      20,
    )
    await page.keyboard.press('Control+r')
    await expect(page.getByRole('alert')).toContainText('Meetings could not be read')
    await picture('brief-section-failed')

    network.behave()
    network.misbehave(list, { kind: 'answer', status: 404 }, 20)
    network.misbehave(
      briefPath,
      {
        kind: 'wrongJson',
        body: '{"data":{"tasks":[],"meetings":[],"notifications":[]}}',
      },
      20,
    )
    await page.keyboard.press('Control+r')
    await expect(page.getByRole('alert')).toHaveCount(0)
    await expect(page.getByText('Nothing due.', { exact: true })).toBeVisible()
    await picture('brief-nothing-due')
  })
