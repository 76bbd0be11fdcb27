// For tests: CSV files in a folder of their own, and a workspace to bring them into.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { commands } from '../cli/commands.ts'
import { runCommandLine } from '../cli/run.ts'
import { svcJson } from '../cli/svc-testing.ts'
import { personIn } from '../operator/members.ts'
import { workspaceOf } from '../operator/workspaces.ts'
import { openStore } from '../store/open-store.ts'
import { exportWorkspace } from './export-workspace.ts'
import { importCsv, type CsvAnswer, type CsvInput } from './import-csv.ts'
import { importSchema } from './import-schema.ts'
import { readSchemaFile } from './schema-file.ts'

const choices = (...names: string[]) => ({
  choices: names.map((name) => ({ id: name.toLowerCase(), name, color: '#22a06b' })),
})
const name = { slug: 'name', name: 'Name', type: 'text', required: true, primary: true }
const schema = {
  objects: [
    {
      slug: 'companies',
      singularName: 'Company',
      pluralName: 'Companies',
      fields: [
        name,
        { slug: 'domain', name: 'Domain', type: 'url' },
        {
          slug: 'status',
          name: 'Status',
          type: 'status',
          options: choices('Prospect', 'Customer', 'Former'),
        },
        { slug: 'industry', name: 'Industry', type: 'select', options: choices('Software', 'Health') },
        { slug: 'employees', name: 'Employees', type: 'number' },
        { slug: 'revenue', name: 'Revenue', type: 'currency', options: { currencyCode: 'EUR' } },
        { slug: 'founded', name: 'Founded', type: 'date' },
        { slug: 'owner', name: 'Owner', type: 'user_reference' },
        { slug: 'partner', name: 'Partner', type: 'checkbox' },
        { slug: 'record_id', name: 'Record ID', type: 'text', readOnly: true },
      ],
    },
    {
      slug: 'people',
      singularName: 'Person',
      pluralName: 'People',
      fields: [
        name,
        { slug: 'email', name: 'Email', type: 'email', required: true },
        { slug: 'company', name: 'Company', type: 'record_reference', options: { objects: ['companies'] } },
      ],
    },
  ],
}

export function createCsvFolder() {
  const directory = mkdtempSync(join(tmpdir(), 'svc-csv-'))
  let counter = 0
  const path = (name: string) => join(directory, name)
  const fresh = (ending: string) => path(`${(counter += 1)}${ending}`)
  return {
    path,
    remove: () => rmSync(directory, { recursive: true }),
    /** A name that nothing has. */
    fresh,
    /** A file of its own name unless one is given, because a row is known by its file's name too. */
    csv(content: string | Buffer, file = fresh('.csv')) {
      writeFileSync(file, content)
      return file
    },
  }
}

/** A workspace `acme` with companies, people and three members. */
export async function openCsvWorkspace(database: string) {
  const store = await openStore(database)
  const at = Date.now()
  const read = readSchemaFile(JSON.stringify({ ...schema, workspace: { slug: 'acme' } }))
  if (!read.ok) throw new Error(JSON.stringify(read.faults))
  await importSchema(store, { slug: 'acme', schema: read.schema, mode: 'write', at })
  await store.write(async (tx) => {
    const { id } = await workspaceOf(tx, 'acme')
    for (const [email, who, role] of [
      ['owner@acme.test', 'Olivia Hart', 'owner'],
      ['mira@acme.test', 'Mira Solano', 'member'],
      ['noah@acme.test', 'Noah Berg', 'member'],
    ] as const)
      await tx.members.put(
        id,
        (await personIn(tx, { email, name: who, passwordHash: null, at })).id,
        role,
        at,
      )
  })
  const lines = async (type: string): Promise<Record<string, unknown>[]> => {
    const found: Record<string, unknown>[] = []
    await exportWorkspace(store, 'acme', async (text) => {
      const line = JSON.parse(text)
      if (line.type === type) found.push(line)
    })
    return found
  }
  const fields = await lines('field')
  const objects = await lines('object')
  const idOf = (object: string, slug: string) => {
    const objectId = objects.find((one) => one['slug'] === object)?.['id']
    return String(fields.find((one) => one['objectId'] === objectId && one['slug'] === slug)?.['id'])
  }
  return {
    store,
    database,
    lines,
    /** Records of an object as their values by slug, in the order of their titles. */
    async values(object: string, ...slugs: string[]) {
      const records = await lines('record')
      const rows = records.map((record) => record['values'] as Record<string, unknown>)
      return rows
        .filter((values) => values[idOf(object, 'name')] !== undefined)
        .map((values) => slugs.map((slug) => values[idOf(object, slug)]))
        .toSorted((a, b) => (String(a[0]) < String(b[0]) ? -1 : 1))
    },
    import: (file: string, options: Partial<CsvInput> = {}) =>
      importCsv(store, {
        file,
        workspace: 'acme',
        object: 'companies',
        map: [],
        key: undefined,
        as: undefined,
        decimal: undefined,
        run: undefined,
        mode: 'write',
        at: Date.now(),
        ...options,
      }),
    svc: (...words: string[]) => svcJson<CsvAnswer>(...words, '--workspace', 'acme', '--database', database),
    async failure(...words: string[]) {
      const all = [...words, '--workspace', 'acme', '--database', database]
      const { exitCode, output } = await runCommandLine(commands, all)
      if (exitCode !== 1) throw new Error(`svc ${words.join(' ')} did not fail: ${output}`)
      return JSON.parse(output).error
    },
  }
}

/** Created, updated, already there, bad. */
export const counts = ({ created, updated, alreadyThere, badLines }: CsvAnswer) => [
  created,
  updated,
  alreadyThere,
  badLines,
]

/** Good lines 2, 3 and 6; bad lines 5, 8 and 9. */
export const spreadsheet = [
  'Company name;Web;Status;Industry;Annual revenue;Founded;Owner;Partner;Favourite colour',
  'Harbour Books;harbour.test;Customer;software;1.250,50;1999-05-01;OWNER@acme.test;yes;blue',
  '"Lund; Söhne";https://lund.test;customer;Health;900,5;;;no;',
  '',
  'Pier 4;pier.test;tepid;;12,3;01.02.2020;nobody@acme.test;;',
  '"Two',
  'lines";;former;;;;;;',
  'Short;line',
  ';;;;;;;;red',
].join('\r\n')
