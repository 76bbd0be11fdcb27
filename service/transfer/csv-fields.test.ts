// Fields that hold several references, and fields that share a slug.
import { readFileSync } from 'node:fs'
import { afterAll, expect, test } from 'vitest'
import { createCsvFolder, openCsvWorkspace } from './csv-testing.ts'
import { importSchema } from './import-schema.ts'
import { readSchemaFile } from './schema-file.ts'

const folder = createCsvFolder()
afterAll(() => folder.remove())

/** Companies have clients, and two fields `phone`. */
const openWorkspace = async () => {
  const acme = await openCsvWorkspace(`file:${folder.fresh('.db')}`)
  const clients = { slug: 'clients', name: 'Clients', type: 'record_reference' }
  const fields = [
    { ...clients, options: { objects: ['companies'], multiple: true } },
    { slug: 'phone', name: 'Desk', type: 'phone' },
    { slug: 'phone', name: 'Mobile', type: 'phone' },
  ]
  const companies = { slug: 'companies', singularName: 'Company', pluralName: 'Companies', fields }
  const read = readSchemaFile(JSON.stringify({ objects: [companies] }))
  if (!read.ok) throw new Error(JSON.stringify(read.faults))
  await importSchema(acme.store, { slug: 'acme', schema: read.schema, mode: 'write', at: 0 })
  return acme
}
type Workspace = Awaited<ReturnType<typeof openWorkspace>>

/** The titles of the clients that a company has. */
const clientsOf = async (acme: Workspace, company: string) => {
  const field = (await acme.lines('field')).find(({ slug }) => slug === 'clients')
  const records = await acme.lines('record')
  const values = records.find(({ title }) => title === company)?.['values'] as Record<string, unknown>
  const ids = values[String(field?.['id'])] as string[]
  return ids.map((id) => records.find((record) => record['id'] === id)?.['title'])
}

test('CLI-03 a list of references whose titles hold commas comes in again', async () => {
  const acme = await openWorkspace()
  const other = await openWorkspace()
  const companies = folder.csv('Name\n"Lund, Söhne"\n"Pier, 4"\n')
  for (const place of [acme, other]) await place.import(companies)
  await acme.import(folder.csv('Name,Clients\nHarbour,"Lund, Söhne; Pier, 4"\n'))
  const clients = ['Lund, Söhne', 'Pier, 4']
  expect(await clientsOf(acme, 'Harbour')).toEqual(clients)

  const file = folder.fresh('.csv')
  await acme.svc('export', 'csv', file, '--object', 'companies')
  const [header = '', ...rows] = readFileSync(file, 'utf8').split('\r\n')
  const harbour = rows.find((row) => row.includes('Harbour')) ?? ''
  const answer = await other.import(folder.csv(`${header}\n${harbour}\n`))
  expect(answer.faults).toEqual([])
  expect(await clientsOf(other, 'Harbour')).toEqual(clients)
  await acme.store.close()
  await other.store.close()
})

test('FLD-03 CLI-03 lists of choices and of references whose names hold semicolons come in again', async () => {
  const acme = await openWorkspace()
  const choices = ['Red; Blue', 'Red', 'Blue'].map((name, at) => ({ id: `c${at}`, name, color: '#22a06b' }))
  const tags = { slug: 'tags', name: 'Tags', type: 'multi_select', options: { choices } }
  const companies = { slug: 'companies', singularName: 'Company', pluralName: 'Companies', fields: [tags] }
  const read = readSchemaFile(JSON.stringify({ objects: [companies] }))
  if (!read.ok) throw new Error(JSON.stringify(read.faults))
  await importSchema(acme.store, { slug: 'acme', schema: read.schema, mode: 'write', at: 0 })
  await acme.import(folder.csv('Name\nLund\nPier\n"Lund; Pier"\n'))
  const both = (await acme.lines('record')).find(({ title }) => title === 'Lund; Pier')?.['id']
  await acme.import(folder.csv(`Name,Tags,Clients\nOne,c0,${String(both)}\nTwo,c1; c2,Lund; Pier\n`))

  const file = folder.fresh('.csv')
  await acme.svc('export', 'csv', file, '--object', 'companies')
  expect(await acme.import(file, { key: 'name' })).toMatchObject({ faults: [], updated: 0, created: 0 })
  await acme.store.close()
})

test('FLD-02 CLI-03 --map with a slug of several fields is refused with their ids, one of which leads there', async () => {
  const acme = await openWorkspace()
  const phones = (await acme.lines('field')).filter(({ slug }) => slug === 'phone')
  const [desk, mobile] = phones.map(({ id }) => String(id))
  const words = ['import', 'csv', folder.csv('Name,Tel\nHarbour,112\n'), '--object', 'companies']
  expect(await acme.failure(...words, '--map', 'Tel=phone')).toMatchObject({
    code: 'bad_option',
    message: `Several fields are called \`phone\`. Use an id: ${desk} (Desk), ${mobile} (Mobile).`,
  })
  expect(await acme.values('companies', 'name')).toEqual([])
  await acme.svc(...words, '--map', `Tel=${mobile}`)
  const values = (await acme.lines('record')).map((record) => record['values'])
  expect(values).toMatchObject([{ [mobile ?? '']: '112' }])
  await acme.store.close()
})

test('CLI-03 a column of a read-only field, as exports have them, is left out as what it is', async () => {
  const acme = await openWorkspace()
  const { columns } = await acme.import(folder.csv('Record ID,Name,Colour\nx,Harbour,red\n'))
  expect(columns).toEqual([
    { column: 'Record ID', field: null, reason: 'The field `record_id` is read-only.' },
    { column: 'Name', field: 'name' },
    { column: 'Colour', field: null, reason: 'No field is called so.' },
  ])
  await acme.store.close()
})
