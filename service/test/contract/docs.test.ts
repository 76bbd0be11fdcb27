import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { errorStatus } from '../../../shared/api/errors.ts'
import { eventTypes } from '../../../shared/api/webhooks.ts'
import { startTestService, type TestService } from '../testing.ts'

type Operation = {
  security?: Record<string, string[]>[]
  parameters?: { name: string }[]
}

let service: TestService
let page: string
let policy: string
let operations: { method: string; path: string; one: Operation }[]

beforeAll(async () => {
  service = await startTestService()
  const answer = await fetch(service.url('/docs'))
  page = await answer.text()
  policy = answer.headers.get('content-security-policy') ?? ''
  const { paths } = (await (await fetch(service.url('/v1/openapi.json'))).json()) as {
    paths: Record<string, Record<string, Operation>>
  }
  operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, one]) => ({ method, path, one })),
  )
})
afterAll(() => service.close())

const textOf = (html: string) => html.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ')
/** The section of an operation or event. */
const sectionOf = (id: string): string =>
  new RegExp(`<section[^>]*aria-labelledby="${id}".*?</section>`, 's').exec(page)?.[0] ?? ''
const plain = (html: string) =>
  html
    .replaceAll(/<[^>]+>/g, '')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")

test('GEN-11 the page names every operation with a request for curl, its scopes and parameters, and every error code', () => {
  expect(operations.length).toBeGreaterThan(20)
  const text = textOf(page)
  for (const { method, path, one } of operations) {
    expect(text).toContain(`${method.toUpperCase()} ${path}`)
    const section = plain(sectionOf(`${method}${path.replaceAll(/[^a-z0-9]+/gi, '-')}`))
    expect(section, `${method} ${path}`).toMatch(/curl [^]*"\$SVC_URL\/[^]*Answer, 20[012]\s*[{"]/)
    expect(section.includes('Bearer $SVC_TOKEN'), path).toBe(!/^\/(healthz|readyz)/.test(path))
    expect(section, path).not.toMatch(/SVC_URL[^"]*{/)
    for (const { name } of one.parameters ?? []) expect(text).toContain(name)
    for (const scope of (one.security ?? []).flatMap((each) => Object.values(each).flat()))
      expect(text).toContain(scope)
  }
  for (const code of Object.keys(errorStatus)) expect(text).toContain(code)
  expect(text).toContain('an integer that a double cannot hold is refused')
})

test('GEN-11 the page begins with a guide, and each part of it is in the contents', () => {
  const headings = [...page.matchAll(/<h2 id="(guide-[^"]+)">([^<]+)<\/h2>/g)]
  const titles = headings.map(([, , title]) => title)
  expect(titles).toEqual(
    expect.arrayContaining(['First request', 'Pages', 'Errors', 'Sending again', 'Limits']),
  )
  for (const [, id] of headings) expect(page).toContain(`<a href="#${id}">`)
})

test('GEN-11 WHK-03 the page shows each event with its body, and how it is signed', () => {
  for (const type of eventTypes) {
    const id = `event-${type.replaceAll('.', '-')}`
    const section = sectionOf(id)
    expect(plain(section), type).toContain(`"type": "${type}"`)
    for (const part of ['webhook-signature', 'workspaceId', 'actor.type', 'truncated', 'may be absent'])
      expect(section, type).toContain(part)
    expect(page).toContain(`href="#${id}"`)
  }
  expect(textOf(page)).toContain('HMAC-SHA256')
})

test('GEN-11 the page runs no script, loads nothing, and has the one style that its policy names', () => {
  expect(page).not.toMatch(/<script|<img|<link|\son\w+=|\sstyle=/i)
  const [, style = ''] = /<style>([\s\S]*)<\/style>/.exec(page) ?? []
  const digest = createHash('sha256').update(style).digest('base64')
  expect(policy.split('; ')).toEqual([
    "default-src 'none'",
    `style-src 'sha256-${digest}'`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ])
})
