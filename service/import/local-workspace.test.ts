import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { svcJson } from '../cli/svc-testing.ts'
import { expectFailure } from '../cli/refusal-testing.ts'
import { openStore } from '../db/open.ts'
import { ownDatabases } from '../db/postgres/databases-testing.ts'
import { acceptInvitationIn } from '../operator/account-links.ts'
import { valueOf } from '../base/operator-error.ts'
import { signInFully } from '../oauth/oauth-testing.ts'
import { createClient } from '../test/contract/client.ts'
import { startTestService } from '../test/testing.ts'
import { createLocal } from '../local-workspace.ts'
import { tasksAmong } from '../tasks/tasks.store.ts'
import { idsAfter } from './transfer.store.ts'
import { workspaceBySlug } from '../access/workspaces.store.ts'
import { personByEmail } from '../access/people.store.ts'

const postgres = ownDatabases()
let directory: string
let file: string
let tasksOfOwner: number
let counter = 0
const freshFile = async () => `file:${join(directory, `${(counter += 1)}.db`)}`

/** The export of the local workspace of Ada, with the demo's colleagues. */
beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'svc-local-'))
  file = join(directory, 'local.ndjson')
  const database = await freshFile()
  const store = await openStore(database)
  const demo = { zone: 'Europe/Berlin' }
  const { workspaceId, personId } = await createLocal(store, { name: 'Ada Vale', demo, at: Date.now() })
  tasksOfOwner = await store.read(async (tx) => {
    const tasks = await tasksAmong(tx, workspaceId, await idsAfter(tx, workspaceId, 'task', '', 1_000))
    return tasks.filter(({ assignees }) => assignees.includes(personId)).length
  })
  await store.close()
  await svcJson('export', file, '--workspace', 'local', '--database', database)
})
afterAll(() => rmSync(directory, { recursive: true }))

/** The tasks of a person, counted after a sign-in with their password. */
async function countTasks(database: string, person: { email: string; password: string }) {
  const service = await startTestService({ database })
  const { tokens } = await signInFully(service.baseUrl, person)
  const api = createClient(service.baseUrl, tokens.access_token)
  const { body: options } = await api.get('/v1/launcher/task-options')
  const me = options.data.members.find(({ email }: { email: string }) => email === person.email)
  const assigned = await service.store.read(async (tx) => {
    const { id } = (await workspaceBySlug(tx, 'mine')) ?? { id: '' }
    const tasks = await tasksAmong(tx, id, await idsAfter(tx, id, 'task', '', 1_000))
    return tasks.filter(({ assignees }) => assignees.includes(me.id)).length
  })
  const { status } = await api.get('/v1/launcher/brief')
  await service.close()
  return { name: me.name, assigned, status }
}

describe.each([
  ['SQLite', freshFile],
  ['PostgreSQL', () => postgres()],
])('the export of a local workspace on %s', (_engine, freshDatabase) => {
  const words = (database: string) => ['--workspace', 'mine', '--database', database]
  const importAs = (database: string, email: string) =>
    svcJson('import', file, '--as-owner', email, ...words(database))

  test('APP-08 CLI-03 its owner becomes a person who signs in and has all of it', async () => {
    const database = await freshDatabase()
    const answer = await importAs(database, 'Ada@acme.test')
    expect(answer).toMatchObject({ newPeople: 4, toInvite: [] })
    const add = ['member', 'add', '--email', 'ada@acme.test', ...words(database)]
    const added = await svcJson<{ role: string; password: string }>(...add)
    expect(added).toMatchObject({ role: 'owner', name: 'Ada Vale' })
    const { members } = await svcJson<{ members: { email: string }[] }>('member', 'list', ...words(database))
    expect(members.map(({ email }) => email)).not.toContain('owner@local.invalid')
    const seen = await countTasks(database, { email: 'ada@acme.test', password: added.password })
    expect(seen).toEqual({ name: 'Ada Vale', assigned: tasksOfOwner, status: 200 })
  })

  test('AUT-12 somebody who has an account already owns it once they have accepted an invitation', async () => {
    const database = await freshDatabase()
    const [email, password] = ['ada@acme.test', 'a password of Ada']
    await svcJson('workspace', 'create', '--slug', 'acme', '--database', database)
    const person = ['--workspace', 'acme', '--email', email, '--password', password]
    await svcJson('member', 'add', ...person, '--database', database)
    expect(await importAs(database, email)).toMatchObject({ toInvite: [{ email, role: 'owner' }] })
    const owners = async () =>
      (await svcJson<{ members: { role: string }[] }>('member', 'list', ...words(database))).members.filter(
        ({ role }) => role === 'owner',
      )
    expect(await owners()).toEqual([])

    const invite = ['member', 'invite', '--email', email, '--role', 'owner', ...words(database)]
    const { link } = await svcJson<{ link: string }>(...invite)
    const store = await openStore(database)
    await store.write(async (tx) => {
      const workspace = await workspaceBySlug(tx, 'mine')
      const { id: personId } = (await personByEmail(tx, email)) ?? { id: '' }
      if (!workspace) throw new Error('The workspace was not imported.')
      const token = new URL(link).searchParams.get('token') ?? ''
      valueOf(
        await acceptInvitationIn(tx, workspace, { token, by: { kind: 'known', personId }, at: Date.now() }),
      )
    })
    await store.close()
    expect(await owners()).toMatchObject([{ email }])
  })
})

describe('an import of a local workspace is refused', () => {
  const refusal = async (words: string[], code: string, sentence: RegExp) => {
    const database = await freshFile()
    const all = ['import', file, '--workspace', 'mine', '--database', database, ...words]
    await expectFailure(all, code, sentence)
    const { workspaces } = await svcJson<{ workspaces: object[] }>(
      'workspace',
      'list',
      '--database',
      database,
    )
    expect(workspaces).toEqual([])
  }

  test('APP-08 without the address of its owner, because all local owners have the same', () =>
    refusal([], 'bad_option', /^The owner of this local workspace has no email address\..*--as-owner EMAIL/))

  test('APP-08 as another member of it', () =>
    refusal(
      ['--as-owner', 'GRACE@example.com'],
      'invalid_file',
      /grace@example\.com is two members of the file/,
    ))

  test('APP-08 as somebody, where the owner has an address', async () => {
    const database = await freshFile()
    await svcJson('workspace', 'create', '--slug', 'acme', '--database', database)
    const exported = join(directory, 'acme.ndjson')
    await svcJson('export', exported, '--workspace', 'acme', '--database', database)
    const into = ['--workspace', 'mine', '--as-owner', 'ada@acme.test', '--database', await freshFile()]
    await expectFailure(['import', exported, ...into], 'bad_option', /not the export of a local workspace/)
  })
})
