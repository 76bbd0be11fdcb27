// Imports: rows a second beside `svc import csv`, memory, and searches of others meanwhile (IMP-04).
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import type { Import } from '../shared/api/launcher/imports.ts'
import { launcherToken } from './launcher-token.ts'
import { percentile } from './percentile.ts'
import { startDurablePostgres } from './postgres.ts'
import { built, residentMegabytes, serve } from './running-service.ts'

const columns = {
  name: 'text',
  email: 'email',
  phone: 'phone',
  job_title: 'text',
  city: 'text',
  country: 'text',
  site: 'url',
  employees: 'number',
  revenue: 'number',
  since: 'date',
  vip: 'checkbox',
  notes: 'long_text',
} as const

const schema = {
  workspace: { slug: 'acme', name: 'Acme', plan: 'pro' },
  objects: [
    {
      slug: 'people',
      singularName: 'Person',
      pluralName: 'People',
      fields: Object.entries(columns).map(([slug, type]) => ({
        slug,
        name: slug,
        type,
        ...(slug === 'name' && { required: true, primary: true }),
      })),
    },
  ],
}

const first = ['Ada', 'Bo', 'Cyrus', 'Dora', 'Emil', 'Fay', 'Gustav', 'Hana', 'Ivo', 'Jana', 'Kai', 'Lea']
const last = ['Vale', 'Lind', 'Ray', 'Brandt', 'Solano', 'Hart', 'Berg', 'Okafor', 'Novak', 'Silva', 'Meyer']
const of = (words: readonly string[], row: number): string => words[row % words.length] ?? ''

const rowOf = (row: number): string => {
  const [given, family] = [of(first, row), of(last, row * 7)]
  const contact = `${given}.${family}${row}@mail.test,+4930${1_000_000 + row}`
  const work = `${of(['Sales', 'Engineer', 'Buyer'], row)},${of(['Berlin', 'Porto', 'Lyon'], row)},DE`
  const figures = `${(row * 7919) % 5_000},${(row * 13.5) % 100_000},2024-0${1 + (row % 9)}-1${row % 9}`
  return `${given} ${family} ${row},${contact},${work},https://w${row}.test,${figures},${row % 2 ? 'yes' : 'no'},Met at fair ${row % 97}`
}

const svc = (...words: string[]): string =>
  execFileSync(process.execPath, [built(), ...words], { encoding: 'utf8', maxBuffer: 2 ** 26 })

function workspaceIn(database: string, dir: string): { email: string; password: string } {
  const owner = ['--owner-email', 'owner@acme.test', '--owner-name', 'Olivia']
  const made = svc('workspace', 'create', '--slug', 'acme', '--plan', 'pro', ...owner, '--database', database)
  const file = join(dir, 'schema.json')
  writeFileSync(file, JSON.stringify(schema))
  svc('workspace', 'import', file, '--database', database)
  return (JSON.parse(made) as { owner: { email: string; password: string } }).owner
}

/** Each sign-in may make 300 requests a minute. */
const signIns = 4
const pauseMilliseconds = 60

const rate = (rows: number, since: number): number => Math.round((rows * 1000) / (performance.now() - since))

/** The other importer, by itself. */
function importedCsv(database: string, dir: string, file: string, rows: number): number {
  workspaceIn(database, dir)
  const since = performance.now()
  svc('import', 'csv', file, '--workspace', 'acme', '--object', 'people', '--database', database)
  return rate(rows, since)
}

