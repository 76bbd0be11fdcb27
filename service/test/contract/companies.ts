// For contract tests of records: a team, and helpers for its companies.
import type { NewRecord } from '../../records/record.ts'
import { expect } from 'vitest'
import type { ServiceConfig } from '../../serve.ts'
import type { Answer } from './client.ts'
import { refusal, stageTeam } from './team.ts'
import { insertRecord } from '../../records/records.store.ts'

/** Filled before the first test of the file that asks for it. */
export function stageCompanies(options: Partial<ServiceConfig> = {}) {
  const stage = stageTeam(options)
  return Object.assign(stage, {
    /** Creates a company. @returns the record as it was answered */
    create: async (values: Record<string, unknown> = { name: 'Alder Works' }): Promise<Answer['body']> =>
      (await stage.api.post('/v1/records', { object: 'companies', values })).body.data,
    fieldId: (slug: string) => stage.companies.field(slug).id,
    /** Straight into the store: what no route would write. */
    addStored(record: Pick<NewRecord, 'id' | 'objectId' | 'title' | 'values'>): Promise<unknown> {
      const times = { createdAt: stage.clock.at, updatedAt: stage.clock.at }
      const blank = { avatarUrl: null, archived: false, createdBy: stage.owner.personId, ...times }
      return stage.service.store.write((tx) => insertRecord(tx, stage.workspace.id, { ...blank, ...record }))
    },
  })
}

export const expectRefusal = (answer: Answer, status: number, code: string): void =>
  expect(refusal(answer)).toEqual([status, code])
