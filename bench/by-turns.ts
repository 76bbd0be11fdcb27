// The same work of several services, a round of each in turn, so that a slow moment of the machine falls on all of them.
import type { Ask } from './connection.ts'
import { type Figures, measure } from './load.ts'

/** `requests` of each client in a round. */
type Work = { clients: number; requests: number; rounds: number }

/** What programs ask for. A list costs a peer so much that it is asked for less often. */
const works = {
  list: { clients: 8, requests: 50, rounds: 3 },
  get: { clients: 8, requests: 250, rounds: 7 },
  create: { clients: 8, requests: 250, rounds: 7 },
  createOfMany: { clients: 32, requests: 100, rounds: 7 },
  upsert: { clients: 8, requests: 250, rounds: 3 },
  createTask: { clients: 8, requests: 250, rounds: 3 },
} satisfies Record<string, Work>

export type Kind = keyof typeof works
const kinds = Object.keys(works) as Kind[]

/** So many rounds of each kind do not count: what runs often is compiled anew until it is fast. */
const warmUps = 2

/** So many clients come in all, and none of them twice. */
export const clientsOfAllRounds = kinds
  .map((kind) => works[kind].clients * (works[kind].rounds + warmUps))
  .reduce((sum, clients) => sum + clients, 0)

export type Contender = {
  baseUrl: string
  /** What one request of a kind is; kinds that it has not are not asked of it. */
  asks: Partial<Record<Kind, () => Omit<Ask, 'headers'>>>
  /** The headers of a client that comes for one round. */
  newClient: () => Record<string, string>
}

/** Of the round in the middle, by requests a second. */
const middleOf = (rounds: readonly Figures[]): Figures => {
  const figures = rounds.toSorted((a, b) => a.perSecond - b.perSecond)[Math.floor(rounds.length / 2)]
  if (figures === undefined) throw new Error('Nothing was measured.')
  return figures
}

const round = (
  { baseUrl, newClient }: Contender,
  { clients, requests }: Work,
  ask: () => Omit<Ask, 'headers'>,
) => {
  const headers = Array.from({ length: clients }, newClient)
  return measure(baseUrl, {
    clients,
    requests,
    ask: (client) => ({ ...ask(), headers: headers[client] ?? {} }),
  })
}

/** What each of them does of each kind of work, in the order in which they are given. */
export async function byTurns(contenders: readonly Contender[]): Promise<Partial<Record<Kind, Figures>>[]> {
  const figures = contenders.map((): Partial<Record<Kind, Figures>> => ({}))
  for (const kind of kinds) {
    const rounds = contenders.map((): Figures[] => [])
    for (let turn = -warmUps; turn < works[kind].rounds; turn += 1) {
      const order = [...contenders.entries()]
      // The order alternates, so that neither build profits from being first.
      for (const [place, contender] of turn % 2 === 0 ? order : order.toReversed()) {
        const ask = contender.asks[kind]
        const measured = ask && (await round(contender, works[kind], ask))
        if (measured && turn >= 0) rounds[place]?.push(measured)
      }
    }
    for (const [place, some] of rounds.entries())
      if (some.length > 0) Object.assign(figures[place] ?? {}, { [kind]: middleOf(some) })
  }
  return figures
}
