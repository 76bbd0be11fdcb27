// The peer: Parse Server on the same PostgreSQL, doing the same work. Installed into a temporary folder by the
// benchmark; it is no dependency of ours.
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { freePort } from '../service/free-port-testing.ts'
import { connectTo } from './connection.ts'
import type { Contender } from './by-turns.ts'
import { settle } from './postgres.ts'
import { residentMegabytes } from './running-service.ts'

const version = '9.10.0'

const headers = { 'X-Parse-Application-Id': 'bench', 'X-Parse-REST-API-Key': 'bench' }

export type RunningPeer = {
  contender: Contender
  residentMb: () => number
  /** Stops it and deletes its files. */
  stop: () => Promise<void>
}

const untilItAnswers = async (url: string): Promise<void> => {
  for (let look = 0; look < 600; look += 1) {
    const answer = await fetch(`${url}/health`, { headers }).catch(() => null)
    if (answer?.ok === true) return
    await sleep(100)
  }
  throw new Error('Parse Server did not start.')
}

/** @param databaseUrl of an empty database @param records to put into it first */
export const runParseServer = async (databaseUrl: string, records: number): Promise<RunningPeer> => {
  const dir = mkdtempSync(join(tmpdir(), 'svc-peer-'))
  writeFileSync(join(dir, 'package.json'), '{"private":true}')
  execFileSync('npm', ['install', '--no-audit', '--no-fund', '--silent', `parse-server@${version}`], {
    cwd: dir,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const port = await freePort()
  const url = `http://127.0.0.1:${port}/parse`
  const options = {
    appId: 'bench',
    masterKey: 'bench-master',
    restAPIKey: 'bench',
    databaseURI: databaseUrl,
    serverURL: url,
    port,
    host: '127.0.0.1',
    mountPath: '/parse',
    allowClientClassCreation: true,
    silent: true,
    logsFolder: 'null',
  }
  writeFileSync(join(dir, 'options.json'), JSON.stringify(options))
  const child = spawn(
    process.execPath,
    [join(dir, 'node_modules/parse-server/bin/parse-server'), 'options.json'],
    {
      cwd: dir,
      stdio: ['ignore', 'ignore', 'inherit'],
    },
  )
  const stop = async (): Promise<void> => {
    const exited = once(child, 'exit')
    child.kill('SIGTERM')
    await exited
    rmSync(dir, { recursive: true, force: true })
  }
  try {
    await untilItAnswers(url)
    const loader = await connectTo(url)
    // The first one makes the class with its table. The rest goes past the server: its batches fail in this version.
    const first = await loader.ask({
      method: 'POST',
      path: '/parse/classes/Company',
      headers,
      body: JSON.stringify({ name: 'Company 0 Works', domain: 'company0.example' }),
    })
    if (first.status !== 201) throw new Error(`Parse Server answered ${first.status}: ${first.text}`)
    const client = new Client({ connectionString: databaseUrl })
    await client.connect()
    await client.query(
      `insert into "Company" ("objectId", "createdAt", "updatedAt", name, domain)
        select substr(md5(each::text), 1, 10), now() - each * interval '1 second', now() - each * interval '1 second',
          'Company ' || each || ' Works', 'company' || each || '.example'
        from generate_series(1, $1::int) as each on conflict do nothing`,
      [records],
    )
    await client.end()
    await settle(databaseUrl)
    const newest = '/parse/classes/Company?order=-createdAt&limit=25'
    const { text } = await loader.ask({ method: 'GET', path: newest, headers })
    const ids = (JSON.parse(text) as { results: { objectId: string }[] }).results.map(
      ({ objectId }) => objectId,
    )
    loader.close()
    let count = 0
    const create = () => ({
      method: 'POST',
      path: '/parse/classes/Company',
      body: JSON.stringify({ name: `Bench ${(count += 1)} Works` }),
    })
    return {
      contender: {
        baseUrl: url,
        newClient: () => headers,
        asks: {
          list: () => ({ method: 'GET', path: newest }),
          get: () => ({
            method: 'GET',
            path: `/parse/classes/Company/${ids[(count += 1) % ids.length] ?? ''}`,
          }),
          create,
          createOfMany: create,
        },
      },
      residentMb: () => residentMegabytes(child.pid),
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}
