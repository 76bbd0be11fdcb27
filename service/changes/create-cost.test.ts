// A change costs a create one statement a batch, sent beside others: no further round trip to PostgreSQL.
import { Client } from 'pg'
import { expect, test, vi } from 'vitest'
import { ownDatabases } from '../db/postgres/databases-testing.ts'
import { createClient } from '../test/contract/client.ts'
import { startTestService } from '../test/testing.ts'

const database = ownDatabases()

/** A statement, and whether another one was on its way on the same connection before its answer came. */
type Sent = { text: string; isAlone: boolean }

async function sentDuring(work: () => Promise<unknown>): Promise<Sent[]> {
  const sent: Sent[] = []
  const underWay = new Map<Client, Set<Sent>>()
  const query = Reflect.get(Client.prototype, 'query') as (...given: unknown[]) => unknown
  const spy = vi.spyOn(Client.prototype, 'query').mockImplementation(function send(this: Client, ...given) {
    const [statement]: unknown[] = given
    const own = underWay.get(this) ?? new Set()
    underWay.set(this, own)
    const text = typeof statement === 'string' ? statement : String(Reflect.get(Object(statement), 'text'))
    const one = { text, isAlone: own.size === 0 }
    for (const other of own) other.isAlone = false
    own.add(one)
    sent.push(one)
    const isOver = () => own.delete(one)
    const { callback } = Object(statement) as { callback?: (...answer: unknown[]) => void }
    if (callback)
      Object.assign(Object(statement), {
        callback: (...answer: unknown[]) => {
          isOver()
          callback(...answer)
        },
      })
    const answer: unknown = Reflect.apply(query, this, given)
    if (answer instanceof Promise) answer.then(isOver, isOver)
    return answer as never
  })
  await work()
  spy.mockRestore()
  return sent
}

test.each([
  ['a record', '/v1/records', { object: 'things', values: { name: 'One' } }],
  ['a task', '/v1/tasks', { title: 'One' }],
])(
  'FED-01 creating %s sends one statement more a batch, and waits for no answer more',
  async (_, path, body) => {
    const service = await startTestService({ database: await database(), rateLimit: 100_000 })
    const workspace = await service.createWorkspace()
    await service.createObject(workspace, 'things')
    const { token } = await service.createKey(workspace, await service.addMember(workspace))
    const api = createClient(service.baseUrl, token)
    const create = async () => expect((await api.post(path, body)).status).toBe(201)
    await create()
    for (const together of [1, 40]) {
      const sent = await sentDuring(() => Promise.all(Array.from({ length: together }, create)))
      const ofChanges = sent.filter(({ text }) => /^insert into "?change"? /.test(text))
      const batches = sent.filter(({ text }) => /^insert into "?(record|task)"? /.test(text))
      expect(batches.length).toBeGreaterThan(0)
      expect(batches.length).toBeLessThan(together === 1 ? 2 : together / 2)
      expect(ofChanges.length).toBe(batches.length)
      expect(ofChanges.filter(({ isAlone }) => isAlone)).toEqual([])
    }
    await service.close()
  },
)
