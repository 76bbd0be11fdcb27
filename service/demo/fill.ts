// Fills a demo workspace in parts. Each is a small demo, so that a large one needs neither much memory nor one long
// transaction.
import { changesKeptDays } from '../../shared/api/changes.ts'
import { addChanges, type NewChange } from '../changes/changes.store.ts'
import { addCalendars } from './calendars.ts'
import { recordEntryOf } from '../records/record.ts'
import type { Tx } from '../db/store.ts'
import { companyName, guideCompanies, guidePeople, otherCompanyName } from './names.ts'
import { makeObjects, objectPlans, type DemoObject } from './objects.ts'
import { createRandom } from './random.ts'
import { makeCompany, makeDeal, makePerson, makeVendor, type DemoRecord, type Scene } from './records.ts'
import { workdaysIn } from './workdays.ts'
import { makeTalk } from './talk.ts'
import { makeMeetings, makeSections, makeTasks } from './work.ts'
import { membersOfWorkspace } from '../access/members.store.ts'
import { insertRecords, markRecordViewed } from '../records/records.store.ts'
import { insertObject, insertField } from '../objects/objects.store.ts'
import { insertTasks } from '../tasks/tasks.store.ts'
import { putSearchEntries } from '../search/write-index.store.ts'
import { insertSection } from '../tasks/task-settings.store.ts'
import { insertMeetings } from '../meetings/meetings.store.ts'
import { createComment } from '../comments/comments.store.ts'
import { insertNotifications } from '../notifications/notifications.store.ts'

export type DemoSize = { records: number; tasks: number; meetings: number }
export const usualSize: DemoSize = { records: 180, tasks: 80, meetings: 14 }
/** The size of a person's own workspace: all that is due fits a screen. */
export const localSize: DemoSize = { records: 150, tasks: 36, meetings: 16 }

/** One of the parts of a workspace, counted from 0. */
export type Part = { size: DemoSize; index: number; of: number }

/** Among the newest items, those whose making is told. */
const mostChanges = 100

/** The most of each kind in one part. */
export const usualPart = 25_000
const history = 400 * 86_400_000

/** A workspace has at least one part. */
export function partsOf(size: DemoSize, most: number): [Part, ...Part[]] {
  const of = Math.max(1, Math.ceil(Math.max(size.records, size.tasks, size.meetings) / most))
  const partAt = (index: number): Part => {
    const share = (count: number) => Math.min(most, Math.max(count - index * most, 0))
    const { records, tasks, meetings } = size
    return { size: { records: share(records), tasks: share(tasks), meetings: share(meetings) }, index, of }
  }
  return [partAt(0), ...Array.from({ length: of - 1 }, (_, index) => partAt(index + 1))]
}

type Contents = { companies: DemoRecord[]; people: DemoRecord[]; rest: DemoRecord[] }

const times = (count: number, make: () => DemoRecord) => Array.from({ length: count }, make)

/** Companies, people and deals, the usual objects. */
function makeContents(
  scene: Scene,
  objects: readonly DemoObject[],
  count: number,
  nameOf = companyName,
): Contents {
  const [company, person, deal] = objects
  if (!company || !person || !deal) return { companies: [], people: [], rest: [] }
  const third = Math.floor(count / 3)
  const companies = times(third, () => makeCompany(scene, company, nameOf(scene.random)))
  const linkable = companies.filter((record) => !record.archived)
  const people = times(count - third - Math.floor(count / 5), () => makePerson(scene, person, linkable))
  const contacts = people.filter((record) => !record.archived)
  const rest = times(Math.floor(count / 5), () => makeDeal(scene, deal, linkable, contacts))
  return { companies, people, rest }
}

/** The same, beginning with the companies and people of the guides. */
function makeGuideContents(scene: Scene, objects: readonly DemoObject[], count: number): Contents {
  const [company, person] = objects
  const { companies, people, rest } = makeContents(scene, objects, count, otherCompanyName)
  if (!company || !person) return { companies, people, rest }
  const named = guideCompanies.map((name) => ({ ...makeCompany(scene, company, name), archived: false }))
  const known = guidePeople.map(({ company: of, ...who }) => {
    const employer = named.filter(({ title }) => title === of)
    return { ...makePerson(scene, person, employer, who), archived: false }
  })
  return { companies: [...named, ...companies], people: [...known, ...people], rest }
}

const local = {
  plans: [objectPlans.companies, objectPlans.people, objectPlans.deals],
  make: makeGuideContents,
}

const usual = {
  plans: [objectPlans.companies, objectPlans.people, objectPlans.deals],
  make: makeContents,
}

/** Globex buys where acme sells: other objects, other fields. */
const globex = {
  plans: [objectPlans.vendors],
  make: (scene: Scene, [vendor]: readonly DemoObject[], count: number): Contents => ({
    companies: [],
    people: [],
    rest: vendor ? times(count, () => makeVendor(scene, vendor)) : [],
  }),
}

