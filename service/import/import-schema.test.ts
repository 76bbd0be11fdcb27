import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { commands } from '../cli/commands.ts'
import { runCommandLine } from '../cli/run.ts'
import { svcJson } from '../cli/svc-testing.ts'
import { openStore, type OpenedStore } from '../db/open.ts'
import { ownDatabases } from '../db/postgres/databases-testing.ts'
import { newUuid } from '../base/ids.ts'
import { createRecord } from '../records/record-write.ts'
import { importSchema } from './import-schema.ts'
import { readSchemaFile } from './schema-file.ts'
import { workspaceBySlug } from '../access/workspaces.store.ts'
import { objectsOfWorkspace, definedFields } from '../objects/objects.store.ts'
import { statusesOfTasks, sectionsOfWorkspace } from '../tasks/task-settings.store.ts'
import { insertTask } from '../tasks/tasks.store.ts'
import { updateRecord } from '../records/records.store.ts'

/** The example of the documentation. */
const example = async () => {
  const text = await readFile(new URL('../../docs/operating/import.md', import.meta.url), 'utf8')
  return /```json\n([\s\S]*?)```/.exec(text)?.[1] ?? ''
}

describe('the example of docs/operating/import.md', () => {
  let directory: string
  beforeAll(() => (directory = mkdtempSync(join(tmpdir(), 'svc-schema-'))))
  afterAll(() => rmSync(directory, { recursive: true }))

  test('CLI-03 a dry run creates nothing, the first import creates the workspace, and a second one changes nothing', async () => {
    const file = join(directory, 'schema.json')
    writeFileSync(file, await example())
    const words = ['workspace', 'import', file, '--database', `file:${join(directory, 'new', 'one.db')}`]
    const dry = await svcJson(...words, '--dry-run')
    // Nor is there a database that the dry run has made.
    expect(readdirSync(directory)).toEqual(['schema.json'])
    const first = await svcJson(...words)
    expect(first).toEqual({
      dryRun: false,
      workspace: { slug: 'harbour', created: true, changed: false },
      created: {
        object: ['publishers', 'titles'],
        field: [
          'publishers.name',
          'publishers.terms',
          'publishers.owner',
          'titles.title',
          'titles.publisher',
          'titles.price',
        ],
        status: ['waiting'],
        section: ['Autumn catalogue'],
      },
      changed: {},
    })
    expect(dry).toEqual({ ...first, dryRun: true })
    const again = await svcJson(...words)
    expect(again).toMatchObject({ workspace: { created: false, changed: false }, created: {}, changed: {} })
  })

  test('CLI-03 every fault of a file is reported with its path, and nothing is written', async () => {
    const file = join(directory, 'faults.json')
    const schema = JSON.parse(await example())
    schema.objects[0].fields[1].options.choices.push(schema.objects[0].fields[1].options.choices[0])
    schema.objects[1].fields[0].tpye = 'text'
    schema.objects[1].color = 'blue'
    writeFileSync(file, JSON.stringify(schema))
    const database = `file:${join(directory, 'two.db')}`
    const { output, exitCode } = await runCommandLine(commands, [
      'workspace',
      'import',
      file,
      '--database',
      database,
    ])
    expect(exitCode).toBe(1)
    const { error } = JSON.parse(output)
    expect(error.code).toBe('invalid_file')
    expect(error.details.map(({ path }: { path: unknown[] }) => path.join('.')).toSorted()).toEqual([
      'objects.0.fields.1.options.choices',
      'objects.1.color',
      'objects.1.fields.0',
    ])
  })
})

test.each([
  ['{"objects":[],"objects":[]}', [{ path: ['objects'], message: '`objects` is supplied twice.' }]],
  ['{"objects"', [{ path: [], message: expect.stringMatching(/^This is not JSON: ./) }]],
])('CLI-03 %s is told as it is', (text, faults) => {
  expect(readSchemaFile(text)).toEqual({ ok: false, faults })
})

const name = { type: 'text', name: 'Name', slug: 'name', primary: true }
const objectOf = (slug: string, ...fields: object[]) => ({
  slug,
  singularName: slug,
  pluralName: slug,
  fields,
})
const stage = (...ids: string[]) => ({
  slug: 'stage',
  name: 'Stage',
  type: 'select',
  options: { choices: ids.map((id) => ({ id, name: id, color: '#22a06b' })) },
})
const deals = (...fields: object[]) => ({ objects: [objectOf('deals', ...fields)] })
const code = { slug: 'code', name: 'Code', type: 'text' }

let workspaces = 0

