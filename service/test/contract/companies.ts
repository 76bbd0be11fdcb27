// What the tests of records start from: a workspace with companies and people, and a stranger in another one.
import { afterAll, beforeAll, expect } from 'vitest'
import type { NewRecord } from '../../records/stored-record.ts'
import { startTestService } from '../testing.ts'
import { createClient, type Answer } from './client.ts'

async function startCompanies() {
  /** Epoch milliseconds. */
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
    /** Creates a company. @returns the record as it was answered */
    create: async (values: Record<string, unknown> = { name: 'Alder Works' }): Promise<Answer['body']> =>
      (await api.post('/v1/records', { object: 'companies', values })).body.data,
    fieldId: (slug: string) => companies.field(slug).id,
    /** Straight into the store: what no route would write. */
    addStored: (
      record: Pick<NewRecord, 'id' | 'objectId' | 'title' | 'values'> & Partial<NewRecord>,
    ): Promise<unknown> => {
      const times = { createdAt: clock.now, updatedAt: clock.now }
      const full = { avatarUrl: null, archived: false, createdBy: owner.personId, ...times, ...record }
      return service.store.write((tx) => tx.records.create(workspace.id, full))
    },
  }
}
export type Companies = Awaited<ReturnType<typeof startCompanies>>

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
