import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fieldKind } from '../../shared/api/objects.ts'
import { titleOf, readValues } from '../records/record-values.rules.ts'
import { openStore } from '../db/open.ts'
import type { ListedRecord, StoredRecord } from '../records/record.ts'
import type { Store } from '../db/store.ts'
import { usualSize } from './fill.ts'
import { loadDemo, type DemoAnswer } from './load.ts'
import { createRandom } from './random.ts'
import { recordsByCreation, recordsAmong } from '../records/records.store.ts'
import { objectsOfWorkspace, fieldsOfWorkspace } from '../objects/objects.store.ts'
import { openAssignedTasks } from '../tasks/task-lists.store.ts'
import { upcomingMeetings } from '../meetings/meetings.store.ts'
import { listComments } from '../comments/comments.store.ts'
import { listNotifications } from '../notifications/notifications.store.ts'

const now = Date.UTC(2026, 4, 6, 9)
let store: Store
let answer: DemoAnswer
let acme = ''

const listOf = (workspaceId: string, of = store): Promise<ListedRecord[]> =>
  of.read((tx) => recordsByCreation(tx, workspaceId, { archived: 'included', limit: 10_000 }))
const recordsOf = async (workspaceId: string): Promise<StoredRecord[]> => {
  const ids = (await listOf(workspaceId)).map(({ id }) => id)
  return store.read((tx) => recordsAmong(tx, workspaceId, ids))
}

beforeAll(async () => {
  store = await openStore('memory:')
  answer = await loadDemo(store, usualSize, now)
  acme = answer.workspaces[0]?.id ?? ''
})
afterAll(() => store.close())

describe('the demo', () => {
  test('CLI-03 acme has at least 150 records and 80 tasks, and every record obeys its object’s fields', async () => {
    const records = await recordsOf(acme)
    expect(records.length).toBeGreaterThanOrEqual(150)
    const objects = await store.read((tx) => objectsOfWorkspace(tx, acme))
    expect(objects.map((object) => object.slug)).toEqual(['companies', 'people', 'deals'])
    const fields = Map.groupBy(
      await store.read((tx) => fieldsOfWorkspace(tx, acme)),
      (field) => field.objectId,
    )
    for (const record of records) {
      const own = (fields.get(record.objectId) ?? []).map((field) => ({ ...field, readOnly: false }))
      // Enriched values are not supplied by anyone, so their absence is no fault.
      const needed = own.map((field) => ({ ...field, required: field.required && !field.proOnly }))
      const read = readValues(needed, record.values, 'create')
      expect(read.ok ? [] : read.faults, record.title).toEqual([])
      expect(record.title).toBe(titleOf(own, record.values))
    }
    const targets = new Set(records.map((record) => record.id))
    for (const record of records) {
      const own = fields.get(record.objectId) ?? []
      for (const field of own.filter((each) => each.kind === 'record_reference')) {
        for (const id of [record.values[field.id] ?? []].flat()) expect(targets).toContain(id)
      }
    }
  })

  test('FLD-03 acme uses every field type, with required, read-only and enriched fields, and a shared slug', async () => {
    const fields = await store.read((tx) => fieldsOfWorkspace(tx, acme))
    expect(new Set(fields.map((field) => field.kind))).toEqual(new Set(fieldKind.options))
    expect(fields.some((field) => field.required && !field.primary)).toBe(true)
    expect(fields.some((field) => field.readOnly && !field.proOnly)).toBe(true)
    expect(fields.some((field) => field.proOnly)).toBe(true)
    const slugs = fields.map((field) => `${field.objectId} ${field.slug}`)
    expect(new Set(slugs).size).toBeLessThan(slugs.length)
    for (const own of Map.groupBy(fields, (field) => field.objectId).values()) {
      expect(own.filter((field) => field.primary)).toHaveLength(1)
    }
  })

  test('CLI-03 the owner’s day has overdue, near, later and undated tasks, a private meeting and one to join', async () => {
    const owner = answer.workspaces[0]?.members[0]?.userId ?? ''
    const tasks = await store.read((tx) => openAssignedTasks(tx, acme, owner, 100))
    const dues = tasks.map((task) => task.dueDate)
    expect(dues.some((due) => due !== null && due < now)).toBe(true)
    expect(dues.some((due) => due !== null && due > now && due < now + 86_400_000)).toBe(true)
    expect(dues.some((due) => due !== null && due > now + 2 * 86_400_000)).toBe(true)
    expect(dues).toContain(null)
    const meetings = await store.read((tx) => upcomingMeetings(tx, acme, owner, now, 12))
    expect(meetings.some((meeting) => meeting.startAt <= now)).toBe(true)
    expect(meetings.some((meeting) => meeting.joinUrl !== null)).toBe(true)
    const hidden = meetings.filter((meeting) => meeting.isPrivate)
    expect(hidden.some((meeting) => meeting.attendees.every((person) => person.id !== owner))).toBe(true)
  })

  test('NOT-01 NOT-03 people talk about tasks and records, and the owner is told of it', async () => {
    const owner = answer.workspaces[0]?.members[0]?.userId ?? ''
    const told = await store.read((tx) => listNotifications(tx, acme, owner, { unread: true, limit: 30 }))
    const kinds = told.map(({ kind }) => kind)
    expect(kinds).toEqual(expect.arrayContaining(['task_assigned', 'task_commented', 'mention']))
    const targets = new Set(told.flatMap(({ target }) => target ?? []))
    for (const target of targets) {
      if (target.kind !== 'task' && target.kind !== 'record') continue
      const { kind, id } = target
      const page = { after: undefined, limit: 10 }
      const comments = await store.read((tx) => listComments(tx, acme, { kind, id }, page))
      const about = told.filter((each) => each.target?.id === id && each.body !== null)
      for (const { body, actor } of about)
        expect(comments.map(({ content, createdBy }) => [content, createdBy])).toContainEqual([
          body,
          actor?.id,
        ])
    }
  })

  test('CLI-03 the same seed makes the same records in another database', async () => {
    const other = await openStore('memory:')
    const second = await loadDemo(other, usualSize, now)
    const titles = (records: ListedRecord[]) =>
      records.map(({ id, title, createdAt }) => [id, title, createdAt])
    const there = await listOf(second.workspaces[0]?.id ?? '', other)
    expect(titles(there)).toEqual(titles(await listOf(acme)))
    await other.close()
  })
})

test('CLI-03 random choices repeat for a seed and differ between seeds', () => {
  const draw = (seed: string) => {
    const random = createRandom(seed)
    return Array.from({ length: 50 }, () => random.whole(0, 1000))
  }
  expect(draw('a')).toEqual(draw('a'))
  expect(draw('a')).not.toEqual(draw('b'))
  const streams = [0, 1, 2].map((stream) => createRandom('a', stream))
  expect(new Set(streams.flatMap((random) => Array.from({ length: 500 }, () => random.uuid()))).size).toBe(
    1500,
  )
  const random = createRandom('c')
  expect(new Set(Array.from({ length: 5000 }, () => random.uuid())).size).toBe(5000)
})
