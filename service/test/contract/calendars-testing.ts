// For contract tests of calendars: a team, and a host of calendars that is fresh for every test.
import { afterEach, beforeEach, expect } from 'vitest'
import type { Calendar } from '../../../shared/api/launcher/calendars.ts'
import type { MeetingResult } from '../../../shared/api/launcher/search.ts'
import { createCalendars } from '../../calendars/calendars.ts'
import { type FeedServer, startFeedServer } from '../../calendars/feed-server-testing.ts'
import { createSeal, type Seal } from '../../sealing/sealing.ts'
import type { ServiceConfig } from '../../serve.ts'
import { createLog } from '../../base/service-log.ts'
import { createClient, type Client } from './client.ts'
import { stageTeam, type Colleague } from './team.ts'
import { calendarsOfPerson } from '../../calendars/calendars.store.ts'

const day = 86_400_000

/** Lines of the log, parsed. */
export const recordingLog = () => {
  const lines: Record<string, unknown>[] = []
  const log = createLog('info', { write: (line) => void lines.push(JSON.parse(line)) })
  return { lines, log }
}

export function stageCalendars(options: Partial<ServiceConfig> = {}) {
  const seal: Seal = createSeal(() => [Buffer.alloc(32, 'of calendars')])
  const team = stageTeam({ calendarNetwork: 'any host', seal, ...options })
  const stage = {} as { feeds: FeedServer }
  const closing: (() => Promise<unknown>)[] = []

  const signedIn = new Map<string, { at: number; client: Client }>()

  /** Signs in anew once the clock was moved: the access token may have expired. */
  const as = async (who: Colleague): Promise<Client> => {
    const place = who === team.stranger ? team.otherWorkspace : team.workspace
    const { at } = team.clock
    const last = signedIn.get(who.personId)
    if (last?.at === at) return last.client
    const client = createClient(team.service.baseUrl, await team.service.signIn(place, who))
    signedIn.set(who.personId, { at, client })
    return client
  }

  beforeEach(async () => {
    // The clock may have been moved on and back.
    signedIn.clear()
    stage.feeds = await startFeedServer()
  })
  afterEach(async () => {
    for (const close of closing.splice(0)) await close()
    for (const who of [team.owner, team.admin, team.ada, team.bob]) {
      const calendars = await team.service.store.read((tx) =>
        calendarsOfPerson(tx, team.workspace.id, who.personId),
      )
      if (calendars.length === 0) continue
      const launcher = await as(who)
      for (const { id } of calendars) await launcher.delete(`/v1/launcher/calendars/${id}`)
    }
    await stage.feeds.close()
  })

  return Object.assign(stage, {
    team,
    as,

    /** Adds a calendar of a person. */
    async add(who: Colleague, body: object): Promise<Calendar> {
      const { status, body: answer } = await (await as(who)).post('/v1/launcher/calendars', body)
      expect([status, answer]).toEqual([201, { data: expect.anything() }])
      return answer.data
    },

    /** Meetings of two weeks around now, as a person sees them. */
    async meetings(who: Colleague): Promise<MeetingResult[]> {
      const [from, to] = [team.clock.at - 7 * day, team.clock.at + 7 * day].map((at) =>
        new Date(at).toISOString(),
      )
      const { status, body } = await (await as(who)).get(`/v1/launcher/meetings?from=${from}&to=${to}`)
      expect(status).toBe(200)
      return body.data
    },

    async calendar(who: Colleague, id: string): Promise<Calendar | undefined> {
      const { body } = await (await as(who)).get('/v1/launcher/calendars')
      return body.data.find((one: Calendar) => one.id === id)
    },

    async read(who: Colleague, id: string): Promise<Calendar> {
      const { status, body } = await (await as(who)).post(`/v1/launcher/calendars/${id}/read`)
      expect(status).toBe(200)
      return body.data
    },

    /** Another process that reads the calendars of the same database. */
    reader(own: Partial<Parameters<typeof createCalendars>[0]> = {}) {
      const { store } = team.service
      const service = createCalendars({
        store,
        now: () => team.clock.at,
        seal,
        log: createLog('silent'),
        network: 'any host',
        // Never by itself.
        pollMilliseconds: 1_000_000,
        ...own,
      })
      closing.push(() => service.close())
      return service
    },
  })
}
