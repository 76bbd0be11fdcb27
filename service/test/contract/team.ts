// A workspace with people of every role, another workspace beside it, and a client of either surface for each person.
import { afterAll, beforeAll } from 'vitest'
import { newUuid } from '../../base/ids.ts'
import type { Workspace } from '../../access/workspaces.store.ts'
import type { NewMeeting } from '../../meetings/stored-meeting.ts'
import type { NewTask } from '../../tasks/stored-task.ts'
import type { ServiceConfig } from '../../serve.ts'
import { startTestService, type TestPerson } from '../testing.ts'
import { createClient, type Answer, type Client } from './client.ts'
import { insertTask } from '../../tasks/tasks.store.ts'
import { insertMeeting } from '../../meetings/meetings.store.ts'

export type Colleague = TestPerson & { token: string; api: Client; launcher: Client }

export const morning = Date.UTC(2026, 0, 5, 9)

/** The objects `companies` and `people` are there in both workspaces. */
export const startTeam = async (options: Partial<ServiceConfig> = {}) => {
  /** Epoch milliseconds; moves only when told. */
  const clock = { at: morning }
  const service = await startTestService({ rateLimit: 1_000_000, now: () => clock.at, ...options })
  const workspace = await service.createWorkspace({ slug: 'acme' })
  const otherWorkspace = await service.createWorkspace({ slug: 'globex' })
  const join = async (to: Workspace, role: TestPerson['role'], name: string): Promise<Colleague> => {
    const person = await service.addMember(to, { role, email: `${name}@${to.slug}.test` })
    const key = await service.createKey(
      to,
      person,
      role === 'member' ? ['tasks:read', 'records:read'] : undefined,
    )
    let token: Promise<string> | undefined
    return {
      ...person,
      token: key.token,
      api: createClient(service.baseUrl, key.token),
      // Signs in when it is first used: most tests need one colleague's launcher, or none.
      launcher: createClient(service.baseUrl, () => (token ??= service.signIn(to, person))),
    }
  }
  const owner = await join(workspace, 'owner', 'owner')
  /** Owner of the other workspace. */
  const stranger = await join(otherWorkspace, 'owner', 'stranger')
  const companies = await service.createObject(workspace, 'companies', [
    { slug: 'name', kind: 'text', required: true, primary: true },
    { slug: 'size', kind: 'number' },
    { slug: 'website', kind: 'url' },
    { slug: 'record_id', kind: 'text', readOnly: true },
    { slug: 'followers', kind: 'number', readOnly: true, proOnly: true },
    { slug: 'parent', kind: 'record_reference', options: { objects: ['companies'] } },
    { slug: 'owner', kind: 'user_reference' },
  ])
  const people = await service.createObject(workspace, 'people')
  for (const slug of ['companies', 'people']) await service.createObject(otherWorkspace, slug)

  return {
    service,
    workspace,
    otherWorkspace,
    owner,
    /** The owner's. */
    api: owner.api,
    stranger,
    companies,
    people,
    admin: await join(workspace, 'admin', 'admin'),
    ada: await join(workspace, 'member', 'ada'),
    bob: await join(workspace, 'member', 'bob'),
    clock,

    async addTask(task: Partial<NewTask> & { title: string }, place = workspace) {
      const id = newUuid()
      const full: NewTask = {
        id,
        description: null,
        status: 'todo',
        priority: 'no_priority',
        startDate: null,
        dueDate: null,
        parentId: null,
        sectionId: null,
        estimatedTime: null,
        createdBy: place === workspace ? owner.personId : stranger.personId,
        createdAt: clock.at,
        updatedAt: clock.at,
        assignees: [],
        linkedRecordIds: [],
        linkedMeetingIds: [],
        ...task,
      }
      await service.store.write((tx) => insertTask(tx, place.id, full))
      return full.id
    },

    async addMeeting(meeting: Partial<NewMeeting> & { title: string }, place = workspace) {
      const full: NewMeeting = {
        id: `mtg_${newUuid()}`,
        startAt: clock.at + 3_600_000,
        endAt: clock.at + 7_200_000,
        allDay: false,
        location: 'Room 1',
        joinUrl: 'https://meet.test/1',
        isPrivate: false,
        createdBy: owner.personId,
        createdAt: clock.at,
        attendeeIds: [],
        linkedRecordIds: [],
        ...meeting,
      }
      await service.store.write((tx) => insertMeeting(tx, place.id, full))
      return full.id
    },

    async addRecord(objectSlug: string, values: Record<string, unknown>, by = owner): Promise<string> {
      return (await by.api.post('/v1/records', { object: objectSlug, values })).body.data.id
    },
  }
}

export type Team = Awaited<ReturnType<typeof startTeam>>

/** Filled before the first test of the file that asks for it. */
export function stageTeam(options: Partial<ServiceConfig> = {}): Team {
  const stage = {} as Team
  beforeAll(async () => {
    Object.assign(stage, await startTeam(options))
  })
  afterAll(() => stage.service.close())
  return stage
}

/** Status and code of a refusal; the rest of its shape is the same everywhere. */
export const refusal = ({ status, body }: Answer): [number, unknown] => [
  status,
  typeof body.error === 'string' ? body.error : body.error?.code,
]
