// What the tests of records start from: a workspace with companies and people, and a stranger in another one.
import { afterAll, beforeAll, expect } from 'vitest'
import type { NewRecord } from '../../records/stored-record.ts'
import { startTestService, type TestPerson, type TestService, type TestObject } from '../testing.ts'
import type { Workspace } from '../../workspaces/workspaces.store.ts'
import { createClient, type Answer, type Client } from './client.ts'

export type Companies = {
  service: TestService
  workspace: Workspace
  owner: TestPerson
  api: Client
  stranger: Client
  companies: TestObject
  people: TestObject
  /** The service's clock, epoch milliseconds. */
  clock: { now: number }
  /** Creates a company. @returns the record as it was answered */
  create: (values?: Record<string, unknown>) => Promise<Answer['body']>
  fieldId: (slug: string) => string
  /** Straight into the store: what no route would write. */
  addStored: (
    record: Pick<NewRecord, 'id' | 'objectId' | 'title' | 'values'> & Partial<NewRecord>,
  ) => Promise<unknown>
}

async function startCompanies(): Promise<Companies> {
  const clock = { now: Date.UTC(2026, 0, 5, 9) }
  const service = await startTestService({ rateLimit: 100_000, now: () => clock.now })
  const other = await service.createWorkspace()
  const workspace = await service.createWorkspace()
  const owner = await service.addMember(workspace)
  const outsider = await service.addMember(other)
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
  await service.createObject(other, 'companies')
  const api = createClient(service.baseUrl, (await service.createKey(workspace, owner)).token)
  const stranger = createClient(service.baseUrl, (await service.createKey(other, outsider)).token)
  return {
    service,
    workspace,
    owner,
    api,
    stranger,
    companies,
    people,
    clock,
    create: async (values = { name: 'Alder Works' }) =>
      (await api.post('/v1/records', { object: 'companies', values })).body.data,
    fieldId: (slug) => companies.field(slug).id,
    addStored: (record) => {
      const times = { createdAt: clock.now, updatedAt: clock.now }
      const full = { avatarUrl: null, archived: false, createdBy: owner.personId, ...times, ...record }
      return service.store.write((tx) => tx.records.create(workspace.id, full))
    },
  }
}

/** Filled before the first test of the file that asks for it. */
export function stageCompanies(): Companies {
  const stage = {} as Companies
  beforeAll(async () => {
    Object.assign(stage, await startCompanies())
  })
  afterAll(() => stage.service.close())
  return stage
}

export const expectRefusal = (answer: Answer, status: number, code: string): void => {
  expect([answer.status, answer.body.error?.code]).toEqual([status, code])
}
