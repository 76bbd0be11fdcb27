// Names that differ in case, accents or the marks of their script only: keys, references, choices and people.
import { afterAll, expect, test } from 'vitest'
import { personIn } from '../operator/members.ts'
import { workspaceOf } from '../operator/workspaces.ts'
import { counts, createCsvFolder, openCsvWorkspace } from './csv-testing.ts'
import { exportCsv } from './export-csv.ts'
import { importSchema } from './import-schema.ts'
import { readSchemaFile } from './schema-file.ts'

const folder = createCsvFolder()
afterAll(() => folder.remove())
const workspace = () => openCsvWorkspace(`file:${folder.fresh('.db')}`)
type Workspace = Awaited<ReturnType<typeof workspace>>

test('REC-05 with --key a line changes no record whose name has other sounds, vowels or tones', async () => {
  const acme = await workspace()
  await acme.import(folder.csv('Name,Employees\nなかしま,1\nराम,2\nมา,3\nZoë,4\n'), { key: 'name' })
  const answer = await acme.import(folder.csv('Name,Employees\nなかじま,11\nरीमा,12\nม้า,13\nZOE,14\n'), {
    key: 'name',
  })
  expect(counts(answer)).toEqual([3, 1, 0, 0])
  expect(new Map((await acme.values('companies', 'name', 'employees')) as [string, number][])).toEqual(
    new Map([
      ['なかしま', 1],
      ['なかじま', 11],
      ['राम', 2],
      ['रीमा', 12],
      ['มา', 3],
      ['ม้า', 13],
      ['ZOE', 14],
    ]),
  )
  await acme.store.close()
})

/** Who is meant by a cell, by title, or why nobody is. */
const linkedBy = async (acme: Workspace, cell: string) => {
  const person = `Name,E-mail,Organisation\n${cell},someone@b.test,${cell}`
  const answer = await acme.import(folder.csv(person), { object: 'people', mode: 'dry run' })
  if (answer.badLines > 0) return answer.faults[0]?.message
  await acme.import(folder.csv(person), { object: 'people' })
  const [linked] = (await acme.values('people', 'name', 'company')).filter(([name]) => name === cell)
  return (await acme.lines('record')).find((record) => record['id'] === linked?.[1])?.['title']
}

test('REC-13 a reference names the record that is called exactly so, else the only one that is called alike', async () => {
  const acme = await workspace()
  await acme.import(folder.csv('Name\nBar\nBär\nカナ\nZoë\nなかしま\n'))
  expect(await linkedBy(acme, 'Bär')).toBe('Bär')
  expect(await linkedBy(acme, 'Ba\u0308r')).toBe('Bär')
  expect(await linkedBy(acme, 'BAR')).toMatch(/^“BAR” could be .* or .*\. Use the id\.$/)
  expect(await linkedBy(acme, 'zoe')).toBe('Zoë')
  expect(await linkedBy(acme, 'ガナ')).toMatch(/^“ガナ” is no active record/)
  expect(await linkedBy(acme, 'なかじま')).toMatch(/^“なかじま” is no active record/)
  await acme.store.close()
})

test('REC-13 a person is the member of exactly this name or address, else the only one that is called alike', async () => {
  const acme = await workspace()
  const ids = new Map<string, string>()
  await acme.store.write(async (tx) => {
    const { id } = await workspaceOf(tx, 'acme')
    for (const [email, name] of [
      ['jorg@acme.test', 'Jorg Lind'],
      ['joerg@acme.test', 'Jörg Lind'],
      ['naka@acme.test', 'なかしま'],
    ] as const) {
      const person = await personIn(tx, { email, name, passwordHash: null, at: 1 })
      ids.set(email, person.id)
      await tx.members.put(id, person.id, 'member', 1)
    }
  })
  const owner = async (cell: string) => {
    const answer = await acme.import(folder.csv(`Name,Owner\n${cell} & Co,${cell}\n`))
    if (answer.badLines > 0) return answer.faults[0]?.message
    return (await acme.values('companies', 'name', 'owner')).find(([name]) => name === `${cell} & Co`)?.[1]
  }
  expect(await owner('Jörg Lind')).toBe(ids.get('joerg@acme.test'))
  expect(await owner('Jorg Lind')).toBe(ids.get('jorg@acme.test'))
  expect(await owner('JORG@acme.test')).toBe(ids.get('jorg@acme.test'))
  expect(await owner('jörg lind')).toMatch(/could be .* Use the id\.$/)
  expect(await owner('なかじま')).toMatch(/is no active member/)
  await acme.store.close()
})

test('CLI-03 an export that is brought in again changes no choice, however alike their names are', async () => {
  const acme = await workspace()
  const choices = (...names: [string, string][]) => ({
    choices: names.map(([id, name]) => ({ id, name, color: '#22a06b' })),
  })
  const schema = readSchemaFile(
    JSON.stringify({
      objects: [
        {
          slug: 'drinks',
          singularName: 'Drink',
          pluralName: 'Drinks',
          fields: [
            { slug: 'name', name: 'Name', type: 'text', required: true, primary: true },
            {
              slug: 'kind',
              name: 'Kind',
              type: 'select',
              options: choices(['bar', 'Bar'], ['baer', 'Bär'], ['one', 'Twin'], ['two', 'Twin']),
            },
            {
              slug: 'tags',
              name: 'Tags',
              type: 'multi_select',
              options: choices(['schon', 'Schon'], ['schoen', 'Schön'], ['cold', 'Warm'], ['warm', 'Cold']),
            },
          ],
        },
      ],
    }),
  )
  if (!schema.ok) throw new Error(JSON.stringify(schema.faults))
  await importSchema(acme.store, { slug: 'acme', schema: schema.schema, mode: 'write', at: 1 })
  const object = 'drinks'
  /** Values by field, in the order of the titles. */
  const valuesOf = async () => {
    const slugs = new Map(
      (await acme.lines('field')).map((field) => [String(field['id']), String(field['slug'])]),
    )
    const records = (await acme.lines('record')).map((record) =>
      Object.fromEntries(Object.entries(record['values'] ?? {}).map(([id, value]) => [slugs.get(id), value])),
    )
    return records.toSorted((a, b) => (String(a['name']) < String(b['name']) ? -1 : 1))
  }
  await acme.import(
    folder.csv('Name,Kind,Tags\na,baer,schoen\nb,Bär,Schon; Schön\nc,bar,Warm; Cold\nd,two,\n'),
    { object },
  )
  const stored = await valuesOf()
  expect(stored).toEqual([
    { name: 'a', kind: 'baer', tags: ['schoen'] },
    { name: 'b', kind: 'baer', tags: ['schon', 'schoen'] },
    { name: 'c', kind: 'bar', tags: ['cold', 'warm'] },
    { name: 'd', kind: 'two' },
  ])
  let text = ''
  await exportCsv(acme.store, { workspace: 'acme', object, write: async (some) => void (text += some) })
  const again = await acme.import(folder.csv(text), { object, key: 'name' })
  expect([counts(again), again.faults]).toEqual([[0, 0, 4, 0], []])
  expect(await valuesOf()).toEqual(stored)
  await acme.store.close()
})
