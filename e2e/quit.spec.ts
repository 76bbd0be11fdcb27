// A quit loses nothing that was typed, however short before it, nor how the window was left.
import type { ElectronApplication } from 'playwright/test'
import { ask } from './bridge.ts'
import type { Launched } from './launch.ts'
import { expect, test } from './signed-in.ts'
import { dismiss, press, results, runCommand, summon } from './steps.ts'

test.use({ own: true })

test('APP-02 APP-05 the last letters before a quit are there at the next start, of a line and of a form, and the size that the user gave the window', async ({
  signedIn: first,
  launch,
}) => {
  const quit = async ({ app, page }: Launched): Promise<void> => {
    // Messages of the page are in order: once this is answered, the main process has the letters too.
    await ask(page, 'connection.get')
    await app.close()
  }
  const setSize = (app: ElectronApplication) =>
    app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.setSize(800, 500))
  const sizeOf = (app: ElectronApplication) =>
    app.evaluate(({ BrowserWindow }) => {
      const { width, height } = BrowserWindow.getAllWindows()[0]?.getBounds() ?? {}
      return [width, height]
    })
  await setSize(first.app)
  await expect.poll(() => sizeOf(first.app)).toEqual([800, 500])
  // The size is on the disk a moment after the hide.
  await expect(async () => {
    await dismiss(first)
    await summon(first.app)
    expect(await sizeOf(first.app)).toEqual([800, 500])
  }).toPass()

  await press(first.app, 'capture')
  await first.page.getByRole('textbox', { name: 'Capture a task' }).fill('Cut off in the middle')
  await quit(first)

  const second = await launch()
  await expect.poll(() => sizeOf(second.app)).toEqual([800, 500])
  await runCommand(second, 'New task')
  await second.page.getByRole('form', { name: 'New task' }).getByLabel('Title').fill('Left in a form')
  await quit(second)

  const third = await launch()
  await summon(third.app)
  const unfinished = results(third.page).getByRole('group', { name: 'Unfinished' })
  for (const title of ['Cut off in the middle', 'Left in a form'])
    await expect(unfinished.getByRole('option', { name: new RegExp(title) })).toBeVisible()
})
