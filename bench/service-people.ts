// What people ask of our service in the benchmark, through their launchers, and how long it takes. The rate limit is on, as
// for everyone: the load is spread over as many tokens as it takes.
import { launcherToken } from './launcher-token.ts'
import { type Figures, measure, measurePaced } from './load.ts'
import type { Ask } from './connection.ts'
import { ownerOf, type RunningService } from './running-service.ts'

const requestsPerKey = 250
const typists = 4
/** As often as some hundred people who type at the same time ask. */
const searchesPerSecond = 100
/** The search has a bound of its own, and others share the machine: each round is a second or two of it. */
const searchRounds = 7
/** Each takes ten seconds. */
const pacedRounds = 5

/** What people type, and how often it is asked for in `search`. */
const typed = ['ac', 'no', 'gre', 'sol', 'alpha', 'north', 'acme co', 'green la', 'nrothern', 'solutoins']
const kindsOfQuery = {
  twoLetters: ['no', 'ha', 'be', 'gr'],
  threeLetters: ['sol', 'har', 'net', 'ren'],
  fiveLetters: ['north', 'harbo', 'softw', 'renew'],
  twoWords: ['harbor la', 'north so', 'beacon mot', 'cedar ren'],
  oneTypo: ['hrabor', 'sofware', 'renewel', 'bacon'],
} as const

/** The path of a search for one of the queries. */
export const searchFor = (turn: number, queries: readonly string[] = typed): string =>
  `/v1/launcher/search?q=${encodeURIComponent(queries[turn % queries.length] ?? '')}`

export type PeopleFigures = Record<
  'search' | 'searchPaced' | keyof typeof kindsOfQuery | 'brief',
  Figures
> & {
  searchP99OfRoundsMs: number[]
  searchPacedP99OfRoundsMs: number[]
  idleMb: number
  loadedMb: number
  firstAnswerMs: number
  loadSeconds: number
  loopDelayMs: number
}

export const workOfPeople = async (service: RunningService): Promise<PeopleFigures> => {
  const owner = ownerOf(service)
  const searches = 1 + Object.keys(kindsOfQuery).length
  // Before the load: a sign-in costs as much as many searches, and nobody signs in that often.
  const tokens: string[] = []
  for (let signIn = 0; signIn < typists * (2 * (searches + 1) + searchRounds + pacedRounds); signIn += 1)
    tokens.push(await launcherToken(service.baseUrl, owner))

  const roundOf = (path: (turn: number) => string) => {
    const mine = tokens.splice(0, typists)
    return {
      clients: typists,
      requests: requestsPerKey,
      // Not all at the same place of the list: four people do not type the same letters at the same moment.
      ask: (client: number, turn: number): Ask => ({
        method: 'GET',
        path: path(turn + client * 3),
        headers: { Authorization: `Bearer ${mine[client] ?? ''}` },
      }),
    }
  }
  const oneRound = (path: (turn: number) => string): Promise<Figures> =>
    measure(service.baseUrl, roundOf(path))
  const pacedRound = (path: (turn: number) => string): Promise<Figures> =>
    measurePaced(service.baseUrl, searchesPerSecond, roundOf(path))
  /** Rounds by their p99, the best first. */
  const inRounds = async (count: number, round: () => Promise<Figures>): Promise<Figures[]> => {
    const rounds: Figures[] = []
    for (let turn = 0; turn < count; turn += 1) rounds.push(await round())
    return rounds.toSorted((a, b) => a.p99Ms - b.p99Ms)
  }
  const middle = (rounds: readonly Figures[]): Figures => {
    const figures = rounds[Math.floor(rounds.length / 2)]
    if (figures === undefined) throw new Error('Nothing was measured.')
    return figures
  }
  /** Once to warm up, then to count. */
  const asTypists = async (path: (turn: number) => string): Promise<Figures> => {
    await oneRound(path)
    return oneRound(path)
  }

  await service.loopDelayMs()
  await oneRound(searchFor)
  const rounds = await inRounds(searchRounds, () => oneRound(searchFor))
  const paced = await inRounds(pacedRounds, () => pacedRound(searchFor))
  const twoLetters = await asTypists((turn) => searchFor(turn, kindsOfQuery.twoLetters))
  const threeLetters = await asTypists((turn) => searchFor(turn, kindsOfQuery.threeLetters))
  const fiveLetters = await asTypists((turn) => searchFor(turn, kindsOfQuery.fiveLetters))
  const twoWords = await asTypists((turn) => searchFor(turn, kindsOfQuery.twoWords))
  const oneTypo = await asTypists((turn) => searchFor(turn, kindsOfQuery.oneTypo))
  const loopDelayMs = await service.loopDelayMs()
  const brief = await asTypists(() => '/v1/launcher/brief')
  return {
    search: middle(rounds),
    searchPaced: middle(paced),
    searchP99OfRoundsMs: rounds.map(({ p99Ms }) => p99Ms),
    searchPacedP99OfRoundsMs: paced.map(({ p99Ms }) => p99Ms),
    twoLetters,
    threeLetters,
    fiveLetters,
    twoWords,
    oneTypo,
    brief,
    idleMb: service.idleMb,
    loadedMb: service.residentMb(),
    firstAnswerMs: service.firstAnswerMs,
    loadSeconds: service.loadSeconds,
    loopDelayMs,
  }
}
