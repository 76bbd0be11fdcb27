// Steps of a person that the specs share.
import { setTimeout } from 'node:timers/promises'
import type { Browser, ElectronApplication, Page } from 'playwright/test'
import { expect } from './expect.ts'
import { isStandIn, isUp, type Launched, openedUrls } from './launch.ts'
import type { DemoMember, RealService } from './real-service.ts'
import { pressTrueKeys } from './x11.ts'

type StandIn = { __standin: { pressShortcut: (accelerator: string) => Promise<boolean> } }

export const hotkeys = { summon: 'Ctrl+Alt+Space', capture: 'Ctrl+Alt+Shift+Space' } as const

// Presses that follow faster are one key that is held down (palette.ts): no finger is as fast as a test.
const fingerMs = 80
const lastPressAt = new WeakMap<ElectronApplication, number>()

/** Presses keys of which the app may hold a global hotkey. @returns whether it does, once it has heard the press */
export const pressKeys = async (app: ElectronApplication, accelerator: string): Promise<boolean> => {
  await setTimeout(Math.max(0, (lastPressAt.get(app) ?? 0) + fingerMs - Date.now()))
  const isHeld = isStandIn
    ? await app.evaluate(
        (_electron, keys) => (globalThis as unknown as StandIn).__standin.pressShortcut(keys),
        accelerator,
      )
    : await pressTrueKeys(app, accelerator)
  lastPressAt.set(app, Date.now())
  return isHeld
}

/** Presses one of the app's hotkeys. */
export const press = async (app: ElectronApplication, hotkey: keyof typeof hotkeys): Promise<void> => {
  expect(await pressKeys(app, hotkeys[hotkey]), `the app holds ${hotkeys[hotkey]}`).toBe(true)
}

export const isVisible = (app: ElectronApplication): Promise<boolean> =>
  app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().some((window) => window.isVisible()))

export const isHidden = async (app: ElectronApplication): Promise<void> => {
  await expect.poll(() => isVisible(app)).toBe(false)
}

/** Escape steps back until the launcher hides. */
export const dismiss = async ({ app, page }: Pick<Launched, 'app' | 'page'>): Promise<void> => {
  await expect
    .poll(async () => {
      if (await isVisible(app)) await page.keyboard.press('Escape')
      return isVisible(app)
    })
    .toBe(false)
}

/** Brings the launcher up with the focus, whatever was there before. */
export const summon = (app: ElectronApplication): Promise<void> =>
  expect(async () => {
    if (await isUp(app)) return
    await press(app, 'summon')
    // Another press would hide a window that is on its way.
    await expect.poll(() => isUp(app), { timeout: 2_000 }).toBe(true)
  }).toPass({ timeout: 15_000 })

export const searchBox = (page: Page) => page.getByRole('combobox', { name: 'Search' })
/** The items of the brief, and the buttons that unfold the rest. */
export const briefEntries = (page: Page) =>
  page.getByRole('main', { name: 'Daily brief' }).locator('[data-entry]')
export const currentEntry = (page: Page) => briefEntries(page).and(page.locator(':focus'))

/** Unfolds a group of the brief, unless it is. */
export const unfold = async (page: Page, name: string): Promise<void> => {
  const button = page.getByRole('button', { name: new RegExp(`^${name}`), expanded: false })
  await expect(briefEntries(page).first()).toBeVisible()
  if ((await button.count()) > 0) await button.click()
}

/** A view that was opened from the palette has returned to it. */
export const isBack = (page: Page): Promise<void> => expect(searchBox(page)).toBeFocused()
export const results = (page: Page) => page.getByRole('listbox', { name: 'Results' })
export const selectedRow = (page: Page) => results(page).getByRole('option', { selected: true })

/** Waits until the service has confirmed the rows that are shown. */
export const isLive = (page: Page): Promise<void> => expect(page.locator('[data-live="true"]')).toBeAttached()

/** The address that the app last gave to the system browser, once there are more than `before`. */
export const nextOpenedUrl = async (app: ElectronApplication, before: number): Promise<string> => {
  await expect.poll(async () => (await openedUrls(app)).length, { timeout: 30_000 }).toBeGreaterThan(before)
  return (await openedUrls(app)).at(-1) ?? ''
}

/** Types the workspace address and returns the authorization URL that the browser is sent to. */
export const askToSignIn = async ({ app, page }: Launched, address: string): Promise<string> => {
  const before = (await openedUrls(app)).length
  await summon(app)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByLabel('Workspace address').fill(address)
  await page.getByLabel('Workspace address').press('Enter')
  return nextOpenedUrl(app, before)
}

