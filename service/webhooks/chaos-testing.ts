// For tests: senders that are killed while they deliver to a receiver that misbehaves (WHK-04).
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { Webhook } from 'standardwebhooks'
import { createRandom } from '../demo/random.ts'
import { openStore } from '../db/open.ts'
import { answering, startReceiver, type Behaviour } from './receiver-testing.ts'
import { insertWebhook } from './webhooks.store.ts'
import { deliveriesOfWebhook } from './deliveries.store.ts'
import { insertEvent } from './events.store.ts'

const sender = fileURLToPath(new URL('./sender-testing.ts', import.meta.url))
const workspaceId = 'wsp_chaos'
/** A lease of a minute ends after 0.3 s, and the wait of five minutes after 1.5 s. */
const speed = 200

const hang: Behaviour = () => {}
const reset: Behaviour = (_received, response) => response.socket?.resetAndDestroy()
const cutShort: Behaviour = (_received, response) => {
  response.writeHead(200, { 'content-length': '10' })
  response.write('half', () => response.socket?.destroy())
}
const switchProtocols: Behaviour = (_received, response) =>
  void response.socket?.write(
    'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n',
  )
const slow: Behaviour = (_received, response) => {
  response.writeHead(200)
  response.write('.')
  setTimeout(() => response.end('.'), 100)
}
const misbehaviours: readonly [Behaviour, ...Behaviour[]] = [
  hang,
  reset,
  cutShort,
  switchProtocols,
  slow,
  answering(500),
  answering(302),
]

export type ChaosOutcome = {
  stored: string[]
  accepted: string[]
  /** Requests that did not verify, or came with another body than the first of their id. */
  wrong: number
  /** All statuses of the deliveries in the database. */
  statuses: string[]
  requests: number
}

/**
 * Writes events while one sender after another is killed, then lets a last one finish.
 * @param options.seed repeats the receiver's and the killer's choices; not the scheduling of processes
 */
export async function runChaos(options: {
  database: string
  events: number
  kills: number
  seed: string
}): Promise<ChaosOutcome> {
  const { database, events, kills, seed } = options
  const random = createRandom(seed)
  const base = Date.now()
  const store = await openStore(database)
  const receiver = await startReceiver()
  // Not sealed.
  const secret = 'whsec_Y2hhb3M='
  const webhookId = 'whk_chaos'
  const tries = new Map<string, number>()
  receiver.behave((received, response) => {
    const before = tries.get(received.id) ?? 0
    tries.set(received.id, before + 1)
    // Twice at most, so that everything arrives in the time that a test has.
    const misbehaves = before < 2 && random.chance(60)
    const behaviour = misbehaves ? random.pick(misbehaviours) : answering(200)
    behaviour(received, response)
  })
  await store.write((tx) =>
    insertWebhook(tx, workspaceId, {
      id: webhookId,
      url: receiver.url,
      events: ['record.created'],
      description: null,
      secret,
      createdBy: 'usr_chaos',
      createdAt: base,
    }),
  )

  const startSender = async (): Promise<() => Promise<void>> => {
    const child = spawn(process.execPath, [sender, database, String(base), String(speed)], {
      stdio: ['pipe', 'pipe', 'ignore'],
    })
    const ended = once(child, 'exit')
    const first = await Promise.race([once(child.stdout, 'data'), ended.then(() => 'ended' as const)])
    // A database that many ask for at once may turn one away.
    if (first === 'ended') return startSender()
    return async () => {
      child.kill('SIGKILL')
      await ended
    }
  }
  const deliveries = () =>
    store.read((tx) =>
      deliveriesOfWebhook(tx, workspaceId, webhookId, { after: undefined, limit: events + 1 }),
    )

  let written = 0
  const writeUntil = async (count: number) => {
    for (; written < count; written += 1) {
      const actor = { type: 'operator', id: 'chaos' } as const
      const change = { type: 'record.created', actor, data: { id: String(written) }, at: base } as const
      await store.write((tx) => insertEvent(tx, workspaceId, change))
    }
  }

  for (let kill = 1; kill <= kills; kill += 1) {
    const end = await startSender()
    const isOver = sleep(random.whole(50, 400))
    await writeUntil(Math.ceil((events * kill) / kills))
    await isOver
    await end()
  }
  const end = await startSender()
  // A bound for when something is lost: the caller's assertions say what.
  for (let round = 0; round < 3000; round += 1) {
    if ((await deliveries()).every(({ status }) => status === 'delivered')) break
    await sleep(50)
  }
  await end()

  const bodies = new Map<string, string>()
  const verifier = new Webhook(secret)
  const isWrong = ({ id, body, headers }: (typeof receiver.received)[number]) => {
    if ((bodies.get(id) ?? body) !== body) return true
    bodies.set(id, body)
    // The clock of the senders is too fast for a verifier that looks at the time, by design of this test.
    const timestamp = String(headers['webhook-timestamp'])
    const expected = verifier.sign(id, new Date(Number(timestamp) * 1000), body)
    return headers['webhook-signature'] !== expected
  }
  const wrong = receiver.received.filter(isWrong).length
  const stored = await deliveries()
  await receiver.close()
  await store.close()
  return {
    stored: stored.map(({ id }) => id).toSorted(),
    accepted: [...receiver.accepted].toSorted(),
    wrong,
    statuses: [...new Set(stored.map(({ status }) => status))],
    requests: receiver.received.length,
  }
}
