// A real service for tests: the composition of `svc serve` on a free port, with a database of its own. What tests
// arrange goes through the operator's functions; what they assert goes through HTTP.
import type { FieldKind, FieldOptions } from '../../shared/api/objects.ts'
import type { Scope } from '../../shared/api/primitives.ts'
import { prefixedId } from '../base/ids.ts'
import { signInFully, testCost } from '../oauth/oauth-testing.ts'
import { hashPassword } from '../oauth/password.ts'
import { createKey } from '../operator/keys.ts'
import { personIn } from '../operator/members.ts'
import { createSeal } from '../sealing/sealing.ts'
import { createWorkspaceIn } from '../operator/workspaces.ts'
import { keyScopes } from '../access/principal.ts'
import { startBalanced } from './balancer-testing.ts'
import { startService, type Service, type ServiceConfig } from '../serve.ts'
import { createLog } from '../base/service-log.ts'
import type { Role } from '../base/caller.rules.ts'
import type { Field, ObjectType } from '../objects/objects.store.ts'
import { createDistributedDatabase, dropClusterDatabase } from './citus/cluster-testing.ts'
import { createTestDatabase, dropTestDatabase } from '../db/postgres/testing.ts'
import type { Workspace } from '../access/workspaces.store.ts'
import type { Plan } from '../base/caller.rules.ts'
import { setPasswordHash } from '../access/people.store.ts'
import { putMembership } from '../access/members.store.ts'
import { insertObject, insertField } from '../objects/objects.store.ts'

export type TestPerson = { personId: string; email: string; password: string; role: Role }
type TestField = { slug: string; kind: FieldKind } & Partial<
  Pick<Field, 'name' | 'required' | 'primary' | 'readOnly' | 'proOnly' | 'inPreview'> & {
    options: FieldOptions
  }
>
export type TestObject = ObjectType & { fields: Field[]; field(slug: string): Field }

/** One for all test services, so that a second process reads what the first sealed. */
const sealingKey = Buffer.alloc(32, 'a test key')

const temporaryDatabase = async () => {
  if (process.env['SVC_TEST_ENGINE'] === 'citus') {
    const url = await createDistributedDatabase()
    return { database: url, drop: () => dropClusterDatabase(url) }
  }
  if (process.env['SVC_TEST_ENGINE'] !== 'postgres') return { database: 'memory:', drop: async () => {} }
  const url = await createTestDatabase()
  return { database: url, drop: () => dropTestDatabase(url) }
}

const startOneOrTwo = (config: ServiceConfig): Promise<Service> =>
  process.env['SVC_TEST_SERVICES'] === '2' ? startBalanced(config) : startService(config)

const defaultFields: TestField[] = [{ slug: 'name', kind: 'text', required: true, primary: true }]

/**
 * On the engine that the project of the test run names (`vitest.config.ts`): SQLite in memory, a PostgreSQL database
 * of its own, or two services behind one address on that database.
 * @param options.database outlives the service; `log` is silent and `baseUrl` the address it listens on by default
 */
export async function startTestService(options: Partial<ServiceConfig> = {}) {
  const { database } = options
  const given = database === undefined ? await temporaryDatabase() : { database, drop: async () => {} }
  const service = await startOneOrTwo({
    host: '127.0.0.1',
    port: 0,
    log: createLog('silent'),
    ...options,
    seal: options.seal ?? createSeal(() => [sealingKey]),
    database: given.database,
  })
  const { store, baseUrl } = service
  let counter = 0
  const next = () => (counter += 1)

  return {
    ...service,
    async close() {
      await service.close()
      await given.drop()
    },
    url: (path: string) => `${baseUrl}${path}`,

    createWorkspace(input: { slug?: string; plan?: Plan; memberLimit?: number } = {}): Promise<Workspace> {
      const { slug = `workspace-${next()}`, plan = 'pro', memberLimit = null } = input
      const at = service.now()
      return store.write((tx) => createWorkspaceIn(tx, { slug, name: `The ${slug}`, plan, memberLimit, at }))
    },

    async addMember(
      workspace: Workspace,
      input: { role?: Role; email?: string; password?: string } = {},
    ): Promise<TestPerson> {
      const {
        role = 'owner',
        email = `person-${next()}@${workspace.slug}.test`,
        password = 'a long password',
      } = input
      const at = service.now()
      const passwordHash = await hashPassword(password, testCost)
      const personId = await store.write(async (tx) => {
        const { id } = await personIn(tx, { email, name: email.split('@', 1)[0] ?? email, passwordHash, at })
        await setPasswordHash(tx, id, passwordHash)
        await putMembership(tx, workspace.id, id, role, at)
        return id
      })
      return { personId, email, password, role }
    },

    /** Every developer scope unless some are named. @param expiresAt epoch milliseconds */
    createKey: (
      workspace: Workspace,
      person: TestPerson,
      scopes: readonly Scope[] = keyScopes,
      expiresAt?: number,
    ) =>
      createKey(store, {
        workspace: workspace.slug,
        as: person.email,
        name: 'test',
        scopes,
        expiresAt: expiresAt ?? null,
        at: service.now(),
      }),

    /** Signs a person in as the launcher does. @returns an access token with every launcher scope unless some are named */
    async signIn(workspace: Workspace, person: TestPerson, scopes?: readonly Scope[]): Promise<string> {
      const { tokens } = await signInFully(baseUrl, person, {
        workspace: workspace.id,
        ...(scopes && { parameters: { scope: ['openid', ...scopes].join(' ') } }),
      })
      return tokens.access_token
    },

    createObject(
      workspace: Workspace,
      slug: string,
      fields: readonly TestField[] = defaultFields,
    ): Promise<TestObject> {
      const object: ObjectType = {
        id: prefixedId('obj'),
        slug,
        singularName: slug,
        pluralName: `${slug}s`,
        icon: null,
        color: null,
        description: null,
        position: next(),
        createdAt: service.now(),
      }
      const created = fields.map((field, position): Field => ({
        id: prefixedId('fld'),
        objectId: object.id,
        name: field.slug,
        required: false,
        primary: false,
        readOnly: false,
        proOnly: false,
        inPreview: false,
        retired: false,
        options: null,
        position,
        ...field,
      }))
      return store.write(async (tx) => {
        await insertObject(tx, workspace.id, object)
        for (const field of created) await insertField(tx, workspace.id, field)
        const field = (wanted: string) => {
          const found = created.find((one) => one.slug === wanted)
          if (!found) throw new Error(`The test object has no field ${wanted}.`)
          return found
        }
        return { ...object, fields: created, field }
      })
    },
  }
}
export type TestService = Awaited<ReturnType<typeof startTestService>>
