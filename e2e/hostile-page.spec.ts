// A page that was taken over asks whatever it likes: every call, with values that nobody's page sends.
import { callNames } from '../shared/ipc/channels.ts'
import { type Bridge, callBridge } from './bridge.ts'
import { expect, test } from './signed-in.ts'

test.use({ own: true })

/** Calls that end or begin something have their own specs. */
const ownSpecs = [
  'app.quit',
  'session.signOut',
  'session.createLocal',
  'session.openLocal',
  'session.signIn',
  'workspaces.leave',
]
const names = callNames.filter((name) => !ownSpecs.includes(name))

test('APP-09 I3 every call with hostile values is answered or refused, and breaks nothing', async ({
  signedIn: { app, page },
}) => {
  await app.evaluate(() => {
    const unhandled: string[] = []
    Object.assign(globalThis, { unhandled })
    process.on('unhandledRejection', (error) => unhandled.push(String(error)))
  })
  const before = await callBridge(page, 'settings.get')
  const internal = await page.evaluate(async (asked) => {
    let deep: unknown = {}
    for (let depth = 0; depth < 300; depth += 1) deep = { deep }
    const values: unknown[] = [
      undefined,
      null,
      Number.NaN,
      'x',
      [],
      10n ** 400n,
      new Date(Number.NaN),
      new Map(),
      deep,
      JSON.parse('{"__proto__":{"id":"x"}}'),
      ...['__proto__', '..', '../../oauth/token', 'x\r\nX-Evil: 1', '\ud800', '\0'].flatMap((id) => [
        { id },
        { kind: id, id },
        { objectSlug: id, query: id, cursor: id },
        { id, title: 'x', change: { title: 'y' }, before: {} },
      ]),
      { query: '\0\ud800 %' },
      { query: 'x'.repeat(1_000_000) },
      { task: { title: '\ud800' } },
      { key: 'edit:__proto__', draft: { text: 'x' } },
      { summon: -1e15 },
      { hotkey: 'summon', accelerator: 'A' },
      { briefDays: Array.from({ length: 50_000 }, () => 1) },
      { language: '__proto__' },
    ]
    const { launcher } = globalThis as unknown as Bridge
    const broken: string[] = []
    for (const name of asked)
      await Promise.all(
        values.map(async (value, index) => {
          const reply = await launcher.call(name, value).catch(() => null)
          if (reply?.error?.kind === 'internal') broken.push(`${name} ${index}`)
        }),
      )
    return broken
  }, names)
  expect(internal).toEqual([])
  expect(await app.evaluate(() => (globalThis as unknown as { unhandled: string[] }).unhandled)).toEqual([])
  expect(await callBridge(page, 'settings.get')).toEqual(before)
  expect(await callBridge(page, 'session.get')).toMatchObject({ value: { kind: 'signedIn' } })
})

test('APP-01 I3 after signing out no call tells anything of the person or of the workspace', async ({
  signedIn: { page },
}) => {
  await callBridge(page, 'drafts.set', { key: 'capture:1', draft: { text: 'Call Acme' } })
  await callBridge(page, 'session.signOut')
  const answered = await page.evaluate(
    async (asked) => {
      const { launcher } = globalThis as unknown as Bridge
      const answers: string[] = []
      for (const name of asked)
        for (const value of [
          undefined,
          { id: 'x' },
          { query: 'a' },
          { since: null },
          { key: 'capture:1' },
          { kind: 'task', id: 'x' },
        ]) {
          const reply = await launcher.call(name, value).catch(() => null)
          if (reply?.ok === true && reply.value !== undefined) answers.push(name)
        }
      return [...new Set(answers)]
    },
    names.filter((name) => !name.startsWith('view.')),
  )
  expect(answered.toSorted()).toEqual([
    'connection.get',
    'session.cancelSignIn',
    'session.get',
    'session.localWorkspace',
    'settings.get',
    'workspaces.list',
  ])
  const known = await callBridge(page, 'workspaces.list')
  expect(known).toMatchObject({ value: { workspaces: [] } })
})
