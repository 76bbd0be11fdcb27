// Services on a cluster of Citus while its workers come and go.
import { afterAll, describe, expect, test } from 'vitest'
import { svcServe } from '../../cli/svc-testing.ts'
import { openStore } from '../../db/open.ts'
import { createClient } from '../contract/client.ts'
import { raceUpserts } from '../proof/upsert-race.ts'
import { missingIn, nothingTold, prepare, rowsOf, writeTogether, type Told } from '../proof/writers.ts'
import {
  ask,
  clusterUrl,
  createDistributedDatabase,
  dropClusterDatabase,
  killNode,
  nodesOf,
  type Node,
} from './cluster-testing.ts'

const patiently = { timeout: 60_000 }
const summary = ({ done, refused }: Told) => `${done} writes acknowledged, ${refused} refused`

type Team = { id: string; tokens: string[]; node: Node }

describe.skipIf(clusterUrl === undefined)('on Citus', () => {
  const databases: string[] = []
  const distributed = async () => {
    const url = await createDistributedDatabase()
    databases.push(url)
    return url
  }
  afterAll(async () => {
    for (const url of databases) await dropClusterDatabase(url)
  })

  const nodeOf = async (database: string, workspaceId: string): Promise<Node> => {
    const [row] = await ask<{ node: number }>(
      database,
      `select nodeid as node from pg_dist_node join pg_dist_placement using (groupid)
        where shardid = get_shard_id_for_distribution_column('workspace_lock', '${workspaceId}')`,
    )
    const node = (await nodesOf(database)).find(({ id }) => id === row?.node)
    if (!node) throw new Error('A workspace is on a node.')
    return node
  }

  /** A workspace on each of two workers. */
  async function twoTeams(database: string): Promise<[Team, Team]> {
    const teams: Team[] = []
    for (let made = 1; teams.length < 2; made += 1) {
      const tokens = await prepare(database, 3, `team-${made}`)
      const [row] = await rowsOf(database, `select id from workspace where slug = 'team-${made}'`)
      const id = String(row?.['id'])
      const node = await nodeOf(database, id)
      if (teams.every((team) => team.node.id !== node.id)) teams.push({ id, tokens, node })
    }
    return teams as [Team, Team]
  }

  /** Lets clients write at two services for as long as `run` takes. @returns what they were told */
  async function whileWriting<T extends Record<string, Team>>(
    database: string,
    teams: T,
    run: (told: Record<keyof T, Told>) => Promise<void>,
  ): Promise<Record<keyof T, Told>> {
    const both = [await svcServe(database), await svcServe(database)]
    const told = Object.fromEntries(Object.keys(teams).map((name) => [name, nothingTold()])) as Record<
      keyof T,
      Told
    >
    let isOver = false
    const writing = both.flatMap(({ baseUrl }) =>
      Object.entries(teams).map(([name, { tokens }]) =>
        writeTogether(baseUrl, tokens, told[name as keyof T], () => isOver),
      ),
    )
    try {
      await run(told)
    } finally {
      isOver = true
      await Promise.all(writing)
      for (const each of both) await each.end('SIGTERM')
    }
    return told
  }

  const unfinished = async (database: string): Promise<unknown[]> => {
    const [coordinator, ...workers] = await nodesOf(database)
    if (coordinator) await ask(database, 'select recover_prepared_transactions()')
    const name = new URL(database).pathname.slice(1)
    const rows = workers.map((worker) =>
      ask(worker.url('postgres'), `select gid from pg_prepared_xacts where database = '${name}'`),
    )
    return (await Promise.all(rows)).flat()
  }

  test('SCL-01 REC-05 REC-11 twelve writers of one new id over two processes make one record, thirty times', async () => {
    const races = await raceUpserts(await distributed(), 30, 12)
    const one = { statuses: { 200: 11, 201: 1 }, records: 1, versions: [12], created: 1, whole: true }
    expect(races.filter((race) => JSON.stringify(race) !== JSON.stringify(one))).toEqual([])
  }, 300_000)

  test('SCL-04 a worker that is killed stops the writes of its workspaces alone, and loses none', async () => {
    const database = await distributed()
    const [away, there] = await twoTeams(database)
    const told = await whileWriting(database, { away, there }, async (until) => {
      await expect.poll(() => Math.min(until.away.done, until.there.done), patiently).toBeGreaterThan(30)
      await killNode(away.node, 5)
      await expect.poll(() => until.away.refused, patiently).toBeGreaterThan(0)
      const during = until.there.done
      await expect.poll(() => until.there.done, patiently).toBeGreaterThan(during + 10)
      const before = until.away.done
      await expect.poll(() => until.away.done, patiently).toBeGreaterThan(before + 20)
    })
    process.stderr.write(`A worker was killed: ${summary(told.away)}; elsewhere ${summary(told.there)}.\n`)
    expect(told.there.refused).toBe(0)
    // Refused writers ask again at once, more often than a key may.
    expect([...told.away.odd, ...told.there.odd].filter((odd) => !odd.startsWith('429'))).toEqual([])
    await expect.poll(() => unfinished(database), patiently).toEqual([])
    const all = {
      ...told.away,
      records: new Map([...told.away.records, ...told.there.records]),
      tasks: new Map([...told.away.tasks, ...told.there.tasks]),
      comments: new Set([...told.away.comments, ...told.there.comments]),
    }
    expect(await missingIn(database, all)).toEqual([])
  }, 300_000)

  test.each(['block_writes', 'force_logical'])(
    'SCL-04 a shard that is moved by %s under load loses no write and refuses none',
    async (mode) => {
      const database = await distributed()
      const [team, other] = await twoTeams(database)
      const { team: told } = await whileWriting(database, { team }, async (until) => {
        await expect.poll(() => until.team.done, patiently).toBeGreaterThan(20)
        const [from, to] = [new URL(team.node.url('x')), new URL(other.node.url('x'))]
        await ask(
          database,
          'set lock_timeout = 0',
          `select citus_move_shard_placement(get_shard_id_for_distribution_column('workspace_lock', '${team.id}'),
            '${from.hostname}', ${from.port}, '${to.hostname}', ${to.port}, '${mode}')`,
        )
        const before = until.team.done
        await expect.poll(() => until.team.done, patiently).toBeGreaterThan(before + 20)
      })
      process.stderr.write(`A shard was moved by ${mode}: ${summary(told)}.\n`)
      expect((await nodeOf(database, team.id)).id).toBe(other.node.id)
      expect(told).toMatchObject({ odd: [], refused: 0 })
      expect(await missingIn(database, told)).toEqual([])
    },
    300_000,
  )

  test('SCL-02 a write waits for the lock on the worker no longer than for one on the coordinator', async () => {
    const database = await distributed()
    const [token] = await prepare(database, 1)
    const [workspace] = await rowsOf(database, 'select id from workspace')
    const store = await openStore(database)
    const { promise: held, resolve: hold } = Promise.withResolvers<void>()
    const { promise: over, resolve: release } = Promise.withResolvers<void>()
    const writing = store.write(async () => {
      hold()
      await over
    }, String(workspace?.['id']))
    await held
    const serving = await svcServe(database)
    const api = createClient(serving.baseUrl, token)
    const body = { object: 'things', values: { name: 'late' } }
    expect((await api.post('/v1/records', body)).status).toBe(503)
    release()
    await writing
    expect((await api.post('/v1/records', body)).status).toBe(201)
    await serving.end('SIGTERM')
    await store.close()
  }, 120_000)
})
