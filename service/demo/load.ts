// Loads the demo workspaces. The same seed makes the same data, placed around now. A workspace that exists stays as it is,
// so a second run changes nothing.
import { hashPassword } from '../oauth/password.ts'
import { operatorError } from '../base/operator-error.ts'
import { personIn } from '../operator/members.ts'
import { createWorkspaceIn } from '../operator/workspaces.ts'
import type { Role } from '../base/caller.rules.ts'
import type { Store, Tx } from '../db/store.ts'
import type { Plan } from '../base/caller.rules.ts'
import { fillWorkspace, partsOf, usualPart, type DemoSize } from './fill.ts'
import { personByEmail } from '../access/people.store.ts'
import { findMembership, putMembership } from '../access/members.store.ts'
import { workspaceBySlug, updateWorkspace } from '../access/workspaces.store.ts'

type Person = { name: string; email: string; role: Role }
type WorkspacePlan = { slug: string; name: string; plan: Plan; people: [Person, ...Person[]]; size: DemoSize }

type Members = { userId: string; email: string; password: string; role: Role }[]

export type DemoAnswer = { workspaces: { id: string; slug: string; plan: Plan; members: Members }[] }

/** Not a secret. */
export const demoPassword = (email: string): string => `demo-${email.split('@', 1)[0]}-password`

/** @param size how much there is in `acme` */
const plans = (size: DemoSize): WorkspacePlan[] => [
  {
    slug: 'acme',
    name: 'Acme',
    plan: 'pro',
    people: [
      { name: 'Olivia Hart', email: 'owner@acme.test', role: 'owner' },
      { name: 'Anders Lund', email: 'admin@acme.test', role: 'admin' },
      { name: 'Mira Solano', email: 'mira@acme.test', role: 'member' },
      { name: 'Noah Berg', email: 'noah@acme.test', role: 'member' },
    ],
    size,
  },
  {
    slug: 'globex',
    name: 'Globex',
    plan: 'pro',
    people: [{ name: 'Gina Vale', email: 'owner@globex.test', role: 'owner' }],
    size: { records: 12, tasks: 6, meetings: 2 },
  },
  {
    slug: 'initech',
    name: 'Initech',
    plan: 'free',
    people: [
      { name: 'Ivo Marsh', email: 'owner@initech.test', role: 'owner' },
      { name: 'Tess Lowe', email: 'tess@initech.test', role: 'member' },
    ],
    size: { records: 12, tasks: 6, meetings: 2 },
  },
]

/** The slug until all of a workspace is loaded. */
const loadingSlug = (slug: string) => `${slug}-loading`

/** Finds the demo's people by their addresses. @throws OperatorError `already_exists` if one of them is not a member */
async function knownMembers(tx: Tx, { slug, people }: WorkspacePlan, workspaceId: string): Promise<Members> {
  const members: Members = []
  for (const { email } of people) {
    const person = await personByEmail(tx, email)
    const membership = person && (await findMembership(tx, workspaceId, person.id))
    if (!membership)
      throw operatorError('already_exists', `There is a workspace \`${slug}\` that is not the demo’s.`)
    members.push({ userId: person.id, email, password: demoPassword(email), role: membership.role })
  }
  return members
}

async function addMembers(
  tx: Tx,
  { people }: WorkspacePlan,
  workspaceId: string,
  hashes: ReadonlyMap<string, string>,
  at: number,
): Promise<Members> {
  const members: Members = []
  for (const { name, email, role } of people) {
    const person = await personIn(tx, { email, name, passwordHash: hashes.get(email) ?? null, at })
    await putMembership(tx, workspaceId, person.id, role, at)
    members.push({ userId: person.id, email, password: demoPassword(email), role })
  }
  return members
}

export type LoadOptions = {
  /** Called after each part with the number of records, tasks and meetings so far. */
  passed?: (count: number) => void
  /** The most of each in one transaction. */
  atOnce?: number
}

/** Loads a workspace in parts, because one transaction for a large demo would take too long. */
async function loadWorkspace(
  store: Store,
  plan: WorkspacePlan,
  now: number,
  { atOnce, loaded }: { atOnce: number; loaded: (count: number) => void },
) {
  const { slug, name, size } = plan
  const hashes = new Map<string, string>()
  for (const { email } of plan.people) hashes.set(email, await hashPassword(demoPassword(email)))
  const at = now - 400 * 86_400_000
  const { workspace, members } = await store.write(async (tx) => {
    const loading = loadingSlug(slug)
    if (await workspaceBySlug(tx, loading))
      throw operatorError('conflict', `A demo was cut off here, at \`${loading}\`. Use another database.`)
    const created = { slug: loading, name, plan: plan.plan, memberLimit: null, at }
    const workspace = await createWorkspaceIn(tx, created)
    return { workspace, members: await addMembers(tx, plan, workspace.id, hashes, at) }
  })
  const [first = '', ...others] = members.map((member) => member.userId)
  for (const part of partsOf(size, atOnce)) {
    await store.write((tx) => fillWorkspace(tx, workspace.id, slug, [first, ...others], part, now))
    const { records, tasks, meetings } = part.size
    loaded(records + tasks + meetings)
    await store.giveWay?.()
  }
  await store.write((tx) => updateWorkspace(tx, workspace.id, { slug }))
  return { id: workspace.id, slug, plan: plan.plan, members }
}

/**
 * Loads the missing workspaces of the demo.
 * @param now epoch milliseconds
 * @throws OperatorError `already_exists` if a workspace has a demo slug but not the demo's people, `conflict` if a load was
 *   cut off
 */
export async function loadDemo(
  store: Store,
  size: DemoSize,
  now: number,
  { passed, atOnce = usualPart }: LoadOptions = {},
): Promise<DemoAnswer> {
  let count = 0
  const loaded = (more: number) => passed?.((count += more))
  const workspaces: DemoAnswer['workspaces'] = []
  for (const plan of plans(size)) {
    const known = await store.read(async (tx) => {
      const workspace = await workspaceBySlug(tx, plan.slug)
      if (!workspace) return undefined
      const { id, slug } = workspace
      return { id, slug, plan: workspace.plan, members: await knownMembers(tx, plan, id) }
    })
    workspaces.push(known ?? (await loadWorkspace(store, plan, now, { atOnce, loaded })))
  }
  return { workspaces }
}
