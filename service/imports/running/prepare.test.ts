// New fields and choices of a plan in a database (IMP-03).
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openStore, type OpenedStore } from '../../db/open.ts'
import { ownDatabases } from '../../db/postgres/databases-testing.ts'
import { importSchema } from '../../import/import-schema.ts'
import { workspaceOf } from '../../operator/workspaces.ts'
import { linesOf } from '../imports-testing.ts'
import { lookAt } from '../reading/look.ts'
import type { Plan } from '../reading/plan.ts'
import { prepareTarget } from './prepare.ts'
import { readTarget } from '../target.ts'
import { fieldsOfWorkspace } from '../../objects/objects.store.ts'

const postgres = ownDatabases()
let store: OpenedStore
let workspaceId: string
afterEach(() => store.close())

const schema = {
  workspace: { slug: 'acme' },
  objects: [
    {
      slug: 'boats',
      singularName: 'Boat',
      pluralName: 'Boats',
      fields: [
        { slug: 'name', name: 'Name', type: 'text' as const, required: true, primary: true, options: null },
        {
          slug: 'kind',
          name: 'Kind',
          type: 'select' as const,
          options: { choices: [{ id: 'ferry', name: 'Ferry', color: '#22a06b' }] },
        },
      ],
    },
  ],
  statuses: [],
  sections: [],
}

const file = Buffer.from(linesOf('Name,Kind,Berth', 'Ida,ferry,North', 'Ole,Tug,South'))

async function planned(): Promise<Plan> {
  const target = await store.read((tx) => readTarget(tx, workspaceId))
  const columns = [{ column: 2, field: null, create: { name: 'Berth', type: 'select' as const } }]
  const plan = lookAt(file, {
    target,
    zone: 'UTC',
    choices: { object: 'boats', columns, newChoices: 'create' },
  })
  if (!plan.ok) throw new Error(plan.message)
  return plan.value
}
const prepared = (plan: Plan) => store.write((tx) => prepareTarget(tx, workspaceId, plan), workspaceId)

/** Fields by slug with the names of their choices. */
const fieldsNow = async () =>
  (await store.read((tx) => fieldsOfWorkspace(tx, workspaceId))).map(({ slug, kind, options }) => [
    slug,
    kind,
    options?.choices?.map(({ name }) => name),
  ])
const asWanted = [
  ['name', 'text', undefined],
  ['kind', 'select', ['Ferry', 'Tug']],
  ['berth', 'select', ['North', 'South']],
]

describe.each([
  ['SQLite', async () => 'memory:'],
  ['PostgreSQL', () => postgres()],
])('the target of an import on %s', (_engine, databaseUrl) => {
  beforeEach(async () => {
    store = await openStore(await databaseUrl())
    await importSchema(store, { slug: 'acme', schema, mode: 'write', at: Date.now() })
    workspaceId = (await store.read((tx) => workspaceOf(tx, 'acme'))).id
  })

  test('IMP-03 new fields and choices are made once, and the drafts have their ids', async () => {
    const plan = await planned()
    expect(await prepared(plan)).toBe('as planned')
    expect(await prepared(plan)).toBe('as planned')
    expect(await fieldsNow()).toEqual(asWanted)
    const berth = (await store.read((tx) => fieldsOfWorkspace(tx, workspaceId))).find(
      ({ slug }) => slug === 'berth',
    )
    expect(plan.drafts).toMatchObject([
      { values: { [berth?.id ?? '']: 'north' } },
      { values: { [berth?.id ?? '']: 'south' } },
    ])
    const again = await planned()
    expect([again.newFields, again.newChoices]).toEqual([[], []])
    const valuesOf = ({ drafts }: Plan) => drafts.map((draft) => (draft.is === 'record' ? draft.values : {}))
    expect(valuesOf(again)).toEqual(valuesOf(plan))
  })

  test('IMP-03 a field or choice that somebody made meanwhile is used, and the file is planned again', async () => {
    const [mine, other] = [await planned(), await planned()]
    expect(await prepared(other)).toBe('as planned')
    expect(await prepared(mine)).toBe('plan again')
    expect(await fieldsNow()).toEqual(asWanted)
    expect((await planned()).newFields).toEqual([])
  })
})
