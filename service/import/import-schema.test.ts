// Changes of a schema that only the records and sections of a database show to be right or wrong.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createClient, type Client } from '../test/contract/client.ts'
import { ownDatabases } from '../db/postgres/databases-testing.ts'
import type { Workspace } from '../workspaces/workspaces.store.ts'
import { startTestService, type TestService } from '../test/testing.ts'
import { importSchema } from './import-schema.ts'
import { readSchemaFile } from './schema-file.ts'

const postgres = ownDatabases()

const primary = { type: 'text', name: 'Name', slug: 'name', primary: true }
const objectOf = (slug: string, ...fields: object[]) => ({
  slug,
  singularName: slug,
  pluralName: slug,
  fields: [primary, ...fields],
})
/** A deal is for a record of one of these objects. @param objects undefined for those of any */
const dealsFor = (objects?: readonly string[]) => {
  const options = objects && { options: { objects } }
  return { objects: [objectOf('deals', { slug: 'for', name: 'For', type: 'record_reference', ...options })] }
}

describe.each([
  ['SQLite', async () => 'memory:'],
  ['PostgreSQL', () => postgres()],
])('on %s', (_engine, databaseUrl) => {
  let service: TestService
  let workspace: Workspace
  let api: Client
  beforeAll(async () => {
    service = await startTestService({ database: await databaseUrl() })
    workspace = await service.createWorkspace()
    const { token } = await service.createKey(workspace, await service.addMember(workspace))
    api = createClient(service.baseUrl, token)
    await run({ objects: [objectOf('companies'), objectOf('people')] })
  })
  afterAll(() => service.close())

  const run = (file: object) => {
    const read = readSchemaFile(JSON.stringify(file))
    if (!read.ok) throw new Error(JSON.stringify(read.faults))
    const { slug } = workspace
    return importSchema(service.store, { slug, schema: read.schema, mode: 'write', at: service.now() })
  }
  const create = async (object: string, values: object): Promise<string> =>
    (await api.post('/v1/records', { object, values })).body.data.id
  const sections = () => service.store.read((tx) => tx.tasks.sections(workspace.id))

  test('CLI-03 a section is about another record, or about none, as soon as the file says so', async () => {
    const [one, other] = [
      await create('companies', { name: 'One' }),
      await create('companies', { name: 'Other' }),
    ]
    const sectionAbout = async (record: string | null) => {
      const { created, changed } = await run({ sections: [{ name: 'Autumn', record }] })
      return { created, changed, about: (await sections()).map(({ recordId }) => recordId) }
    }
    expect(await sectionAbout(one)).toEqual({ created: { section: ['Autumn'] }, changed: {}, about: [one] })
    const change = { created: {}, changed: { section: ['Autumn'] } }
    expect(await sectionAbout(other)).toEqual({ ...change, about: [other] })
    expect(await sectionAbout(other)).toEqual({ created: {}, changed: {}, about: [other] })
    expect(await sectionAbout(null)).toEqual({ ...change, about: [null] })
  })

  test('CLI-03 a section about an archived record is refused with its place, and nothing is written', async () => {
    const before = await sections()
    const archived = await create('companies', { name: 'Archived' })
    await api.delete(`/v1/records/${archived}`)
    const file = { sections: [{ name: 'Fine' }, { name: 'Lost', record: archived }] }
    await expect(run(file)).rejects.toMatchObject({
      operatorCode: 'conflict',
      details: [{ path: ['sections', 1, 'record'], message: `There is no active record ${archived}.` }],
    })
    expect(await sections()).toEqual(before)
  })

  test('CLI-03 a reference may point at more, and at less only while no record points anywhere', async () => {
    await run(dealsFor(['companies', 'people']))
    expect(await run(dealsFor(['people']))).toMatchObject({ changed: { field: ['deals.for'] } })
    expect(await run(dealsFor(['companies', 'people']))).toMatchObject({ changed: { field: ['deals.for'] } })
    await create('deals', { name: 'Pier 4', for: await create('companies', { name: 'Harbour' }) })
    const refusal = {
      operatorCode: 'conflict',
      details: [
        {
          path: ['objects', 0, 'fields', 1],
          message: '`for` has values in 1 records: its type and targets cannot change.',
        },
      ],
    }
    await expect(run(dealsFor(['people']))).rejects.toMatchObject(refusal)
    const wider = dealsFor(['companies', 'people', 'deals'])
    expect(await run(wider)).toMatchObject({ changed: { field: ['deals.for'] } })
  })
})
