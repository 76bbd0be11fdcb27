// The window and its hotkeys, as far as a stand-in can show them; the rest is in docs/contributing/testing.md.
import type { Display, Point } from 'electron'
import type { ElectronApplication, Page } from 'playwright/test'
import { ask } from './bridge.ts'
import { isStandIn, openedUrls } from './launch.ts'
import { expect, ownTest, test } from './signed-in.ts'
import {
  allowInBrowser,
  askToSignIn,
  dismiss,
  hotkeys,
  isHidden,
  isVisible,
  nextOpenedUrl,
  press,
  pressKeys,
  results,
  runCommand,
  searchBox,
  signIn,
  summon,
} from './steps.ts'
import { isKept } from './writes.ts'

type StandIn = { __standin: { takeShortcut: (accelerator: string) => void } }

const killPage = async (app: ElectronApplication): Promise<Page> => {
  const next = app.waitForEvent('window')
  await app.evaluate(({ BrowserWindow }) => {
    BrowserWindow.getAllWindows()[0]?.webContents.forcefullyCrashRenderer()
  })
  return next
}

ownTest(
  'APP-02 APP-05 a page that dies while somebody types comes back with what was typed, with no timer of more than a second',
  async ({ signedIn: { app, page } }) => {
    await app.evaluate(() => {
      const { setTimeout: set } = globalThis
      globalThis.setTimeout = ((run: () => void, ms = 0) =>
        set(ms > 1_000 ? () => undefined : run, ms)) as unknown as typeof setTimeout
    })
    await page.keyboard.type('t review')
    await expect(results(page).getByRole('option').first()).toBeVisible()
    await expect(searchBox(page)).toHaveValue('review')
    // The main process keeps what was typed a moment later.
    await expect
      .poll(() => ask(page, 'view.ready'))
      .toMatchObject({ value: { typed: { query: 'review', scope: 'tasks' } } })
    const again = await killPage(app)
    await expect(searchBox(again)).toHaveValue('review')
    await expect(again.getByRole('button', { name: 'Leave Tasks' })).toBeVisible()
    await expect(searchBox(again)).toBeFocused()
    await expect(results(again).getByRole('option').first()).toContainText(/review/i)
    expect(await isVisible(app)).toBe(true)

    const line = (one: Page) => one.getByRole('textbox', { name: 'Capture a task' })
    await press(app, 'capture')
    await line(again).fill('Written before the page died')
    await isKept(again, 'Written before the page died')
    const third = await killPage(app)
    // The view that was shown comes back by itself: a press of its hotkey would hide it.
    await expect(third.getByRole('button', { name: 'Continue draft' })).toBeVisible()
    await line(third).press('ArrowUp')
    await expect(line(third)).toHaveValue('Written before the page died')
  },
)

