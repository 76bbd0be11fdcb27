import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestDatabase, dropTestDatabase } from '../db/postgres/testing.ts'
import { startTestService, type TestService } from '../test/testing.ts'
import { importSchema } from './import-schema.ts'
import { readSchemaFile } from './schema-file.ts'

type Shown = { id: string; title: string; archived: boolean; updatedAt: string }

const kind = (name: string, color = '#112233', primary = true) => ({
  slug: 'kind',
  name: 'Kind',
  type: 'select',
  primary,
  options: {
    choices: [
      { id: 'a', name, color },
      { id: 'b', name: 'Beta', color },
    ],
  },
})
const code = (primary = false) => ({ slug: 'code', name: 'Code', type: 'text', primary })
const fileOf = (slug: string, fields: object[]) => ({
  workspace: { slug },
  objects: [{ slug: 'things', singularName: 'Thing', pluralName: 'Things', fields }],
})

describe.each(['SQLite', 'PostgreSQL'])('titles after a change of the primary field, on %s', (engine) => {
  let service: TestService
  let database: string
  beforeAll(async () => {
    database = engine === 'SQLite' ? 'memory:' : await createTestDatabase()
    service = await startTestService({ database })
  })
  afterAll(async () => {
    await service.close()
    if (engine === 'PostgreSQL') await dropTestDatabase(database)
  })

  let slug: string
  let workspaceId: string
  let token: string
  let launcher: string
  let personId: string
  const become = (fields: object[], mode: 'write' | 'dry run' = 'write') => {
    const read = readSchemaFile(JSON.stringify(fileOf(slug, fields)))
    if (!read.ok) throw new Error(JSON.stringify(read.faults))
    return importSchema(service.store, { slug, schema: read.schema, mode, at: service.now() })
  }
  const ask = async (path: string, body?: object, method = body ? 'POST' : 'GET') => {
    const bearer = path.startsWith('/v1/launcher') ? launcher : token
    const response = await fetch(service.url(path), {
      method,
      headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    })
    expect(response.ok).toBe(true)
    const { data } = JSON.parse(await response.text())
    return { etag: response.headers.get('etag'), data }
  }
  const records = async (): Promise<Shown[]> =>
    (await ask('/v1/records?object=things&include_archived=true&limit=100')).data
  const titles = async () => (await records()).map(({ title }) => title).toReversed()
  const found = async (query: string): Promise<string[]> => {
    const { data } = await ask(`/v1/launcher/search?q=${encodeURIComponent(query)}`)
    return data.map(({ title }: Shown) => title)
  }
  const called = async (title: string): Promise<string[]> =>
    (await ask('/v1/records/query', { object: 'things', filter: { title: { $eq: title } } })).data.map(
      (record: Shown) => record.title,
    )

  beforeEach(async () => {
    const workspace = await service.createWorkspace()
    ;({ slug, id: workspaceId } = workspace)
    await become([kind('Alpha'), code()])
    const owner = await service.addMember(workspace)
    personId = owner.personId
    ;({ token } = await service.createKey(workspace, owner))
    launcher = await service.signIn(workspace, owner)
    for (const values of [{ kind: 'a', code: 'Zephyr' }, { kind: 'b', code: 'Quartz' }, { code: 'Umber' }])
      await ask('/v1/records', { object: 'things', values })
    const { data } = await ask('/v1/records', { object: 'things', values: { kind: 'a', code: 'Kestrel' } })
    await ask(`/v1/records/${data.id}`, undefined, 'DELETE')
  })

  test('REC-10 titles follow another primary field, in lists, queries and search, of archived records too', async () => {
    const before = await records()
    expect(await titles()).toEqual(['Alpha', 'Beta', 'Untitled', 'Alpha'])
    expect(await become([kind('Alpha', undefined, false), code(true)])).toMatchObject({ retitled: 4 })
    expect(await titles()).toEqual(['Zephyr', 'Quartz', 'Umber', 'Kestrel'])
    expect((await records()).map(({ id }) => id)).toEqual(before.map(({ id }) => id))
    expect([await called('Zephyr'), await called('Alpha')]).toEqual([['Zephyr'], []])
    expect([await found('umber'), await found('alpha'), await found('beta')]).toEqual([['Umber'], [], []])
    // What is archived is not found, and is when it comes back.
    expect(await found('kestrel')).toEqual([])
    await ask(`/v1/records/${before[0]?.id}/restore`, {})
    expect(await found('kestrel')).toEqual(['Kestrel'])
  })

  test('LCH-07 a record whose title changes is still found by its email', async () => {
    const email = { slug: 'email', name: 'Email', type: 'email', primary: false }
    await become([kind('Alpha'), code(), email])
    await ask('/v1/records', { object: 'things', values: { code: 'Wren', email: 'wren@nest.example' } })
    await become([kind('Alpha', undefined, false), code(true), email])
    expect(await found('wren@nest')).toEqual(['Wren'])
  })

  test('REC-10 titles follow the name of a choice; only records that get another are written, and nobody has changed them', async () => {
    const before = await records()
    const tags = () => Promise.all(before.map(async ({ id }) => (await ask(`/v1/records/${id}`)).etag))
    const tagsBefore = await tags()
    expect(await become([kind('Omega'), code()])).toMatchObject({ retitled: 2 })
    expect(await titles()).toEqual(['Omega', 'Beta', 'Untitled', 'Omega'])
    expect([await found('omega'), await found('alpha')]).toEqual([['Omega'], []])
    expect((await records()).map(({ updatedAt }) => updatedAt)).toEqual(
      before.map(({ updatedAt }) => updatedAt),
    )
    const tagsAfter = await tags()
    expect(tagsAfter.map((tag, index) => tag === tagsBefore[index])).toEqual([false, true, true, false])
    expect(await become([kind('Omega', '#ffffff'), code()])).toMatchObject({ retitled: 0 })
    expect(await tags()).toEqual(tagsAfter)
  })

  test('REC-10 a dry run counts the titles that would follow, and leaves them', async () => {
    expect(await become([kind('Omega'), code()], 'dry run')).toMatchObject({ retitled: 2 })
    expect(await titles()).toEqual(['Alpha', 'Beta', 'Untitled', 'Alpha'])
    expect([await found('omega'), await found('alpha')]).toEqual([[], ['Alpha']])
  })

  test('REC-10 titles of more records than are read at once follow, with a new record after them', async () => {
    await service.store.write(async (tx) => {
      const object = await tx.objects.find(workspaceId, 'things')
      const fields = await tx.objects.fields(workspaceId, object?.id ?? '')
      const idOf = (name: string) => fields.find((field) => field.slug === name)?.id ?? ''
      const many = Array.from({ length: 1_201 }, (_, index) => ({
        id: crypto.randomUUID(),
        objectId: object?.id ?? '',
        title: 'Beta',
        avatarUrl: null,
        values: { [idOf('kind')]: 'b', [idOf('code')]: `Number ${index}` },
        archived: false,
        createdBy: personId,
        createdAt: service.now(),
        updatedAt: service.now(),
      }))
      await tx.records.createMany(workspaceId, many)
    })
    expect(await become([kind('Alpha', undefined, false), code(true)])).toMatchObject({ retitled: 1_205 })
    for (const index of [0, 499, 500, 1_200]) expect(await called(`Number ${index}`)).toHaveLength(1)
    expect(await called('Beta')).toEqual([])
    const values = { kind: 'b', code: 'Later' }
    expect((await ask('/v1/records', { object: 'things', values })).data.title).toBe('Later')
  })
})