/** An import in a service that people search in meanwhile. */
async function importedInService(database: string, dir: string, file: string, rows: number) {
  const owner = workspaceIn(database, dir)
  const service = await serve(built(), database)
  const tokens: string[] = []
  for (let made = 0; made < signIns; made += 1) tokens.push(await launcherToken(service.baseUrl ?? '', owner))
  const headersOf = (turn: number) => ({ authorization: `Bearer ${of(tokens, turn)}` })
  const path = `${service.baseUrl}/v1/launcher/imports`
  const ask = async (
    url: string,
    init: { method?: string; body?: Buffer<ArrayBuffer> } = {},
  ): Promise<Import> => {
    const type = init.body && { 'content-type': 'application/octet-stream' }
    const response = await fetch(url, { ...init, headers: { ...headersOf(0), ...type } })
    if (!response.ok) throw new Error(await response.text())
    return ((await response.json()) as { data: Import }).data
  }
  try {
    const idleMb = residentMegabytes(service.pid)
    const looking = performance.now()
    const brought = { method: 'POST', body: readFileSync(file) }
    const { id } = await ask(`${path}?name=people.csv`, brought)
    const lookSeconds = Math.round((performance.now() - looking) / 100) / 10
    let most = residentMegabytes(service.pid)
    const since = performance.now()
    let one = await ask(`${path}/${id}/start`, { method: 'POST' })
    const searches: number[] = []
    for (let turn = 0; one.state === 'running'; turn += 1) {
      const begun = performance.now()
      const search = `${service.baseUrl}/v1/launcher/search?q=${of(first, turn)}`
      const found = await fetch(search, { headers: headersOf(turn) })
      if (!found.ok) throw new Error(await found.text())
      await found.text()
      searches.push(performance.now() - begun)
      most = Math.max(most, residentMegabytes(service.pid))
      // Below the limit of requests of one sign-in.
      await sleep(pauseMilliseconds)
      if (turn % 10 === 0) one = await ask(`${path}/${id}`)
    }
    const rowsPerSecond = rate(rows, since)
    if (one.state !== 'done' || one.result?.created !== rows) throw new Error(JSON.stringify(one))
    return {
      rowsPerSecond,
      lookSeconds,
      memoryMb: most - idleMb,
      searches: { p50: percentile(searches, 0.5), p99: percentile(searches, 0.99) },
    }
  } finally {
    await service.stop()
  }
}

export const benchImport = async (args: string[]): Promise<Record<string, unknown>> => {
  const { values } = parseArgs({
    args,
    options: {
      rows: { type: 'string', default: '100000' },
      engine: { type: 'string', default: 'both' },
    },
  })
  const rows = Number(values.rows)
  const dir = mkdtempSync(join(tmpdir(), 'svc-import-'))
  const file = join(dir, 'people.csv')
  const lines = Array.from({ length: rows }, (_, row) => rowOf(row))
  writeFileSync(file, `${[Object.keys(columns).join(','), ...lines].join('\n')}\n`)
  const figures: Record<string, unknown> = { bench: 'import', rows, columns: Object.keys(columns).length }
  const on = async (database: (name: string) => string) => {
    // First, because a PostgreSQL server goes on with what others have brought in for minutes.
    const service = await importedInService(database('service'), dir, file, rows)
    const csv = importedCsv(database('csv'), dir, file, rows)
    const alone = importedAlone(database('alone'), dir, file, rows)
    const ratio = (by: number) => Math.round((100 * by) / csv) / 100
    return { csv, alone, aloneRatio: ratio(alone), ...service, ratio: ratio(service.rowsPerSecond) }
  }
  try {
    if (values.engine !== 'postgres')
      figures['sqlite'] = await on((name) => `file:${join(dir, `${name}.sqlite`)}`)
    if (values.engine !== 'sqlite') {
      const server = await startDurablePostgres('csv', 'service', 'alone')
      try {
        figures['postgres'] = await on(server.url)
      } finally {
        await server.stop()
      }
    }
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
  return figures
}

/** `svc import`, by itself. */
function importedAlone(database: string, dir: string, file: string, rows: number): number {
  workspaceIn(database, dir)
  const since = performance.now()
  svc('import', file, '--workspace', 'acme', '--object', 'people', '--yes', '--database', database)
  return rate(rows, since)
}
