// A log that was cut short, as a power cut may leave it: whatever is left opens to a beginning of what was committed.
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { createClient } from '../contract/client.ts'
import { openStore } from '../../db/open.ts'
import { prepare } from './writers.ts'
import { startTestService } from '../testing.ts'

/** The log's header, and a page with the header of its frame (sqlite.org/fileformat2.html#the_write_ahead_log). */
const headerSize = 32
const frameSize = 24 + 4096

type Cut = { at: number; kept: number }

type Options = {
  commits: number
  /** Cuts at each so many page boundaries. */
  every: number
  /** How much of the page beyond a boundary is kept, 0 to 1; noise follows every other time. */
  torn: (cut: number) => number
}
/** Faults, in sentences, and how many commits each cut kept. */
type Outcome = { faults: string[]; cuts: Cut[] }

/** Commits one record after the other, and cuts copies of the log. */
export async function cutLogs(options: Options): Promise<Outcome> {
  const directory = mkdtempSync(join(tmpdir(), 'svc-wal-'))
  const path = join(directory, 'svc.db')
  const database = `file:${path}`
  try {
    const [token] = await prepare(database, 1)
    const service = await startTestService({ database, rateLimit: 1_000_000 })
    const api = createClient(service.baseUrl, token)
    for (let number = 1; number <= options.commits; number += 1)
      await api.post('/v1/records', { object: 'things', values: { name: String(number) } })
    const [base, log] = [join(directory, 'base.db'), join(directory, 'base.wal')]
    copyFileSync(path, base)
    copyFileSync(`${path}-wal`, log)
    await service.close()
    return await openAll(directory, base, readFileSync(log), options)
  } finally {
    rmSync(directory, { recursive: true })
  }
}

async function openAll(
  directory: string,
  base: string,
  log: Buffer,
  { commits, every, torn }: Options,
): Promise<Outcome> {
  const faults: string[] = []
  const cuts: Cut[] = []
  const frames = Math.floor((log.length - headerSize) / frameSize)
  const target = join(directory, 'cut.db')
  for (let frame = 0; frame <= frames; frame += frame === frames ? 1 : Math.min(every, frames - frame)) {
    const boundary = headerSize + frame * frameSize
    const extra = Math.min(Math.floor(torn(frame) * frameSize), log.length - boundary)
    const inside = log.subarray(0, boundary + extra)
    const spoiled = frame % 2 === 0 ? inside : Buffer.concat([inside, Buffer.alloc(frameSize, frame)])
    for (const left of [log.subarray(0, boundary), spoiled]) {
      copyFileSync(base, target)
      writeFileSync(`${target}-wal`, left)
      rmSync(`${target}-shm`, { force: true })
      const { kept, fault } = await look(target)
      if (fault !== undefined) faults.push(`cut at ${left.length}: ${fault}`)
      cuts.push({ at: boundary, kept })
    }
  }
  if (cuts[0]?.kept !== 0) faults.push('the log was folded into the file meanwhile: make fewer commits')
  const whole = cuts.at(-1)?.kept
  if (whole !== commits) faults.push(`the whole log keeps ${String(whole)} of ${commits}`)
  for (const [index, { kept, at }] of cuts.entries())
    if (kept < (cuts[index - 1]?.kept ?? 0)) faults.push(`cut at ${at}: keeps less than a shorter log`)
  return { faults, cuts }
}

/** Opens a copy as the service does, and looks at it without the service. */
async function look(path: string): Promise<{ kept: number; fault?: string }> {
  try {
    await (await openStore(`file:${path}`)).close()
  } catch (error) {
    return { kept: 0, fault: String(error) }
  }
  const file = new DatabaseSync(path, { readOnly: true })
  const count = (statement: string) => Number(file.prepare(statement).get()?.['n'])
  const titles = file.prepare('select title from record order by cast(title as integer)').all()
  const kept = titles.length
  const integrity = file.prepare('pragma integrity_check').get()?.['integrity_check']
  const isPrefix = titles.every(({ title }, index) => title === String(index + 1))
  const found = count("select count(*) as n from search_title where kind = 'record'")
  const told = count('select count(*) as n from webhook_event')
  file.close()
  const whole = isPrefix && found === kept && told === kept
  if (integrity === 'ok' && whole) return { kept }
  return { kept, fault: `${String(integrity)}; ${kept} records, ${found} findable, ${told} events` }
}
