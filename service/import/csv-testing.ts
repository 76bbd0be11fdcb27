// For tests: CSV files in a folder of their own, and a workspace to import them into.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { commands } from '../cli/commands.ts'
import { runCommandLine } from '../cli/run.ts'
import { personIn } from '../operator/members.ts'
import { workspaceOf } from '../operator/workspaces.ts'
import { openStore } from '../db/open.ts'
import { exportWorkspace } from './export-workspace.ts'
import { importCsv, type CsvAnswer, type CsvInput } from './import-csv.ts'
import { importSchema } from './import-schema.ts'
import { readSchemaFile } from './schema-file.ts'
import { putMembership } from '../access/members.store.ts'

const name = { slug: 'name', name: 'Name', type: 'text', required: true, primary: true }
const choices = ['Prospect', 'Customer', 'Former'].map((one) => ({
  id: one.toLowerCase(),
  name: one,
  color: '#22a06b',
}))
const schema = {
  workspace: { slug: 'acme' },
  objects: [
    {
      slug: 'companies',
      singularName: 'Company',
      pluralName: 'Companies',
      fields: [
        name,
        { slug: 'domain', name: 'Domain', type: 'url' },
        { slug: 'status', name: 'Status', type: 'status', options: { choices } },
        { slug: 'revenue', name: 'Revenue', type: 'currency', options: { currencyCode: 'EUR' } },
        { slug: 'founded', name: 'Founded', type: 'date' },
        { slug: 'owner', name: 'Owner', type: 'user_reference' },
        { slug: 'phone', name: 'Desk', type: 'phone' },
        { slug: 'phone', name: 'Mobile', type: 'phone' },
        { slug: 'record_id', name: 'Record ID', type: 'text', readOnly: true },
      ],
    },
    {
      slug: 'people',
      singularName: 'Person',
      pluralName: 'People',
      fields: [
        name,
        { slug: 'company', name: 'Company', type: 'record_reference', options: { objects: ['companies'] } },
      ],
    },
  ],
}

export function createCsvFolder() {
  const directory = mkdtempSync(join(tmpdir(), 'svc-csv-'))
  let counter = 0
  const path = (file: string) => join(directory, file)
  const fresh = (ending: string) => path(`${(counter += 1)}${ending}`)
  return {
    path,
    remove: () => rmSync(directory, { recursive: true }),
    /** An unused path. */
    fresh,
    /** A file with an unused name unless one is given, because the ids of rows depend on it. */
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
  const read = readSchemaFile(JSON.stringify(schema))
  if (!read.ok) throw new Error(JSON.stringify(read.faults))
  await importSchema(store, { slug: 'acme', schema: read.schema, mode: 'write', at })
  await store.write(async (tx) => {
    const { id } = await workspaceOf(tx, 'acme')
    for (const [email, who, role] of [
      ['owner@acme.test', 'Olivia Hart', 'owner'],
      ['mira@acme.test', 'Mira Solano', 'member'],
      ['noah@acme.test', 'Noah Berg', 'member'],
    ] as const)
      await putMembership(
        tx,
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
  return {
    store,
    lines,
    /** Records as their values by slug, in the order of their titles. */
    async records(): Promise<Record<string, unknown>[]> {
      const slugs = new Map((await lines('field')).map(({ id, slug }) => [String(id), String(slug)]))
      return (await lines('record'))
        .toSorted((a, b) => (String(a['title']) < String(b['title']) ? -1 : 1))
        .map(({ values }) =>
          Object.fromEntries(Object.entries(values ?? {}).map(([id, value]) => [slugs.get(id), value])),
        )
    },
    import: (file: string, options: Partial<CsvInput> = {}) =>
      importCsv(store, {
        file,
        workspace: 'acme',
        object: 'companies',
        map: [],
        delimiter: undefined,
        decimal: '.',
        as: undefined,
        mode: 'write',
        now: Date.now,
        ...options,
      }),
    /** With exit code 0, or 2 where rows were bad. */
    async svc(...words: string[]): Promise<CsvAnswer> {
      const all = [...words, '--workspace', 'acme', '--database', database]
      const { exitCode, output } = await runCommandLine(commands, all)
      const answer = JSON.parse(output)
      if (exitCode !== (answer.badLines > 0 ? 2 : 0))
        throw new Error(`svc ${words.join(' ')} ended with ${exitCode}: ${output}`)
      return answer
    },
    async failure(...words: string[]) {
      const all = [...words, '--workspace', 'acme', '--database', database]
      const { exitCode, output } = await runCommandLine(commands, all)
      if (exitCode !== 1) throw new Error(`svc ${words.join(' ')} did not fail: ${output}`)
      return JSON.parse(output).error
    },
  }
}

/** Created, already there, bad. */
export const counts = ({ created, alreadyThere, badLines }: CsvAnswer) => [created, alreadyThere, badLines]
