// For contract tests of the launcher's tasks: a team with a record of each object, two sections and a meeting.
import { afterAll, beforeAll } from 'vitest'
import type { Answer } from './client.ts'
import { startTeam, type Team } from './team.ts'

export type LauncherTaskStage = {
  team: Team
  company: string
  person: string
  /** A section whose record is the company. */
  section: string
  /** A section without a record. */
  bareSection: string
  meeting: string
  create(body: unknown): Promise<Answer>
  patch(id: string, body: unknown): Promise<Answer>
  detail(id: string): Promise<Answer['body']>
  /** Ids of the records that a task links. */
  linked(id: string): Promise<string[]>
}

/** Filled before the first test of the file that asks for it. */
export function stageLauncherTasks(): LauncherTaskStage {
  const stage = { section: 'sec_alder', bareSection: 'sec_bare' } as LauncherTaskStage

  beforeAll(async () => {
    const team = await startTeam()
    const company = await team.addRecord('companies', { name: 'Alder Works' })
    const person = await team.addRecord('people', { name: 'Nora Lind' })
    await team.service.store.write(async (tx) => {
      const { id } = team.workspace
      await tx.tasks.createSection(id, { id: stage.section, name: 'Alder', recordId: company, position: 0 })
      await tx.tasks.createSection(id, { id: stage.bareSection, name: 'Bare', recordId: null, position: 1 })
    })
    Object.assign(stage, { team, company, person, meeting: await team.addMeeting({ title: 'Kick-off' }) })
  })
  afterAll(() => stage.team.service.close())

  const path = '/v1/launcher/tasks'
  const detail = async (id: string) => (await stage.team.owner.launcher.get(`${path}/${id}`)).body.data
  return Object.assign(stage, {
    create: (body: unknown) => stage.team.owner.launcher.post(path, body),
    patch: (id: string, body: unknown) => stage.team.owner.launcher.patch(`${path}/${id}`, body),
    detail,
    linked: async (id: string) => (await detail(id)).linkedRecords.map((record: { id: string }) => record.id),
  })
}
