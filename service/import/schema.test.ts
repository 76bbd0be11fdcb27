import { readFile } from 'node:fs/promises'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { svcJson } from '../cli/svc-testing.ts'
import { commands } from '../cli/commands.ts'
import { runCommandLine } from '../cli/run.ts'
import { startTestService, type TestService } from '../test/testing.ts'
import { importSchema } from './import-schema.ts'
import { readSchemaFile, type SchemaFile } from './schema-file.ts'

/** The example of the documentation. */
const example = async () => {
  const text = await readFile(new URL('../../docs/import.md', import.meta.url), 'utf8')
  return /```json\n([\s\S]*?)```/.exec(text)?.[1] ?? ''
}

const schemaOf = (value: unknown): SchemaFile => {
  const read = readSchemaFile(JSON.stringify(value))
  if (!read.ok) throw new Error(JSON.stringify(read.faults))
  return read.schema
}

describe('the example of docs/import.md', () => {
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
          'publishers.website',
          'publishers.terms',
          'publishers.owner',
          'publishers.record_id',
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
    schema.objects[0].fields[2].options.choices[1].id = 'returnable'
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
      'objects.0.fields.2.options.choices',
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

describe('a change of what is there', () => {
  let service: TestService
  beforeAll(async () => (service = await startTestService()))
  afterAll(() => service.close())

  const text = { type: 'text', name: 'Name', slug: 'name', primary: true }
  const stage = (...ids: string[]) => ({
    slug: 'stage',
    name: 'Stage',
    type: 'select',
    options: { choices: ids.map((id) => ({ id, name: id, color: '#22a06b' })) },
  })
  const deals = (...fields: object[]) =>
    schemaOf({ objects: [{ slug: 'deals', singularName: 'Deal', pluralName: 'Deals', fields }] })

  let slug: string
  const run = (schema: SchemaFile) =>
    importSchema(service.store, { slug, schema, mode: 'write', at: service.now() })

  beforeEach(async () => {
    const workspace = await service.createWorkspace()
    slug = workspace.slug
    await run(deals(text, stage('lead', 'won'), { slug: 'size', name: 'Size', type: 'number' }))
    const owner = await service.addMember(workspace)
    const { token } = await service.createKey(workspace, owner)
    const response = await fetch(service.url('/v1/records'), {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ object: 'deals', values: { name: 'Pier 4', stage: 'won' } }),
    })
    expect(response.status).toBe(201)
  })

  test('CLI-03 additions and new names come in, and what the file does not name stays', async () => {
    const answer = await run(
      deals(
        { ...stage('lead', 'won', 'lost'), name: 'Step' },
        { slug: 'note', name: 'Note', type: 'long_text' },
      ),
    )
    expect(answer).toMatchObject({ created: { field: ['deals.note'] }, changed: { field: ['deals.stage'] } })
    const fields = await service.store.read(async (tx) => {
      const workspace = await tx.workspaces.bySlug(slug)
      return tx.objects.allFields(workspace?.id ?? '')
    })
    expect(fields.map((field) => field.name)).toEqual(['Name', 'Step', 'Size', 'Note'])
  })

  test('CLI-03 the type of a field without values may change', async () => {
    const answer = await run(deals({ slug: 'size', name: 'Size', type: 'text' }))
    expect(answer.changed).toEqual({ field: ['deals.size'] })
  })

  const refused: [string, object[], string, RegExp][] = [
    [
      'the type of a field with values',
      [{ slug: 'stage', name: 'Stage', type: 'text' }],
      'objects.0.fields.0',
      /has values in 1 records/,
    ],
    ['a choice that a record holds', [stage('lead')], 'objects.0.fields.0', /1 records hold a value/],
    [
      'a second primary field',
      [{ slug: 'code', name: 'Code', type: 'text', primary: true }],
      'objects.0.fields',
      /`name` and `code`/,
    ],
    [
      'another primary field',
      [
        { ...text, primary: false },
        { slug: 'code', name: 'Code', type: 'text', primary: true },
      ],
      'objects.0.fields',
      /titles of 1 records would change/,
    ],
    [
      'a new required field',
      [{ slug: 'code', name: 'Code', type: 'text', required: true }],
      'objects.0.fields.0',
      /1 records have no value/,
    ],
    [
      'a target that does not exist',
      [{ slug: 'for', name: 'For', type: 'record_reference', options: { objects: ['ships'] } }],
      'objects.0.fields.0.options.objects',
      /no object `ships`/,
    ],
  ]
  test.each(refused)(
    'CLI-03 %s is refused with the reason, and nothing is written',
    async (_what, fields, path, reason) => {
      const mixed = deals({ slug: 'fresh', name: 'Fresh', type: 'text' })
      const schema = deals(...fields)
      const both = {
        ...schema,
        objects: [
          ...schema.objects,
          ...mixed.objects.map((object) => ({
            ...object,
            slug: 'more',
            fields: deals(text).objects[0]?.fields ?? [],
          })),
        ],
      }
      await expect(run(both)).rejects.toMatchObject({
        operatorCode: 'conflict',
        details: [
          {
            path: path.split('.').map((part) => (/^\d+$/.test(part) ? Number(part) : part)),
            message: expect.stringMatching(reason),
          },
        ],
      })
      const objects = await service.store.read(async (tx) =>
        tx.objects.list((await tx.workspaces.bySlug(slug))?.id ?? ''),
      )
      expect(objects.map((object) => object.slug)).toEqual(['deals'])
    },
  )

  test.each([
    ['names the previous one', [{ slug: 'todo', name: 'To do', color: '#8b93a7' }]],
    ['does not name it', []],
  ])('LCH-09 a new default status replaces the previous one if the file %s', async (_what, others) => {
    const inbox = { slug: 'inbox', name: 'Inbox', color: '#8b93a7', isDefault: true }
    const schema = schemaOf({ statuses: [inbox, ...others] })
    expect(await run(schema)).toMatchObject({ created: { status: ['inbox'] }, changed: { status: ['todo'] } })
    expect(await run(schema)).toMatchObject({ created: {}, changed: {} })
  })
})
