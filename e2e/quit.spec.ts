// A quit loses nothing that was typed, however short before it.
import { ask } from './bridge.ts'
import type { Launched } from './launch.ts'
import { expect, test } from './signed-in.ts'
import { press, results, runCommand, summon } from './steps.ts'

test.use({ own: true })

test('APP-05 the last letters before a quit are there at the next start, of a line and of a form', async ({
  signedIn: first,
  launch,
}) => {
  const quit = async ({ app, page }: Launched): Promise<void> => {
    // Messages of the page are in order: once this is answered, the main process has the letters too.
    await ask(page, 'connection.get')
    await app.close()
  }
  await press(first.app, 'capture')
  await first.page.getByRole('textbox', { name: 'Capture a task' }).fill('Cut off in the middle')
  await quit(first)

  const second = await launch()
  await runCommand(second, 'New task')
  await second.page.getByRole('form', { name: 'New task' }).getByLabel('Title').fill('Left in a form')
  await quit(second)

  const third = await launch()
  await summon(third.app)
  const unfinished = results(third.page).getByRole('group', { name: 'Unfinished' })
  for (const title of ['Cut off in the middle', 'Left in a form'])
    await expect(unfinished.getByRole('option', { name: new RegExp(title) })).toBeVisible()
})
