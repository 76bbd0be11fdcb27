// `npm run -s bench -- live-launcher`: from a change that another person makes to the frame that shows it, in the real app on
// loopback: in a list of results, and in the brief. Build first.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Page } from 'playwright/test'
import { chooseRuntime } from '../scripts/electron-runtime.ts'
import { launch, signIn } from './palette.ts'
import { percentile } from './percentile.ts'
import { built, ownerOf, runService } from './running-service.ts'

const rounds = 20
/** The launcher follows up to 15 changes a minute without a pause. */
const restMs = 4_200

const createKey = (database: string, email: string): string => {
  const options = ['--workspace', 'acme', '--as', email, '--scopes', 'tasks:read,tasks:write']
  const said = execFileSync(
    process.execPath,
    [built(), 'key', 'create', ...options, '--database', database],
    {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    },
  )
  return (JSON.parse(said) as { token: string }).token
}

const clock = (): number => performance.timeOrigin + performance.now()

/** When the frame began that shows this text, by the wall clock in milliseconds. */
const paintedAt = (page: Page, text: string): Promise<number> =>
  page.evaluate(
    (wanted) =>
      new Promise<number>((resolve) => {
        const isThere = (): boolean => document.body.textContent.includes(wanted)
        const watch = new MutationObserver(() => {
          if (!isThere()) return
          watch.disconnect()
          requestAnimationFrame(() => resolve(performance.timeOrigin + performance.now()))
        })
        watch.observe(document.body, { childList: true, subtree: true, characterData: true })
      }),
    text,
  )

const spread = (samples: readonly number[]) => ({
  p50: Math.round(percentile(samples, 0.5)),
  p95: Math.round(percentile(samples, 0.95)),
  most: Math.round(percentile(samples, 1)),
})

export const benchLiveLauncher = async (): Promise<Record<string, unknown>> => {
  const runtime = chooseRuntime()
  if (runtime.kind === 'stand-in') process.env['ELECTRON_OVERRIDE_DIST_PATH'] = runtime.distPath
  const profile = mkdtempSync(join(tmpdir(), 'svc-bench-live-'))
  const service = await runService(2_000)
  const app = await launch(profile)
  try {
    const owner = ownerOf(service)
    const other = service.workspaces.find(({ slug }) => slug === 'acme')?.members[1]
    if (other === undefined) throw new Error('The demo has one person only.')
    const token = createKey(service.database, other.email)
    const send = async (method: string, path: string, body: object): Promise<{ id: string }> => {
      const response = await fetch(`${service.baseUrl}/v1/tasks${path}`, {
        method,
        headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      })
      if (!response.ok) throw new Error(`${method}: ${response.status} ${await response.text()}`)
      return ((await response.json()) as { data: { id: string } }).data
    }
    const { id } = await send('POST', '', {
      title: 'Zebra crossing',
      assignees: [owner.userId],
      due_date: new Date().setHours(23, 59, 59, 999),
      priority: 'urgent',
    })

    const page = await app.firstWindow()
    await signIn(app, page, service.baseUrl, owner)
    const search = page.getByRole('combobox', { name: 'Search' })
    await search.waitFor()
    await search.fill('t zebra')
    await page.getByRole('option', { name: /Zebra crossing/ }).waitFor()

    /** Another person renames the task, again and again. */
    const measure = async (name: string): Promise<number[]> => {
      const times: number[] = []
      for (let round = 0; round < rounds; round += 1) {
        await delay(restMs)
        const title = `Zebra ${name} ${round}.`
        const painted = paintedAt(page, title)
        const from = clock()
        await send('PATCH', `/${id}`, { title })
        times.push((await painted) - from)
      }
      return times
    }
    const inResults = await measure('crossing')
    await search.fill('')
    // Leaves the scope of tasks.
    await search.press('Backspace')
    await search.pressSequentially('>daily brief')
    await page.getByRole('option', { name: /Daily brief/ }).waitFor()
    await search.press('Enter')
    const brief = page.getByRole('main', { name: 'Daily brief' })
    await brief.getByRole('listitem').first().waitFor()
    const folded = brief.getByRole('region', { name: 'Tasks' }).getByRole('button', { expanded: false })
    while ((await folded.count()) > 0) await folded.first().click()
    await brief.getByText('Zebra').waitFor()
    const inBrief = await measure('stripes')
    return {
      bench: 'live-launcher',
      runtime: runtime.kind,
      rounds,
      inResultsMs: spread(inResults),
      inBriefMs: spread(inBrief),
    }
  } finally {
    await app.close()
    await service.stop()
    rmSync(profile, { recursive: true, force: true })
  }
}
