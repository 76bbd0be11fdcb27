// One text through two doors: a cell of a spreadsheet, and the API.
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestService, type TestService } from '../testing.ts'
import { csvLine } from './csv-file.ts'
import { createCsvFolder, openCsvWorkspace } from './csv-testing.ts'

const folder = createCsvFolder()
let acme: Awaited<ReturnType<typeof openCsvWorkspace>>
let service: TestService
let token: string
let launcher: string

beforeAll(async () => {
  acme = await openCsvWorkspace(`file:${folder.fresh('.db')}`)
  await acme.svc('workspace', 'set', '--plan', 'pro')
  service = await startTestService({ database: acme.database, rateLimit: 1_000_000 })
  const workspace = await acme.store.read((tx) => tx.workspaces.bySlug('acme'))
  if (!workspace) throw new Error('There is no workspace.')
  const person = await service.addMember(workspace, { role: 'admin' })
  ;({ token } = await service.createKey(workspace, person))
  launcher = await service.signIn(workspace, person)
})
afterAll(async () => {
  await service.close()
  await acme.store.close()
  folder.remove()
})

/** What is trimmed, guarded, quoted, taken for the end of a line, composed or not seen. */
const letters = [
  ...' \t\n\r\u0085\u00a0\u2003\u2028\u200b\u2060\u202e\u00ad\u0301\ufeff\'"=+-@＝,;|a1ÉﬁｶK'.split(''),
  'e\u0301',
  '👩‍👩‍👧',
]
const texts = fc.array(
  fc.oneof(
    { arbitrary: fc.string({ unit: fc.constantFrom(...letters), maxLength: 8 }), weight: 8 },
    fc.string({ unit: 'grapheme', maxLength: 30 }),
    fc.nat(3).map((more) => ` ${'a'.repeat(499 + more)} `),
  ),
  { minLength: 10, maxLength: 30 },
)

const withLineFeeds = (text: string) => text.replaceAll(/\r\n?/g, '\n')
const refused = 'refused'

const send = async (path: string, bearer: string, body: object) => {
  const response = await fetch(service.url(path), {
    method: 'POST',
    headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const { data } = JSON.parse(await response.text())
  if (response.status !== 201) expect(response.status).toBe(400)
  return data
}

let counter = 0
/** Brings each text in as a row. @returns for each what became of it, found by its second cell; undefined if refused */
async function imported(object: 'companies' | 'tasks', columns: [string, string], some: readonly string[]) {
  const rows = some.map((text): [string, string] => [text, `https://mark-${(counter += 1)}.test`])
  const file = folder.csv([columns, ...rows].map(csvLine).join(''))
  const { created, badLines } = await acme.import(file, { object, as: 'owner@acme.test' })
  expect(created + badLines).toBe(some.length)
  const lines = (await acme.lines(object === 'tasks' ? 'task' : 'record')).map((line) => ({
    line,
    text: JSON.stringify(line),
  }))
  return rows.map(([, mark]) => lines.find(({ text }) => text.includes(`"${mark}"`))?.line)
}

test('REC-04 REC-10 a cell gives a record the name and the title that the API gives it, but for white space around the name', async () => {
  const companies = (await acme.lines('object')).find((object) => object['slug'] === 'companies')
  const fields = (await acme.lines('field')).filter((field) => field['objectId'] === companies?.['id'])
  const id = String(fields.find((field) => field['slug'] === 'name')?.['id'])
  const nameOf = (values: unknown) => (values as Record<string, string>)[id] ?? ''
  await fc.assert(
    fc.asyncProperty(texts, async (some) => {
      const rows = await imported('companies', ['Name', 'Web'], some)
      for (const [index, text] of some.entries()) {
        const record = await send('/v1/records', token, { object: 'companies', values: { name: text } })
        const row = rows[index]
        const byCell = row ? { title: row['title'], name: nameOf(row['values']) } : refused
        expect([text, byCell]).toEqual([
          text,
          record ? { title: record.title, name: withLineFeeds(nameOf(record.values)).trim() } : refused,
        ])
      }
    }),
    { numRuns: 5 },
  )
})

test('LCH-01 a cell gives a task the title that the launcher surface gives it, or both refuse it', async () => {
  await fc.assert(
    fc.asyncProperty(texts, async (some) => {
      const rows = await imported('tasks', ['Title', 'Description'], some)
      for (const [index, text] of some.entries()) {
        const task = await send('/v1/launcher/tasks', launcher, { title: text })
        expect([text, rows[index]?.['title'] ?? refused]).toEqual([
          text,
          task ? withLineFeeds(task.title) : refused,
        ])
      }
    }),
    { numRuns: 5 },
  )
})