/** A workspace of its own. */
async function stageIn(store: OpenedStore) {
  const slug = `w${(workspaces += 1)}`
  const run = (file: object) => {
    const read = readSchemaFile(JSON.stringify(file))
    if (!read.ok) throw new Error(JSON.stringify(read.faults))
    return importSchema(store, { slug, schema: read.schema, mode: 'write', at: 0 })
  }
  await run({ workspace: { slug } })
  const workspace = await store.read((tx) => workspaceBySlug(tx, slug))
  const workspaceId = workspace?.id ?? ''
  return {
    workspaceId,
    run,
    definitions: () =>
      store.read(async (tx) => ({
        objects: await objectsOfWorkspace(tx, workspaceId),
        fields: await definedFields(tx, workspaceId),
        statuses: await statusesOfTasks(tx, workspaceId),
        sections: await sectionsOfWorkspace(tx, workspaceId),
      })),
    add: (object: string, values: Record<string, unknown>) =>
      store.write(async (tx) => {
        const author = { workspaceId, personId: 'usr', actor: { type: 'user', id: 'usr' }, at: 1 } as const
        const written = await createRecord(tx, author, newUuid(), { object }, values)
        if (!written.ok) throw new Error(written.message)
        return written.record
      }),
  }
}

const postgres = ownDatabases()
describe.each([
  ['SQLite', async () => 'memory:'],
  ['PostgreSQL', () => postgres()],
])('a change of what is there, on %s', (_engine, databaseUrl) => {
  let store: OpenedStore
  let acme: Awaited<ReturnType<typeof stageIn>>
  beforeAll(async () => (store = await openStore(await databaseUrl())))
  afterAll(() => store.close())
  beforeEach(async () => {
    acme = await stageIn(store)
    await acme.run(deals(name, stage('lead', 'won'), { slug: 'size', name: 'Size', type: 'number' }))
    await acme.add('deals', { name: 'Pier 4', stage: 'won' })
  })

  test('CLI-03 additions and new names come in, and what the file does not name stays', async () => {
    const answer = await acme.run(
      deals({ ...stage('lead', 'won', 'lost'), name: 'Step' }, { ...code, type: 'long_text' }),
    )
    expect(answer).toMatchObject({ created: { field: ['deals.code'] }, changed: { field: ['deals.stage'] } })
    const { fields } = await acme.definitions()
    expect(fields.map((field) => field.name)).toEqual(['Name', 'Step', 'Size', 'Code'])
  })

  test('CLI-03 RCL-03 a field is retired with its values and restored, optional; a file that does not say so leaves it', async () => {
    const size = { slug: 'size', name: 'Size', type: 'number' }
    await acme.add('deals', { name: 'Pier 5', size: 5 })
    const retired = await acme.run(deals({ ...size, required: true, retired: true }))
    expect(retired).toMatchObject({ changed: { field: ['deals.size'] } })
    await expect(acme.add('deals', { name: 'Pier 6', size: 6 })).rejects.toThrow('There is no field `size`.')
    await acme.add('deals', { name: 'Pier 6' })
    expect(await acme.run(deals(size))).toMatchObject({ changed: {} })
    await expect(acme.run(deals({ ...size, required: true, retired: false }))).rejects.toMatchObject({
      details: [{ message: expect.stringMatching(/2 records have no value/) }],
    })
    await acme.run(deals({ ...size, retired: false }))
    const { fields } = await acme.definitions()
    expect(fields.at(-1)).toMatchObject({ slug: 'size', retired: false, required: false })
    await expect(acme.run(deals({ ...name, retired: true }))).rejects.toMatchObject({
      details: [
        { path: ['objects', 0, 'fields', 0, 'retired'], message: 'The primary field cannot be retired.' },
      ],
    })
  })

  test('CLI-03 the type of a field without values may change', async () => {
    const { changed } = await acme.run(deals({ slug: 'size', name: 'Size', type: 'text' }))
    expect(changed).toEqual({ field: ['deals.size'] })
  })

  test.each<[string, object[], (string | number)[], RegExp]>([
    [
      'the type of a field with values',
      [{ ...stage(), type: 'text', options: undefined }],
      [0],
      /has values in 1 record/,
    ],
    ['a choice that a record holds', [stage('lead')], [0], /1 record holds a value/],
    ['a second primary field', [{ ...code, primary: true }], [], /`name` and `code`/],
    [
      'another primary field',
      [
        { ...name, primary: false },
        { ...code, primary: true },
      ],
      [],
      /titles of 1 record would change/,
    ],
    ['a new required field', [{ ...code, required: true }], [0], /1 record has no value/],
    [
      'a target that does not exist',
      [{ ...code, type: 'record_reference', options: { objects: ['ships'] } }],
      [0, 'options', 'objects'],
      /no object `ships`/,
    ],
  ])('CLI-03 %s is refused with the reason, and nothing is written', async (_what, fields, path, reason) => {
    const before = await acme.definitions()
    const { objects } = deals(...fields)
    await expect(acme.run({ objects: [...objects, objectOf('more', name)] })).rejects.toMatchObject({
      operatorCode: 'conflict',
      details: [{ path: ['objects', 0, 'fields', ...path], message: expect.stringMatching(reason) }],
    })
    expect(await acme.definitions()).toEqual(before)
  })

  test('CLI-03 a reference may point at more, and at less only while no record points anywhere', async () => {
    const dealsFor = (...targets: string[]) =>
      deals({ slug: 'for', name: 'For', type: 'record_reference', options: { objects: targets } })
    const change = { changed: { field: ['deals.for'] } }
    await acme.run({ objects: [objectOf('companies', name), objectOf('people', name)] })
    await acme.run(dealsFor('companies', 'people'))
    expect(await acme.run(dealsFor('companies'))).toMatchObject(change)
    expect(await acme.run(dealsFor('companies', 'people'))).toMatchObject(change)
    const { id } = await acme.add('companies', { name: 'Harbour' })
    await acme.add('deals', { name: 'Pier 5', for: id })
    await expect(acme.run(dealsFor('people'))).rejects.toMatchObject({
      details: [{ message: '`for` has values in 1 record: its type and targets cannot change.' }],
    })
    expect(await acme.run(dealsFor('companies', 'people', 'deals'))).toMatchObject(change)
  })

  test('CLI-03 a section is about another record, or about none, as soon as the file says so', async () => {
    const [one, other] = [
      await acme.add('deals', { name: 'One' }),
      await acme.add('deals', { name: 'Other' }),
    ]
    for (const record of [one.id, other.id, null]) {
      const file = { sections: [{ name: 'Autumn', record }] }
      const { created, changed } = await acme.run(file)
      expect({ ...created, ...changed }).toEqual({ section: ['Autumn'] })
      expect((await acme.definitions()).sections).toMatchObject([{ recordId: record }])
      expect(await acme.run(file)).toMatchObject({ created: {}, changed: {} })
    }
    await store.write((tx) => updateRecord(tx, acme.workspaceId, one, { archived: true, updatedAt: 2 }))
    await expect(acme.run({ sections: [{ name: 'Lost', record: one.id }] })).rejects.toMatchObject({
      details: [{ path: ['sections', 0, 'record'], message: `There is no active record ${one.id}.` }],
    })
  })

  test('TSK-03 a status that tasks have may change its colour, not whether it means completion', async () => {
    const shipped = { slug: 'shipped', name: 'Shipped', color: '#abcdef', isComplete: true }
    await acme.run({ statuses: [shipped] })
    await store.write((tx) => {
      const task = {
        id: newUuid(),
        title: 'Parcel',
        status: 'shipped',
        priority: 'low',
        description: null,
      } as const
      const empty = { startDate: null, dueDate: null, parentId: null, sectionId: null, estimatedTime: null }
      const links = { assignees: [], linkedRecordIds: [], linkedMeetingIds: [] }
      const times = { createdBy: 'usr', createdAt: 1, updatedAt: 1 }
      return insertTask(tx, acme.workspaceId, { ...task, ...empty, ...links, ...times })
    })
    const black = { ...shipped, color: '#000000' }
    expect(await acme.run({ statuses: [black] })).toMatchObject({ changed: { status: ['shipped'] } })
    await expect(acme.run({ statuses: [{ ...black, isComplete: false }] })).rejects.toMatchObject({
      details: [{ path: ['statuses', 0, 'isComplete'] }],
    })
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

  test('CLI-03 makes what it says, and the same file again changes nothing', () =>
    fc.assert(
      fc.asyncProperty(file, async (schema) => {
        const { run, definitions } = await stageIn(store)
        await run(schema)
        const made = await definitions()
        expect(made.objects.map((one) => one.slug)).toEqual(schema.objects.map((one) => one.slug))
        expect(await run(schema)).toMatchObject({ created: {}, changed: {} })
        expect(await definitions()).toEqual(made)
      }),
      { numRuns: 30 },
    ))

  test('CLI-03 removes nothing, and leaves one primary field to each object', () =>
    fc.assert(
      fc.asyncProperty(file, file, async (one, other) => {
        const { run, definitions } = await stageIn(store)
        const ids = async () =>
          Object.values(await definitions()).flatMap((items) => items.map(({ id }) => id))
        await run(one)
        const before = await ids()
        await run(other).catch(() => {})
        expect(await ids()).toEqual(expect.arrayContaining(before))
        const { objects, fields } = await definitions()
        const primary = fields.filter((each) => each.primary).map(({ objectId }) => objectId)
        expect(primary.toSorted()).toEqual(objects.map(({ id }) => id).toSorted())
      }),
      { numRuns: 30 },
    ))

  test('FLD-02 tells two fields with one slug apart by their names', async () => {
    const { run } = await stageIn(store)
    const phones = (...names: string[]) => ({
      objects: [objectOf('people', name, ...names.map((each) => ({ ...code, type: 'phone', name: each })))],
    })
    await run(phones('Work', 'Home'))
    expect(await run(phones('Work', 'Mobile'))).toMatchObject({
      created: { field: ['people.code'] },
      changed: {},
    })
  })

  test.each([
    ['names the previous one', [{ slug: 'todo', name: 'To do', color: '#8b93a7' }]],
    ['does not name it', []],
  ])('LCH-09 a new default status replaces the previous one if the file %s', async (_what, others) => {
    const { run } = await stageIn(store)
    const inbox = { slug: 'inbox', name: 'Inbox', color: '#8b93a7', isDefault: true }
    const statuses = [inbox, ...others]
    expect(await run({ statuses })).toMatchObject({
      created: { status: ['inbox'] },
      changed: { status: ['todo'] },
    })
    expect(await run({ statuses })).toMatchObject({ created: {}, changed: {} })
  })
})
