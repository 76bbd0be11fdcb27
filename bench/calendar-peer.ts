// Times our calendar reader and node-ical on the same file. The benchmark installs node-ical into a temporary folder.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readCalendar } from '../service/calendars/reading/read-calendar.ts'

const version = '0.27.2'
const rounds = 5

type PeerEvent = { type: string; start: Date; end: Date; rrule?: unknown }
type Peer = {
  sync: { parseICS: (text: string) => Record<string, PeerEvent> }
  expandRecurringEvent: (event: PeerEvent, window: { from: Date; to: Date }) => unknown[]
}

const instancesByPeer = (peer: Peer, bytes: Buffer, { from, to }: { from: number; to: number }): number => {
  const window = { from: new Date(from), to: new Date(to) }
  let count = 0
  for (const event of Object.values(peer.sync.parseICS(bytes.toString()))) {
    if (event.type !== 'VEVENT') continue
    if (event.rrule !== undefined) count += peer.expandRecurringEvent(event, window).length
    else if (event.start < window.to && event.end > window.from) count += 1
  }
  return count
}

/** Milliseconds of the processor, so that other work of the machine does not count. */
const spent = (run: () => unknown): number => {
  const before = process.threadCpuUsage()
  run()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1000
}

const middle = (samples: readonly number[]): number =>
  Math.round(samples.toSorted((a, b) => a - b)[Math.floor(samples.length / 2)] ?? Number.NaN)

/** From bytes to instances, by turns. */
export function readingBesidePeer(bytes: Buffer, window: { from: number; to: number }) {
  const dir = mkdtempSync(join(tmpdir(), 'svc-peer-'))
  try {
    writeFileSync(join(dir, 'package.json'), '{"private":true}')
    execFileSync('npm', ['install', '--no-audit', '--no-fund', '--silent', `node-ical@${version}`], {
      cwd: dir,
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    const peer = createRequire(join(dir, 'package.json'))('node-ical') as Peer
    const ours: number[] = []
    const theirs: number[] = []
    // The first round warms up.
    for (let round = 0; round <= rounds; round += 1) {
      const [one, other] = [
        spent(() => readCalendar(bytes, { ...window, zone: 'UTC' })),
        spent(() => instancesByPeer(peer, bytes, window)),
      ]
      if (round > 0) ours.push(one)
      if (round > 0) theirs.push(other)
    }
    const [oursMs, peerMs] = [middle(ours), middle(theirs)]
    return { oursMs, peerMs, ratio: Math.round((100 * oursMs) / peerMs) / 100 }
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
}
