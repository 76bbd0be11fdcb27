// The peer: Parse Server on the same PostgreSQL, doing the same work. Installed into a temporary folder by the
// benchmark; it is no dependency of ours.
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../service/store/postgres-testing.ts'
import { connectTo } from './connection.ts'
import { type Figures, measure } from './load.ts'
import { residentMegabytes } from './running-service.ts'

const version = '9.10.0'
const programs = 8
const turnsOfAProgram = 250
const createdAtOnce = 50

const headers = { 'X-Parse-Application-Id': 'bench', 'X-Parse-REST-API-Key': 'bench' }

export type PeerFigures = Record<'list' | 'get' | 'create', Figures> & { loadedMb: number }

const untilItAnswers = async (url: string): Promise<void> => {
  for (let look = 0; look < 600; look += 1) {
    const answer = await fetch(`${url}/health`, { headers }).catch(() => null)
    if (answer?.ok === true) return
    await sleep(100)
  }
  throw new Error('Parse Server did not start.')
}

/** @param databaseUrl of an empty database @param records to put into it first */
export const benchParseServer = async (databaseUrl: string, records: number): Promise<PeerFigures> => {
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
  try {
    await untilItAnswers(url)
    const loader = await connectTo(url)
    for (let from = 0; from < records; from += createdAtOnce) {
      const requests = Array.from({ length: createdAtOnce }, (_, at) => ({
        method: 'POST',
        path: '/parse/classes/Company',
        body: { name: `Company ${from + at} Works`, domain: `company${from + at}.example` },
      }))
      const { status, text } = await loader.ask({
        method: 'POST',
        path: '/parse/batch',
        headers,
        body: JSON.stringify({ requests }),
      })
      if (status !== 200) throw new Error(`Parse Server answered ${status}: ${text.slice(0, 300)}`)
    }
    const newest = '/parse/classes/Company?order=-createdAt&limit=25'
    const { text } = await loader.ask({ method: 'GET', path: newest, headers })
    const ids = (JSON.parse(text) as { results: { objectId: string }[] }).results.map(
      ({ objectId }) => objectId,
    )
    loader.close()
    let count = 0
    const work = (ask: () => { method: string; path: string; body?: string }) =>
      measure(url, { clients: programs, requests: turnsOfAProgram, ask: () => ({ ...ask(), headers }) })
    await work(() => ({ method: 'GET', path: newest }))
    const list = await work(() => ({ method: 'GET', path: newest }))
    const get = await work(() => ({
      method: 'GET',
      path: `/parse/classes/Company/${ids[(count += 1) % ids.length] ?? ''}`,
    }))
    const create = await work(() => ({
      method: 'POST',
      path: '/parse/classes/Company',
      body: JSON.stringify({ name: `Bench ${(count += 1)} Works` }),
    }))
    return { list, get, create, loadedMb: residentMegabytes(child.pid) }
  } finally {
    const exited = once(child, 'exit')
    child.kill('SIGTERM')
    await exited
    rmSync(dir, { recursive: true, force: true })
  }
}
