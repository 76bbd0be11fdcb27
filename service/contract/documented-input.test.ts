// What the document says of a request, beside what the service does with one.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTeam, type Team } from './team.ts'

type Schema = Readonly<Record<string, unknown>> & { properties?: Record<string, Schema> }
type Documented = {
  parameters?: { name: string; in: string; required: boolean; description?: string; schema: Schema }[]
  requestBody?: { content: Record<string, { schema: Schema }> }
}

let team: Team
let paths: Record<string, Record<string, Documented>>
beforeAll(async () => {
  team = await startTeam()
  paths = (await team.owner.api.get('/v1/openapi.json')).body.paths
})
afterAll(() => team.service.close())

/** @param name `GET /v1/records` */
const operation = (name: string): Documented => {
  const [method = '', path = ''] = name.split(' ')
  const found = paths[path]?.[method.toLowerCase()]
  if (!found) throw new Error(`The document has no ${name}.`)
  return found
}

const queryOf = (name: string, parameter: string) =>
  operation(name).parameters?.find((each) => each.in === 'query' && each.name === parameter)

const bodyOf = (name: string): Schema =>
  operation(name).requestBody?.content['application/json']?.schema ?? {}

describe('limit', () => {
  const documented = { type: 'integer', minimum: 1, maximum: 100, default: 25 }

  test.each(['GET /v1/records', 'GET /v1/tasks', 'GET /v1/webhooks/{id}/deliveries'])(
    'GEN-05 GEN-11 %s documents it as a number with its bounds, which may be left out',
    (name) => {
      expect(queryOf(name, 'limit')).toMatchObject({ required: false, schema: documented })
      expect(queryOf(name, 'limit')?.schema).not.toHaveProperty('anyOf')
    },
  )

  test('GEN-05 GEN-11 POST /v1/records/query documents it in the same way', () => {
    const { properties = {}, required } = bodyOf('POST /v1/records/query')
    expect(properties['limit']).toMatchObject(documented)
    expect(required).not.toContain('limit')
  })

  test('GEN-05 anything else is taken all the same', async () => {
    const { api } = team.owner
    for (const text of ['', '0', '-1', '1e3', '2.5', 'many', '1&limit=2'])
      expect((await api.get(`/v1/records?limit=${text}`)).status, text).toBe(200)
    for (const limit of [0, 2.5, 1000, '3', null, [], true])
      expect((await api.post('/v1/records/query', { object: 'companies', limit })).status).toBe(200)
  })
})