/** The browser's side: signs in, allows, and sees the last page. @param workspace chosen by its name, where there are several */
export const allowInBrowser = async (
  browser: Browser,
  url: string,
  member: DemoMember,
  workspace?: string,
): Promise<Page> => {
  const page = await browser.newPage()
  await page.goto(url)
  await page.getByLabel('Email').fill(member.email)
  await page.getByLabel('Password').fill(member.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  if (workspace !== undefined) await page.getByLabel('Workspace').selectOption({ label: workspace })
  await page.getByRole('button', { name: 'Allow' }).click()
  await page.waitForURL(/127\.0\.0\.1:\d+\/done/)
  return page
}

export const signIn = async (
  launched: Launched,
  service: RealService,
  browser: Browser,
  email = 'owner@acme.test',
  workspace?: string,
): Promise<void> => {
  const url = await askToSignIn(launched, service.baseUrl)
  await (await allowInBrowser(browser, url, service.member(email), workspace)).close()
  await summon(launched.app)
  await expect(searchBox(launched.page)).toBeVisible()
}

/** As a launcher did that did not know the scopes. */
export const signInWithout = async (
  scope: string | readonly string[],
  launched: Launched,
  service: RealService,
  browser: Browser,
): Promise<void> => {
  const asked = new URL(await askToSignIn(launched, service.baseUrl))
  const scopes = asked.searchParams.get('scope')?.split(' ') ?? []
  const without = [scope].flat()
  expect(scopes).toEqual(expect.arrayContaining(without))
  asked.searchParams.set('scope', scopes.filter((one) => !without.includes(one)).join(' '))
  await (await allowInBrowser(browser, asked.href, service.member('owner@acme.test'))).close()
  await summon(launched.app)
  await expect(searchBox(launched.page)).toBeVisible()
}

/** The first run into a local workspace without demo data. */
export const useLocalWorkspace = async ({ app, page }: Launched, name = 'Ada Lovelace'): Promise<void> => {
  await summon(app)
  await page.getByRole('button', { name: 'Use a local workspace' }).click()
  await page.getByLabel('Your name').fill(name)
  await page.getByLabel('Add demo data').uncheck()
  await page.keyboard.press('Enter')
  await expect(searchBox(page)).toBeFocused({ timeout: 30_000 })
}

/** Drops a file with this text on the window. */
export const dropFile = (page: Page, name: string, text: string): Promise<void> =>
  page.evaluate(
    ([fileName, content]) => {
      const dataTransfer = new DataTransfer()
      dataTransfer.items.add(new File([content ?? ''], fileName ?? ''))
      for (const type of ['dragover', 'drop'])
        document.body.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }))
    },
    [name, text],
  )

/** Runs a palette command by its words, as a person does with `>`. */
export const runCommand = async ({ app, page }: Launched, words: string): Promise<void> => {
  await summon(app)
  await searchBox(page).fill('')
  // Leaves the scope of an earlier search.
  await searchBox(page).press('Backspace')
  await searchBox(page).fill(`>${words}`)
  await expect(selectedRow(page)).toContainText(words)
  await searchBox(page).press('Enter')
}

/** The command and its question. */
export const signOut = async (launched: Launched): Promise<void> => {
  await runCommand(launched, 'Sign out')
  const question = launched.page.getByRole('dialog', { name: 'Sign out' })
  await expect(question.getByRole('button', { name: 'Sign out' })).toBeFocused()
  await launched.page.keyboard.press('Enter')
}

/** Lets the main process live at another time than the machine; 0 brings it back. */
export const shiftClock = (app: ElectronApplication, byMs: number): Promise<void> =>
  app.evaluate((_electron, shift) => {
    const kept = globalThis as unknown as { realDate?: DateConstructor }
    const Real = (kept.realDate ??= Date)
    globalThis.Date =
      shift === 0
        ? Real
        : (class extends Real {
            constructor(...parts: [] | [number | string | Date]) {
              super(...((parts.length === 0 ? [Real.now() + shift] : parts) as [number]))
            }
            static override now(): number {
              return Real.now() + shift
            }
          } as DateConstructor)
  }, byMs)

/** The machine sleeps: the clock jumps so far ahead of the real one, and what waited until then is due at once. */
export const sleepUntil = async (app: ElectronApplication, aheadMs: number): Promise<void> => {
  await shiftClock(app, aheadMs)
  await app.evaluate(({ powerMonitor }) => void powerMonitor.emit('resume'))
}

/** Stops the main process's clock that only grows, at so many milliseconds after it was stopped first. */
export const stopClock = (app: ElectronApplication, atMs: number): Promise<void> =>
  app.evaluate((_electron, after) => {
    const kept = globalThis as unknown as { stoppedAt?: number }
    const stoppedAt = (kept.stoppedAt ??= performance.now())
    // Not writable in older Nodes.
    Object.defineProperty(performance, 'now', { configurable: true, value: () => stoppedAt + after })
  }, atMs)

type Shown = { shownNotifications: (NodeJS.EventEmitter & { title: string; body: string })[] }

/**
 * From now on notifications are kept for the test: what they say, and a click on the last one. Not those of the demo's meetings, which
 * begin at any time.
 */
export const listenToNotifications = async (app: ElectronApplication) => {
  await app.evaluate(({ Notification }) => {
    const shown: unknown[] = []
    Object.assign(globalThis, { shownNotifications: shown })
    Notification.prototype.show = function show() {
      if (!/ · (?:now|in \d+ minutes?)$/.test(this.body)) shown.push(this)
    }
  })
  return {
    bodies: (): Promise<string[]> =>
      app.evaluate(() => (globalThis as unknown as Shown).shownNotifications.map(({ body }) => body)),
    titles: (): Promise<string[]> =>
      app.evaluate(() => (globalThis as unknown as Shown).shownNotifications.map(({ title }) => title)),
    click: (): Promise<boolean | undefined> =>
      app.evaluate(() => (globalThis as unknown as Shown).shownNotifications.at(-1)?.emit('click')),
  }
}
