// `npm run -s bench -- capture [--beside DIR]`: how long it takes to read a captured line, and how many times as long as in the
// checkout in DIR. Rounds alternate, each in a process of its own, so that a slow moment of the machine falls on both.
import { execFileSync } from 'node:child_process'
import { join, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import type * as parsing from '../shared/capture/parse.ts'
import type * as reading from '../shared/dates/reader/read-dates.ts'
import type * as habits from '../shared/dates/format.ts'
import { percentile } from './percentile.ts'

const rounds = 9
const goalRatio = 1.1
const goalMs = 2
/** Each line is read so often in a round; half as often before, until the code is compiled. */
const repetitions = 400

const filler =
  'Review the quarterly report with the sales team, collect what is missing and send the summary to accounting. '
const longest = 500
/** A line of the given length. It ends with a date, as most captured lines do. */
const longLine = (length: number, date: string): string =>
  `${filler.repeat(Math.ceil(length / filler.length)).slice(0, length - date.length - 1)} ${date}`

const lines = [
  'Buy milk',
  'Call Acme about the renewal tomorrow 5pm @grace #acme !high ~30m',
  'Pick up the parcel from the post office on Friday',
  'Dentist dec 24 9:30',
  'Rechnung an Meier bis Freitag 17 Uhr',
  'Mit Jonas telefonieren übermorgen um 14:30',
  'Send invoice 4711 to Baker by end of month, and ask May about the budget',
  'Order 3 chairs for room 12',
  'Submit the tax return 31.05.',
  longLine(120, 'next week on tuesday'),
  longLine(250, 'am 24. Dezember um 17 Uhr'),
  longLine(400, 'in 3 business days'),
  longLine(longest, 'tomorrow 5pm'),
]

interface Measured {
  /** Milliseconds for all lines, each once. */
  allMs: number
  /** Milliseconds for the line of 500 letters. */
  longestMs: number
}

/** Measures the reader of a checkout in this process. */
async function measure(checkout: string): Promise<Measured> {
  const load = (path: string): Promise<unknown> => import(pathToFileURL(join(checkout, 'shared', path)).href)
  const { parseCapture } = (await load('capture/parse.ts')) as typeof parsing
  const { readerIn } = (await load('dates/reader/read-dates.ts')) as typeof reading
  const { dateHabitsOf } = (await load('dates/format.ts')) as typeof habits
  const read = readerIn(dateHabitsOf('en-GB'))
  const now = new Date(2026, 10, 18, 10)
  const timed = (some: readonly string[], times: number): number => {
    const start = performance.now()
    for (let time = 0; time < times; time += 1) for (const line of some) parseCapture(line, now, read)
    return (performance.now() - start) / times
  }
  timed(lines, repetitions / 2)
  return { allMs: timed(lines, repetitions), longestMs: timed(lines.slice(-1), repetitions) }
}

const here = fileURLToPath(import.meta.url)
const root = fileURLToPath(new URL('../', import.meta.url))
const measured = (checkout: string): Measured =>
  JSON.parse(execFileSync(process.execPath, [here, checkout], { encoding: 'utf8' })) as Measured

export const benchCapture = (args: string[]): Record<string, unknown> => {
  const { values } = parseArgs({ args, options: { beside: { type: 'string' } } })
  const other = values.beside === undefined ? null : resolve(values.beside)
  const own: Measured[] = []
  const ratios: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    // The order alternates, so that neither build profits from being first.
    const before = other !== null && round % 2 === 1 ? measured(other) : null
    const ours = measured(root)
    const theirs = before ?? (other === null ? null : measured(other))
    own.push(ours)
    if (theirs !== null) ratios.push(ours.allMs / theirs.allMs)
  }
  const lineOf500Ms = percentile(
    own.map(({ longestMs }) => longestMs),
    0.5,
  )
  const ratio = percentile(ratios, 0.5)
  return {
    bench: 'capture',
    lines: lines.length,
    rounds,
    lineOf500Ms,
    isFast: lineOf500Ms <= goalMs,
    ...(other === null ? {} : { ratio, isAsFast: ratio <= goalRatio }),
  }
}

if (import.meta.main) console.log(JSON.stringify(await measure(process.argv[2] ?? root)))