ownTest(
  'APP-02 in the settings the brief gets a hotkey and loses it; while one is recorded the one in force does nothing but be recorded; one that is taken is refused and the old one goes on; a free one is taken over',
  async ({ signedIn: launched, launch }) => {
    const { app, page } = launched
    if (isStandIn)
      await app.evaluate(() => (globalThis as unknown as StandIn).__standin.takeShortcut('Ctrl+Alt+J'))
    else {
      const other = await launch({ profile: 'other', args: ['--hidden'] })
      await other.app.evaluate(({ globalShortcut }) => globalShortcut.register('Ctrl+Alt+J', () => undefined))
    }
    const change = page.getByRole('button', { name: 'Change the hotkey: Show the palette' })
    const record = async (): Promise<void> => {
      await runCommand(launched, 'Settings')
      await change.focus()
      await page.keyboard.press('Enter')
      await expect(change).toHaveAttribute('aria-pressed', 'true')
    }
    await test.step('the brief', async () => {
      await runCommand(launched, 'Settings')
      await page.getByRole('button', { name: 'Choose the hotkey: Open the daily brief' }).press('Enter')
      await page.keyboard.press('Control+Alt+b')
      const remove = page.getByRole('button', { name: 'Remove the hotkey: Open the daily brief' })
      await expect(remove).toBeVisible()
      await dismiss(launched)
      expect(await pressKeys(app, 'Ctrl+Alt+B')).toBe(true)
      await expect(page.getByRole('main', { name: 'Daily brief' })).toBeVisible()
      await dismiss(launched)
      await runCommand(launched, 'Settings')
      await remove.press('Enter')
      await expect(remove).toHaveCount(0)
      await dismiss(launched)
      expect(await pressKeys(app, 'Ctrl+Alt+B')).toBe(false)
    })
    await test.step('the one in force is recorded', async () => {
      const isSuspended = () => app.evaluate(({ globalShortcut }) => globalShortcut.isSuspended())
      await record()
      await expect.poll(isSuspended).toBe(true)
      expect(await pressKeys(app, hotkeys.capture)).toBe(false)
      // A display sends free keys to the page.
      if (isStandIn) await page.keyboard.press('Control+Alt+Shift+Space')
      await expect(
        page.getByText('Ctrl+Alt+Shift+Space is already the hotkey of another action.'),
      ).toBeVisible()
      await expect(change).toHaveAttribute('aria-pressed', 'false')
      await expect.poll(isSuspended).toBe(false)
      await press(app, 'capture')
      await expect(page.getByRole('textbox', { name: 'Capture a task' })).toBeVisible()
      await dismiss(launched)
    })
    await test.step('one that is taken', async () => {
      await record()
      await page.keyboard.press('Control+Alt+j')
      await expect(page.getByText('Ctrl+Alt+J is used by another program')).toBeVisible()
      await press(app, 'summon')
      await expect(searchBox(page)).toBeVisible()
    })
    await test.step('a free one', async () => {
      await record()
      await page.keyboard.press('Control+Alt+l')
      await expect(page.getByText('Ctrl+Alt+L').first()).toBeAttached()
      // A page that has the focus would be sent the keys that are free.
      await dismiss(launched)
      expect(await pressKeys(app, hotkeys.summon)).toBe(false)
      expect(await pressKeys(app, 'Ctrl+Alt+L')).toBe(true)
      await expect.poll(() => isVisible(app)).toBe(true)
    })
  },
)

test('APP-02 APP-08 on Wayland a hotkey is unconfirmed until it is pressed: who is signed out is told that it works, and the settings ask for that press; a size that the compositor imposed is not taken for the person’s', async ({
  launch,
  service,
  browser,
}) => {
  const launched = await launch({ env: { XDG_SESSION_TYPE: 'wayland' } })
  const { app, page } = launched
  await test.step('signed out', async () => {
    const hint = page.getByRole('status').filter({ hasText: 'Ctrl+Alt+Space' })
    // Not by the hotkey, which proves nothing of it.
    await app.evaluate(({ app: running }) => running.emit('second-instance', {}, ['x', '--toggle'], ''))
    await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible()
    await expect(hint).toContainText('Your desktop has not confirmed')
    await dismiss(launched)
    await press(app, 'summon')
    await expect(hint).toContainText('works. It opens the launcher from anywhere.')
  })
  await signIn(launched, service, browser)
  await test.step('in the settings', async () => {
    await runCommand(launched, 'Settings')
    const state = page.getByText('Not confirmed yet. Press it now to test it.')
    await expect(state.last()).toBeVisible()
    await expect(page.getByText('svc-launcher --capture')).toBeVisible()
    const before = await state.count()
    await press(app, 'capture')
    await expect(page.getByRole('textbox', { name: 'Capture a task' })).toBeVisible()
    await dismiss(launched)
    await runCommand(launched, 'Settings')
    await expect(page.getByText('Active', { exact: true })).not.toHaveCount(0)
    expect(await state.count()).toBeLessThan(before)
  })
  await test.step('the size', async () => {
    const size = () =>
      app.evaluate(({ BrowserWindow }) => {
        const { width, height } = BrowserWindow.getAllWindows()[0]?.getBounds() ?? {}
        return { width, height }
      })
    await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.setSize(1400, 900))
    await expect.poll(size).toEqual({ width: 1400, height: 900 })
    await dismiss(launched)
    await summon(app)
    await expect.poll(size).toEqual({ width: 920, height: 560 })
  })
})

