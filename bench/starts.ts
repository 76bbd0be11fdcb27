// `npm run -s bench -- starts`: how long the service takes to its first answer, and how much memory it has then, as it is
// checked out and as it is built for servers, by turns.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { percentile } from './percentile.ts'
import { built, checkedOut, residentMegabytes, serve } from './running-service.ts'

/** The first start of each compiles what the later ones find compiled. */
const warmUps = 1
const rounds = 7

export const benchStarts = async (): Promise<Record<string, unknown>> => {
  const programs = { checkedOut, built: built() }
  const folder = mkdtempSync(join(tmpdir(), 'svc-bench-'))
  const samples = Object.entries(programs).map(([name, program]) => ({
    name,
    program,
    ms: [] as number[],
    mb: [] as number[],
  }))
  try {
    for (let round = -warmUps; round < rounds; round += 1)
      for (const { program, ms, mb } of samples) {
        const { startMs, pid, stop } = await serve(program, `file:${join(folder, 'starts.db')}`)
        if (round >= 0) {
          ms.push(startMs)
          mb.push(residentMegabytes(pid))
        }
        await stop()
      }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  const middles = samples.map(({ name, ms, mb }) => [
    name,
    { firstAnswerMs: Math.round(percentile(ms, 0.5)), idleMb: percentile(mb, 0.5) },
  ])
  return { bench: 'starts', ...Object.fromEntries(middles) }
}