/** Records of an earlier part are older, as a real table grows at its end. */
const bornIn = ({ index, of }: Part, now: number): Scene['born'] => ({
  until: now - Math.floor((history * (of - 1 - index)) / of),
  within: history / of,
})

async function putRecords(
  tx: Tx,
  workspaceId: string,
  objects: readonly DemoObject[],
  records: readonly DemoRecord[],
): Promise<void> {
  const fieldsOf = new Map(objects.map(({ id, fields }) => [id, fields]))
  // In the order of their ids: neighbours share pages of the indexes.
  const sorted = records.toSorted((a, b) => (a.id < b.id ? -1 : 1))
  await insertRecords(tx, workspaceId, sorted)
  const active = sorted.filter((record) => !record.archived)
  await putSearchEntries(
    tx,
    workspaceId,
    active.map((record) => recordEntryOf(record, fieldsOf.get(record.objectId) ?? [])),
  )
}

/** The newest records and tasks as their people's launchers made them, oldest first. */
const makeChanges = (
  records: readonly Pick<DemoRecord, 'id' | 'createdBy' | 'createdAt'>[],
  tasks: readonly Pick<DemoRecord, 'id' | 'createdBy' | 'createdAt'>[],
  now: number,
): NewChange[] => {
  const all = [
    ...records.map((one) => ({ ...one, kind: 'record' as const })),
    ...tasks.map((one) => ({ ...one, kind: 'task' as const })),
  ]
  return all
    .filter(({ createdAt }) => createdAt > now - changesKeptDays * 86_400_000)
    .toSorted((a, b) => a.createdAt - b.createdAt)
    .slice(-mostChanges)
    .map(({ kind, id, createdBy, createdAt: at }) => {
      const actor = { type: 'user', id: createdBy, through: { type: 'sign_in' } } as const
      return { kind, id, action: 'created', actor, at }
    })
}

/**
 * Fills a workspace that has members and statuses with one part. The first is a complete demo; later ones add records,
 * tasks and meetings.
 * @param seed the same makes the same data
 * @param now epoch milliseconds
 * @param zone IANA zone of a person's own workspace: work is in its working hours, the names are those of the guides, and
 *   nothing was opened yet
 * @param stream tells workspaces of the same seed apart
 */
export async function fillWorkspace(
  tx: Tx,
  workspaceId: string,
  seed: string,
  memberIds: readonly [string, ...string[]],
  part: Part,
  now: number,
  zone: string | null = null,
  stream = 0,
): Promise<void> {
  const { size, index } = part
  const { plans, make } = seed === 'globex' ? globex : zone === null ? usual : local
  const first = createRandom(seed, stream)
  const objects = makeObjects(first, plans, now)
  const random = index === 0 ? first : createRandom(seed, index)
  const workdays = zone === null ? null : workdaysIn(zone, now)
  const scene = { random, now, memberIds, born: bornIn(part, now), workdays }
  const contents = make(scene, objects, size.records)
  const records = [...contents.companies, ...contents.people, ...contents.rest]
  if (index === 0) {
    for (const object of objects) {
      await insertObject(tx, workspaceId, object)
      for (const field of object.fields) await insertField(tx, workspaceId, field)
    }
  }
  await putRecords(tx, workspaceId, objects, records)
  const sections = index === 0 ? makeSections(scene, contents) : []
  for (const section of sections) await insertSection(tx, workspaceId, section)
  const meetings = makeMeetings(scene, size.meetings, contents)
  await insertMeetings(tx, workspaceId, meetings)
  const tasks = makeTasks(scene, size.tasks, contents, sections, meetings)
  if (index === 0) await addChanges(tx, workspaceId, makeChanges(records, tasks, now))
  const people = { people: contents.people, object: objects[1] }
  const linkable = index > 0 ? undefined : await addCalendars(tx, workspaceId, scene, zone ?? 'UTC', people)
  const prepared = tasks.findIndex(
    ({ assignees, status }) => assignees.includes(memberIds[0]) && status !== 'done',
  )
  await insertTasks(
    tx,
    workspaceId,
    tasks.map((task, place) =>
      linkable === undefined || place !== prepared ? task : { ...task, linkedMeetingIds: [linkable] },
    ),
  )
  if (index > 0) return
  const names = new Map((await membersOfWorkspace(tx, workspaceId)).map(({ id, name }) => [id, name]))
  const { comments, notifications } = makeTalk(scene, tasks, contents.companies, names)
  for (const comment of comments) await createComment(tx, workspaceId, comment)
  await insertNotifications(tx, workspaceId, notifications)
  if (zone !== null) return
  const seen = records.filter((record) => !record.archived).slice(0, 6)
  for (const [place, record] of seen.entries()) {
    await markRecordViewed(tx, workspaceId, memberIds[0], record.id, now - (place + 1) * 3_600_000)
  }
}