test('APP-02 the window comes up on the display under the cursor', async ({ signedIn }) => {
  const { app } = signedIn
  // Two displays side by side in what the real one has free, which a window manager leaves alone.
  const right = await app.evaluate(({ screen }) => {
    const real = screen.getPrimaryDisplay()
    const width = real.workArea.width / 2
    const half = (x: number) => ({ ...real.workArea, x, width })
    const [left, other] = [half(real.workArea.x), half(real.workArea.x + width)]
    Object.assign(globalThis, {
      real: [screen.getAllDisplays.bind(screen), screen.getCursorScreenPoint.bind(screen)],
    })
    screen.getAllDisplays = () => [left, other].map((area) => ({ ...real, bounds: area, workArea: area }))
    screen.getCursorScreenPoint = () => ({ x: other.x + 20, y: other.y + 20 })
    return other
  })
  const width = Math.min(920, right.width)
  try {
    // Openbox drops a move that arrives while it is still unmapping the window, faster than a person presses.
    await expect(async () => {
      await dismiss(signedIn)
      await summon(app)
      const bounds = await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.getBounds())
      expect(bounds).toEqual({
        x: right.x + Math.round((right.width - width) / 2),
        y: right.y + Math.round((right.height - 560) * 0.28),
        width,
        height: 560,
      })
    }).toPass()
  } finally {
    await app.evaluate(({ screen }) => {
      const { real } = globalThis as unknown as { real: [() => Display[], () => Point] }
      screen.getAllDisplays = real[0]
      screen.getCursorScreenPoint = real[1]
    })
  }
})

const blur = (app: ElectronApplication): Promise<void> =>
  app.evaluate(({ BrowserWindow }) => {
    BrowserWindow.getAllWindows()[0]?.emit('blur')
  })

const hidesByBlur = (app: ElectronApplication): Promise<void> =>
  expect
    .poll(async () => {
      await blur(app)
      return isVisible(app)
    })
    .toBe(false)

/** @returns whether the window was still seen after each of two, both later than the first 150 ms. */
const blurPastTheFirstMoment = async (app: ElectronApplication): Promise<boolean[]> => {
  const at = Date.now()
  await expect.poll(() => Date.now() - at).toBeGreaterThan(200)
  const seen: boolean[] = []
  for (let time = 0; time < 2; time += 1) {
    await blur(app)
    seen.push(await isVisible(app))
  }
  return seen
}

test('APP-02 losing the focus hides, but not in the first moment, and not a form that holds text', async ({
  signedIn: launched,
}) => {
  const { app, page } = launched
  await test.step('the palette', async () => {
    await press(app, 'summon')
    await isHidden(app)
    await press(app, 'summon')
    await blur(app)
    expect(await isVisible(app)).toBe(true)
    await hidesByBlur(app)
  })
  await test.step('a form', async () => {
    await runCommand(launched, 'New task')
    const title = page.getByRole('form', { name: 'New task' }).getByLabel('Title')
    await title.fill('Half a thought')
    expect(await blurPastTheFirstMoment(app)).toEqual([true, true])
    await dismiss(launched)
    // It is the words that hold it, and not the form.
    await runCommand(launched, 'New task')
    await expect(title).toHaveValue('')
    await hidesByBlur(app)
  })
})

test('APP-02 during a sign-in the window waits behind the browser, and comes back when it is done; losing the focus hides it again once the sign-in was cancelled', async ({
  launch,
  service,
  browser,
}) => {
  const launched = await launch()
  const { app, page } = launched
  const isOnTop = (): Promise<boolean | undefined> =>
    app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isAlwaysOnTop())
  await test.step('it is cancelled', async () => {
    await askToSignIn(launched, service.baseUrl)
    await page.getByRole('button', { name: 'Cancel' }).click()
    await hidesByBlur(app)
  })
  await test.step('it is done', async () => {
    await summon(app)
    const before = (await openedUrls(app)).length
    await page.getByRole('button', { name: 'Sign in' }).click()
    const url = await nextOpenedUrl(app, before)
    await summon(app)
    expect(await isOnTop()).toBe(true)
    expect(await blurPastTheFirstMoment(app)).toEqual([true, true])
    expect(await isOnTop()).toBe(false)
    await (await allowInBrowser(browser, url, service.member('owner@acme.test'))).close()
    await expect.poll(isOnTop).toBe(true)
    await expect(searchBox(page)).toBeFocused()
  })
})
