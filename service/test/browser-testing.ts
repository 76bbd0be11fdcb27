// Chromium for tests of the service's pages, and what axe says of a page.
import axe from 'axe-core'
import { chromium, type Browser, type BrowserContextOptions, type Page } from 'playwright'
import { expect } from 'vitest'
import { headlessChromium } from '../../scripts/chromium.ts'

export const launchBrowser = (): Promise<Browser> =>
  chromium.launch({ executablePath: headlessChromium(), args: ['--no-sandbox'] })

/** @param rules the only ones that are asked; otherwise all. @returns the broken rules, each with its first element */
export const findings = async (page: Page, rules: readonly string[] = []): Promise<string[]> => {
  await page.evaluate(axe.source)
  const options = JSON.stringify(rules.length === 0 ? {} : { runOnly: rules })
  const { violations } = await page.evaluate<axe.AxeResults>(`axe.run(${options})`)
  return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html ?? ''}`)
}

/** A page of its own. @returns with the errors of its console, which grow while it is open */
export const openPage = async (browser: Browser, options: BrowserContextOptions) => {
  const context = await browser.newContext(options)
  const page = await context.newPage()
  const complaints: string[] = []
  // A refused form is a 400 by design, and Chromium logs every such answer.
  page.on('console', (message) => {
    if (message.type() === 'error' && !message.text().includes('status of 4')) complaints.push(message.text())
  })
  return { page, context, complaints }
}

/** Opens a page of the service, signs the person in and walks there. An error in the console fails the test. */
export const walkSignedIn = async (
  browser: Browser,
  options: BrowserContextOptions,
  { url, person, heading }: { url: string; person: { email: string; password: string }; heading: string },
  walk: (page: Page) => Promise<void>,
): Promise<void> => {
  const { page, context, complaints } = await openPage(browser, options)
  try {
    await page.goto(url)
    await page.getByLabel('Email').fill(person.email)
    await page.getByLabel('Password').fill(person.password)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: heading }).waitFor()
    await walk(page)
    expect(complaints).toEqual([])
  } finally {
    await context.close()
  }
}

/** Axe finds nothing, in both colour schemes. */
export const expectAccessible = async (page: Page, label = page.url()): Promise<void> => {
  await page.emulateMedia({ colorScheme: 'light' })
  expect(await findings(page), label).toEqual([])
  await page.emulateMedia({ colorScheme: 'dark' })
  expect(await findings(page, ['color-contrast']), label).toEqual([])
}

/** The same, and the page fits at 200 % and on a telephone. */
export const expectFitting = async (page: Page, label: string): Promise<void> => {
  await page.setViewportSize({ width: 1280, height: 720 })
  await expectAccessible(page, label)
  for (const width of [640, 320]) {
    await page.setViewportSize({ width, height: 720 })
    const overflow = await page.evaluate('document.documentElement.scrollWidth - window.innerWidth')
    expect(overflow, `${label} at ${width}`).toBeLessThanOrEqual(0)
  }
}

/** Texts of a page and of its attributes that people read or hear. */
const textsOf = (markup: string): string[] => {
  const visible = markup.replaceAll(/<(script|style|code|pre|textarea)\b.*?<\/\1>/gs, '<>')
  const attributes = visible.matchAll(/\s(?:aria-label|placeholder|title|data-label|data-said)="([^"]*)"/g)
  return [...visible.split(/<[^>]*>/), ...[...attributes].map(([, text = '']) => text)].map((text) =>
    text
      .replaceAll(/\s+/g, ' ')
      .replace(/ – Svc$/, '')
      .trim(),
  )
}

/** Words of both languages, and what programs name: `tasks:read`, addresses, ids. */
const alike =
  /^(?:Admin|Import|In EUR\.|Name|Orange|Person|Pro|Slug|Start|Status|Svc|Text|URL|UTC|Webhooks?|svc .*|\S*[:@_{]\S*.*|[\da-f-]{36}|[a-z]+\.[a-z.]+|long.*)$/

/** No word of a page is in English where the browser prefers German. @param names given by people */
export const expectGerman = async (page: Page, label: string, names: readonly string[]): Promise<void> => {
  const read = async (language: string) => {
    const headers = { 'accept-language': language }
    return textsOf(await (await page.request.get(page.url(), { headers })).text())
  }
  const [english, german] = await Promise.all([read('en'), read('de')])
  const same = [...new Set(german)].filter(
    (text) => english.includes(text) && /\p{L}{3}/u.test(text) && !alike.test(text) && !names.includes(text),
  )
  expect(same, `English on the German page ${label}`).toEqual([])
}
