// A task that is gone by the time somebody opens it.
import { eventChannel } from '../shared/ipc/channels.ts'
import { expect, test } from './signed-in.ts'
import { isLive, searchBox } from './steps.ts'

const always = Number.POSITIVE_INFINITY

test('APP-06 404: that a task is gone stays said, with its button in the focus, while it is asked for again', async ({
  signedIn: { app, page },
  network,
}) => {
  const task = { path: /^\/v1\/launcher\/tasks\/[^/]+$/ }
  const undo = network.misbehave(task, { kind: 'answer', status: 404 }, always)
  await searchBox(page).fill('t re')
  await isLive(page)
  await searchBox(page).press('Enter')
  const create = page.getByRole('alert').getByRole('button', { name: 'Create as new' })
  const view = page.getByRole('main', { name: 'Edit task' })
  await expect(create).toBeVisible()
  await expect(view).toHaveAttribute('aria-busy', 'false')
  await create.focus()
  undo()
  const { promise, resolve } = Promise.withResolvers<void>()
  network.misbehave(task, { kind: 'answer', status: 404, until: promise }, always)
  // As after any write elsewhere.
  await app.evaluate(({ BrowserWindow }, channel) => {
    for (const window of BrowserWindow.getAllWindows())
      window.webContents.send(channel, 'data.changed', 'everything')
  }, eventChannel)
  await expect(view).toHaveAttribute('aria-busy', 'true')
  await expect(create).toBeFocused()
  resolve()
  await expect(view).toHaveAttribute('aria-busy', 'false')
  await expect(create).toBeFocused()
})
