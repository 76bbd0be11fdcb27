// Steps that the specs of writes share: capturing a line, the outbox, and a member who writes in the service itself.
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from './signed-in.ts'
import type { ElectronApplication, Locator, Page } from 'playwright/test'
import { ask, valueOf } from './bridge.ts'
import type { Launched } from './launch.ts'
import type { MisbehavingProxy } from './misbehaving-proxy.ts'
import { createKey, type RealService } from './real-service.ts'
import {
  dismiss,
  isHidden,
  press,
  runCommand,
  searchBox,
  selectedRow,
  shiftClock,
  sleepUntil,
  summon,
} from './steps.ts'

export const tasksPath = '/v1/launcher/tasks'

/** Captures one line; the window hides at once. */
export const capture = async ({ app, page }: Launched, text: string): Promise<void> => {
  await press(app, 'capture')
  await page.getByRole('textbox', { name: 'Capture a task' }).fill(text)
  await page.keyboard.press('Enter')
  await isHidden(app)
}

/** Pastes a text, as a clipboard that holds it would. */
export const pasteInto = (field: Locator, text: string): Promise<void> =>
  field.evaluate((element, words) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', words)
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, text)

/** Captures one line that nobody can send for now. */
export const captureOffline = async (
  launched: Launched,
  network: MisbehavingProxy,
  text: string,
): Promise<void> => {
  await network.goOffline()
  await capture(launched, text)
}

/** From now on the outbox cannot be kept: nothing is written where a folder is. @returns its end */
export const blockOutbox = (userData: string): (() => void) => {
  const file = join(userData, 'vault', 'outbox.bin')
  rmSync(file, { force: true })
  mkdirSync(join(file, 'in the way'), { recursive: true })
  return () => rmSync(file, { recursive: true })
}

/** From now on whatever is kept, or removed, takes so much longer. */
export const slowDisk = async (app: ElectronApplication, byMs: number): Promise<() => Promise<void>> => {
  await app.evaluate((_electron, ms) => {
    const files = process.getBuiltinModule('node:fs/promises')
    const { rename, rm } = files
    const later = () => new Promise((resolve) => setTimeout(resolve, ms))
    files.rename = async (...names) => {
      await later()
      return rename(...names)
    }
    files.rm = async (...what) => {
      await later()
      return rm(...what)
    }
    const sync = () => process.getBuiltinModule('node:module').syncBuiltinESMExports()
    Object.assign(globalThis, {
      restoreDisk: () => {
        Object.assign(files, { rename, rm })
        sync()
      },
    })
    sync()
  }, byMs)
  return () => app.evaluate(() => (globalThis as unknown as { restoreDisk: () => void }).restoreDisk())
}

/** Opens the outbox; its items by their title. */
export const openOutbox = async (launched: Launched) => {
  await dismiss(launched)
  await runCommand(launched, 'Outbox')
  const main = launched.page.getByRole('main', { name: 'Outbox' })
  await expect(main).toBeVisible()
  return (title: string) => main.getByRole('listitem').filter({ hasText: title }).first()
}

/** Opens the edit form of the task with this title. @param shown what its title field shows, when that is something else */
export const openForm = async (launched: Launched, title: string, shown = title) => {
  const { app, page } = launched
  await dismiss(launched)
  await summon(app)
  await searchBox(page).fill(`t ${title}`)
  await expect(selectedRow(page)).toContainText(title)
  await searchBox(page).press('Enter')
  const form = page.getByRole('form', { name: 'Edit task' })
  await expect(form.getByLabel('Title')).toHaveValue(shown)
  return form
}

/** Somebody else creates a company, as another one is. @returns its id */
export const createCompany = async (service: RealService, name: string): Promise<string> => {
  const { keys = [] } = service.member('owner@acme.test')
  const headers = { Authorization: `Bearer ${keys[0] ?? ''}`, 'Content-Type': 'application/json' }
  const address = `${service.localUrl}/v1/records`
  const others = (await (await fetch(`${address}?object=companies&limit=1`, { headers })).json()) as {
    data: { title: string; values: Record<string, unknown> }[]
  }
  const { title = '', values = {} } = others.data[0] ?? {}
  const named = Object.entries(values).map(([field, value]) => [field, value === title ? name : value])
  const created = await fetch(address, {
    method: 'POST',
    headers,
    body: JSON.stringify({ object: 'companies', values: Object.fromEntries(named) as unknown }),
  })
  expect(created.status).toBe(201)
  return ((await created.json()) as { data: { id: string } }).data.id
}

