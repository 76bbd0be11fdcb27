import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { zones } from '../../shared/zone-testing.ts'
import { createClient } from '../test/contract/client.ts'
import { startTestService, type TestPerson, type TestService } from '../test/testing.ts'
import { factsOf, openAs } from './web-testing.ts'

let service: TestService
let person: TestPerson
let path: string
let directory: string
beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'svc-page-'))
  service = await startTestService({ database: `file:${join(directory, 'svc.db')}` })
  const workspace = await service.createWorkspace({ slug: 'acme' })
  person = await service.addMember(workspace)
  await service.createObject(workspace, 'deals', [
    { slug: 'name', kind: 'text', primary: true },
    { slug: 'closes', kind: 'date' },
    { slug: 'amount', kind: 'currency', options: { currencyCode: 'EUR' } },
    { slug: 'rate', kind: 'currency', options: { currencyCode: 'JPY' } },
    { slug: 'answers', kind: 'json' },
    { slug: 'rating', kind: 'rating' },
    { slug: 'won', kind: 'checkbox' },
    { slug: 'place', kind: 'location' },
  ])
  const { token } = await service.createKey(workspace, person)
  const { body } = await createClient(service.baseUrl, token).post('/v1/records', {
    object: 'deals',
    values: {
      name: 'Pier 4',
      closes: '2027-01-15',
      amount: 1234.5,
      rate: 1200,
      answers: { floors: [1, 2] },
      rating: 4,
      won: false,
      place: { country: 'PT', city: 'Porto', line1: 'Cais 4' },
    },
  })
  path = `/w/acme/records/${body.data.id}`
})
afterEach(async () => {
  vi.unstubAllEnvs()
  await service.close()
  rmSync(directory, { recursive: true })
})

test('LCH-03 dates, amounts and documents of a record read the same wherever the service runs', async () => {
  const { jar } = await openAs(service, person, path)
  for (const zone of zones) {
    vi.stubEnv('TZ', zone)
    expect(factsOf(await jar.follow(path)), zone).toMatchObject({
      closes: 'Friday, 15 January 2027',
      amount: '€1,234.50',
      rate: 'JP¥1,200',
      answers: '{ &quot;floors&quot;: [ 1, 2 ] }',
      rating: '4 of 5',
      won: 'No',
      place: 'Cais 4, Porto, PT',
    })
  }
})

test('LCH-03 ERR-02 a record is shown where it cannot be kept that it was viewed, as on a full disk', async () => {
  const { jar } = await openAs(service, person, path)
  const database = new DatabaseSync(join(directory, 'svc.db'))
  database.exec(`create trigger full before insert on record_view begin select raise(abort, 'full'); end`)
  database.close()
  const page = await jar.follow(path)
  expect([page.status, factsOf(page)]).toMatchObject([200, { won: 'No' }])
})
