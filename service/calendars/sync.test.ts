import { afterEach, describe, expect, test } from 'vitest'
import { openStore } from '../db/open.ts'
import type { Store } from '../db/store.ts'
import { createWorkspaceIn } from '../operator/workspaces.ts'
import { personIn } from '../operator/members.ts'
import { event, feed } from './reading/feed-testing.ts'
import { readCopies, type ReadCopies } from './reading/copies.ts'
import { storeCopies } from './sync.ts'
import { insertCalendar } from './calendars.store.ts'
import { lastReadDigests, digestsOfCopies } from './copies.store.ts'

const at = Date.UTC(2027, 0, 10)
const window = { from: Date.UTC(2027, 0, 1), to: Date.UTC(2028, 0, 1) }
const uids = (count: number) => Array.from({ length: count }, (_, place) => `UID:${place}@feeds.example`)
const meetings = uids(64)

let store: Store | undefined
afterEach(() => store?.close())

/** A calendar without meetings. */
async function calendarOf() {
  const opened = await openStore('memory:')
  store = opened
  const workspaceId = await opened.write(async (tx) => {
    const { id } = await createWorkspaceIn(tx, {
      slug: 'acme',
      name: 'Acme',
      plan: 'pro',
      memberLimit: null,
      at,
    })
    const owner = await personIn(tx, { email: 'ann@acme.test', name: 'Ann', passwordHash: '', at })
    await insertCalendar(tx, {
      workspaceId: id,
      id: 'cal_one',
      ownerId: owner.id,
      name: 'One',
      isNamed: true,
      color: null,
      kind: 'file',
      host: null,
      address: null,
      visibility: 'busy',
      zone: 'UTC',
      nextReadAt: null,
      createdAt: at,
    })
    return id
  })
  const calendar = { workspaceId, id: 'cal_one' }
  const lastRead = () => opened.read((tx) => lastReadDigests(tx, workspaceId, calendar.id))
  /** @param title of one of them */
  const read = async (some: readonly string[], title: string) => {
    const events = some.flatMap((uid, place) =>
      event(uid, `SUMMARY:${place === 7 ? title : 'Meeting'}`, 'DTSTART:20270601T080000Z'),
    )
    const known = await lastRead()
    const answer = readCopies({
      bytes: feed(...events),
      window,
      zone: 'UTC',
      addresses: [],
      known,
    })
    if (answer.kind !== 'read') throw new Error(answer.kind)
    return answer
  }
  return {
    lastRead,
    read,
    store: (answer: Extract<ReadCopies, { kind: 'read' }>, now = () => at) =>
      storeCopies(opened, { ...calendar, address: null }, answer, { from: window.from, now }),
    ids: () => opened.read((tx) => digestsOfCopies(tx, workspaceId, calendar.id)),
  }
}

describe('a calendar that is read again', () => {
  test('CAL-03 where one event changed, only the meetings near it are compared, and only it is written', async () => {
    const calendar = await calendarOf()
    expect(await calendar.store(await calendar.read(meetings, 'Before'))).toMatchObject({ added: 64 })
    const again = await calendar.read(meetings, 'After')
    expect(again.parts).toHaveLength(1)
    expect(again.copies.length).toBeLessThan(20)
    expect(again.meetingCount).toBe(64)
    expect(await calendar.store(again)).toEqual({ added: 0, changed: 1, removed: 0 })
  })

  test('CAL-03 a removed event is removed, and nothing else', async () => {
    const calendar = await calendarOf()
    await calendar.store(await calendar.read(meetings, 'Title'))
    const synced = await calendar.store(await calendar.read(meetings.slice(0, -1), 'Title'))
    expect(synced).toEqual({ added: 0, changed: 0, removed: 1 })
    expect((await calendar.ids()).size).toBe(63)
  })

  test('CAL-03 what did not change leaves the thread without a meeting', async () => {
    const calendar = await calendarOf()
    await calendar.store(await calendar.read(meetings, 'Title'))
    expect(await calendar.read(meetings, 'Title')).toMatchObject({ copies: [], parts: [], meetingCount: 64 })
  })

  test('CAL-03 after a reading that was not stored to its end, everything is compared', async () => {
    const calendar = await calendarOf()
    const many = uids(1200)
    await calendar.store(await calendar.read(many, 'Title'))
    let asked = 0
    const failing = () => {
      asked += 1
      if (asked > 1) throw new Error('The process ended.')
      return at
    }
    await expect(calendar.store(await calendar.read([], 'Title'), failing)).rejects.toThrow()
    expect((await calendar.ids()).size).toBeGreaterThan(0)
    // The calendar is again as it was: only the rows tell what is missing.
    await calendar.store(await calendar.read(many, 'Title'))
    expect((await calendar.ids()).size).toBe(1200)
  })
})