type Task = {
  id: string
  title: string
  priority: string
  status: string
  dueDate: string | null
  timeLogged: number
  timerState: { startedAt?: string | undefined; personId?: string | undefined } | null
}

let turn = 0

/** A member who writes in the service itself. */
export const memberAt = (service: RealService, email: string) => {
  const { keys = [createKey(service.database, email)] } = service.member(email)
  turn += 1
  const token = keys[turn % keys.length] ?? ''
  const ask = async (method: string, path: string, body?: unknown): Promise<unknown> => {
    const response = await fetch(`${service.localUrl}/v1/tasks${path}`, {
      method,
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
    return ((await response.json()) as { data: unknown }).data
  }
  const titled = async (title: string): Promise<Task[]> =>
    ((await ask('GET', '?limit=100')) as Task[]).filter((task) => task.title === title)
  return {
    titled,
    create: (title: string, more: Record<string, unknown> = {}) => ask('POST', '', { title, ...more }),
    change: (id: string, change: Partial<Task> & { due_date?: number; assignees?: string[] }) =>
      ask('PATCH', `/${id}`, change),
    archive: (id: string) => ask('DELETE', `/${id}`),
  }
}

/** Waits until the service holds a task of this title: what was just captured is not found before. */
export const isStored = async (service: RealService, title: string): Promise<void> => {
  const { titled } = memberAt(service, 'owner@acme.test')
  await expect.poll(async () => (await titled(title)).length).toBe(1)
}

/** Once a write has got no answer, lets the time pass until it is looked up. @param aheadMs of the real clock, after all */
export const passToLookUp = async ({ app, page }: Launched, aheadMs = 3_000): Promise<void> => {
  const isInDoubt = async () =>
    valueOf(await ask(page, 'outbox.get')).some(({ state }) => state === 'checking')
  await expect.poll(isInDoubt).toBe(true)
  await sleepUntil(app, aheadMs)
}

let shownKeys = 0

/** From now on the service sees no keys, and the launcher knows. Forgets what passed. */
export const ignoreKeys = async (
  launched: Launched,
  network: MisbehavingProxy,
  service: RealService,
): Promise<void> => {
  network.dropIdempotencyKeys()
  shownKeys += 1
  await capture(launched, `Shows that keys are ignored ${shownKeys}`)
  await isStored(service, `Shows that keys are ignored ${shownKeys}`)
  network.forget()
}

/** Until the main process has the draft of this title, which is on disk within its pause or at a quit. */
export const isKept = async (page: Page, title: string): Promise<void> => {
  await expect
    .poll(async () => {
      const reply = await ask(page, 'drafts.list')
      return reply.ok ? reply.value.map((draft) => draft.title) : []
    })
    .toContain(title)
}

const dayMs = 86_400_000

/** Opens the brief as it was a day ago. @returns its tasks */
export const seeYesterdaysBrief = async (launched: Launched): Promise<Task[]> => {
  const { app, page } = launched
  await shiftClock(app, -dayMs)
  await runCommand(launched, 'Daily brief')
  await expect(page.getByRole('region', { name: 'Tasks' }).getByRole('listitem').first()).toBeVisible()
  const reply = await ask(page, 'brief.get')
  return reply.ok ? reply.value.brief.tasks : []
}

/** Overnight, in the service: one task more, one on another day, one gone. @returns their titles */
export const changeSinceYesterday = async (service: RealService, tasks: readonly Task[]) => {
  const email = 'owner@acme.test'
  const me = memberAt(service, email)
  const [moved, ...others] = tasks
  const gone = others.find(({ title }) => tasks.filter((one) => one.title === title).length === 1)
  const due = Date.now() + 2 * dayMs
  const created = 'Read what changed overnight'
  await me.create(created, { assignees: [service.member(email).userId], due_date: due })
  await me.change(moved?.id ?? '', { due_date: due })
  await me.archive(gone?.id ?? '')
  return { created, moved: moved?.title ?? '', gone: gone?.title ?? '' }
}
