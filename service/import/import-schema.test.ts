// Changes of a schema that only the records and sections of a database show to be right or wrong.
import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createClient, type Client } from '../test/contract/client.ts'
import { ownDatabases } from '../db/postgres/databases-testing.ts'
import type { Store } from '../db/store.ts'
import type { Workspace } from '../workspaces/workspaces.store.ts'
import { startTestService, type TestService } from '../test/testing.ts'
import { openStore, type OpenedStore } from '../db/open.ts'
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

const importInto = (store: Store, slug: string, file: object) => {
  const read = readSchemaFile(JSON.stringify(file))
  if (!read.ok) throw new Error(JSON.stringify(read.faults))
  return importSchema(store, { slug, schema: read.schema, mode: 'write', at: 0 })
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

  const run = (file: object) => importInto(service.store, workspace.slug, file)
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

const slug = fc.stringMatching(/^[a-z]{1,6}(_[a-z0-9]{1,4})?$/)
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined })
const choices = fc
  .uniqueArray(slug, { minLength: 1, maxLength: 4 })
  .map((ids) => ({ choices: ids.map((id) => ({ id, name: id, color: '#123abc' })) }))
const typed = fc.oneof(
  fc.record({ type: fc.constantFrom('text', 'number', 'date', 'json') }),
  fc.record({ type: fc.constantFrom('select', 'multi_select', 'status'), options: choices }),
  fc.record({
    type: fc.constant('rating'),
    options: fc.record({ maximum: fc.integer({ min: 1, max: 100 }) }),
  }),
)
const field = fc
  .tuple(
    fc.record({ slug, name: slug, required: maybe(fc.boolean()), inPreview: maybe(fc.boolean()) }),
    typed,
  )
  .map(([named, kind]) => ({ ...named, ...kind }))
const object = fc
  .record({ slug, singularName: slug, pluralName: slug, icon: maybe(slug), description: maybe(fc.string()) })
  .chain((named) =>
    fc
      // A slug may be ambiguous; slug and name together are not.
      .uniqueArray(field, { minLength: 1, maxLength: 6, selector: (one) => `${one.slug} ${one.name}` })
      .map((fields) => ({
        ...named,
        fields: fields.map((one, index) => ({ ...one, primary: index === 0 })),
      })),
  )
const status = fc.record({ slug, name: slug, color: fc.constant('#abcdef'), isComplete: maybe(fc.boolean()) })
const file = fc.record({
  objects: fc.uniqueArray(object, { maxLength: 4, selector: (one) => one.slug }),
  statuses: fc.uniqueArray(status, { maxLength: 4, selector: (one) => one.slug }),
  sections: fc.uniqueArray(fc.record({ name: slug }), { maxLength: 3, selector: (one) => one.name }),
})

describe('any file', () => {
  let store: OpenedStore
  beforeAll(async () => (store = await openStore('memory:')))
  afterAll(() => store.close())

  let counter = 0
  const newSlug = () => `w${(counter += 1)}`
  const definitions = (workspace: string) =>
    store.read(async (tx) => {
      const id = (await tx.workspaces.bySlug(workspace))?.id ?? ''
      const [objects, fields] = [await tx.objects.list(id), await tx.objects.allFields(id)]
      return { objects, fields, rest: [...(await tx.tasks.statuses(id)), ...(await tx.tasks.sections(id))] }
    })

  test('CLI-03 makes what it says, and the same file again changes nothing', () =>
    fc.assert(
      fc.asyncProperty(file, async (schema) => {
        const workspace = newSlug()
        await importInto(store, workspace, { workspace: { slug: workspace }, ...schema })
        const made = await definitions(workspace)
        expect(made.objects.map((one) => one.slug)).toEqual(schema.objects.map((one) => one.slug))
        expect(await importInto(store, workspace, schema)).toMatchObject({ created: {}, changed: {} })
        expect(await definitions(workspace)).toEqual(made)
      }),
      { numRuns: 30 },
    ))

  test('CLI-03 removes nothing, and leaves one primary field to each object', () =>
    fc.assert(
      fc.asyncProperty(file, file, async (one, other) => {
        const workspace = newSlug()
        await importInto(store, workspace, { workspace: { slug: workspace }, ...one })
        const before = await definitions(workspace)
        await importInto(store, workspace, other).catch(() => {})
        const { objects, fields, rest } = await definitions(workspace)
        const ids = [...objects, ...fields, ...rest].map(({ id }) => id)
        const known = [...before.objects, ...before.fields, ...before.rest].map(({ id }) => id)
        expect(ids).toEqual(expect.arrayContaining(known))
        const primary = fields.filter((each) => each.primary).map(({ objectId }) => objectId)
        expect(primary.toSorted()).toEqual(objects.map(({ id }) => id).toSorted())
      }),
      { numRuns: 30 },
    ))

  test('TSK-03 changes the colour of a status that tasks have, and not whether it means completion', async () => {
    const workspace = newSlug()
    const shipped = { slug: 'shipped', name: 'Shipped', color: '#abcdef', isComplete: true }
    await importInto(store, workspace, { workspace: { slug: workspace }, statuses: [shipped] })
    await store.write(async (tx) => {
      const id = (await tx.workspaces.bySlug(workspace))?.id ?? ''
      const task = {
        id: 'tsk',
        title: 'Parcel',
        status: 'shipped',
        priority: 'low',
        description: null,
      } as const
      const empty = { startDate: null, dueDate: null, parentId: null, sectionId: null, estimatedTime: null }
      const links = { assignees: [], linkedRecordIds: [], linkedMeetingIds: [] }
      await tx.tasks.create(id, { ...task, ...empty, ...links, createdBy: 'usr', createdAt: 1, updatedAt: 1 })
    })
    const recoloured = { ...shipped, color: '#000000' }
    expect(await importInto(store, workspace, { statuses: [recoloured] })).toMatchObject({
      changed: { status: ['shipped'] },
    })
    await expect(
      importInto(store, workspace, { statuses: [{ ...recoloured, isComplete: false }] }),
    ).rejects.toMatchObject({ details: [{ path: ['statuses', 0, 'isComplete'] }] })
  })

  test('FLD-02 tells two fields with one slug apart by their names', async () => {
    const workspace = newSlug()
    const phones = (...names: string[]) => ({
      objects: [objectOf('people', ...names.map((name) => ({ slug: 'phone', name, type: 'phone' })))],
    })
    await importInto(store, workspace, { workspace: { slug: workspace }, ...phones('Work', 'Home') })
    expect(await importInto(store, workspace, phones('Work', 'Mobile'))).toMatchObject({
      created: { field: ['people.phone'] },
      changed: {},
    })
  })
})
