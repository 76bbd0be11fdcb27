// Loads the demo workspaces. The same seed makes the same data, placed around now; a workspace that is already there
// is left as it is, so that running it twice changes nothing.
import { hashPassword } from '../oauth/password.ts'
import { operatorError } from '../operator/error.ts'
import { personIn } from '../operator/members.ts'
import { createWorkspaceIn } from '../operator/workspaces.ts'
import type { Role } from '../store/members.ts'
import type { Store, Tx } from '../store/store.ts'
import type { Plan, Workspace } from '../store/workspaces.ts'
import { makeObjects, objectPlans, type DemoObject } from './objects.ts'
import { createRandom } from './random.ts'
import { makeCompany, makeDeal, makePerson, makeVendor, type DemoRecord, type Scene } from './records.ts'
import { makeMeetings, makeNotifications, makeSections, makeTasks } from './work.ts'

/** How much there is in `acme`. */
export type DemoSize = { records: number; tasks: number; meetings: number }
export const usualSize: DemoSize = { records: 180, tasks: 80, meetings: 14 }

type Person = { name: string; email: string; role: Role }
type WorkspacePlan = { slug: string; name: string; plan: Plan; people: [Person, ...Person[]]; size: DemoSize }

export type DemoAnswer = {
  workspaces: {
    id: string
    slug: string
    plan: Plan
    members: { userId: string; email: string; password: string; role: Role }[]
  }[]
}

/** Known to everyone who reads this, which is what a demo is for. */
export const demoPassword = (email: string): string => `demo-${email.split('@', 1)[0]}-password`

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

type Contents = { objects: DemoObject[]; companies: DemoRecord[]; people: DemoRecord[]; rest: DemoRecord[] }

const times = (count: number, make: () => DemoRecord) => Array.from({ length: count }, make)

/** Companies, people and deals, the usual objects. */
function makeContents(scene: Scene, count: number): Contents {
  const { companies: companyPlan, people: personPlan, deals: dealPlan } = objectPlans
  const objects = makeObjects(scene.random, [companyPlan, personPlan, dealPlan], scene.now)
  const [company, person, deal] = objects
  if (!company || !person || !deal) return { objects, companies: [], people: [], rest: [] }
  const third = Math.floor(count / 3)
  const companies = times(third, () => makeCompany(scene, company))
  const linkable = companies.filter((record) => !record.archived)
  const people = times(count - third - Math.floor(count / 5), () => makePerson(scene, person, linkable))
  const contacts = people.filter((record) => !record.archived)
  const rest = times(Math.floor(count / 5), () => makeDeal(scene, deal, linkable, contacts))
  return { objects, companies, people, rest }
}

/** Globex buys where acme sells: other objects, other fields. */
function makeGlobexContents(scene: Scene, count: number): Contents {
  const objects = makeObjects(scene.random, [objectPlans.vendors], scene.now)
  const [vendor] = objects
  const rest = vendor ? times(count, () => makeVendor(scene, vendor)) : []
  return { objects, companies: [], people: [], rest }
}

/** Fills a workspace that has members and statuses, in the transaction that made it. */
export async function fillWorkspace(
  tx: Tx,
  workspace: Workspace,
  memberIds: readonly [string, ...string[]],
  size: DemoSize,
  now: number,
): Promise<void> {
  const { id, slug } = workspace
  const scene = { random: createRandom(slug), now, memberIds }
  const contents = (slug === 'globex' ? makeGlobexContents : makeContents)(scene, size.records)
  for (const object of contents.objects) {
    await tx.objects.create(id, object)
    for (const field of object.fields) await tx.objects.createField(id, field)
  }
  const records = [...contents.companies, ...contents.people, ...contents.rest]
  await tx.records.createMany(id, records)
  await tx.search.putMany(
    id,
    records
      .filter((record) => !record.archived)
      .map(({ id: ref, title, updatedAt: rankedAt }) => ({ kind: 'record', ref, title, rankedAt })),
  )
  const sections = makeSections(scene, contents)
  for (const section of sections) await tx.tasks.createSection(id, section)
  const meetings = makeMeetings(scene, size.meetings, contents)
  await tx.meetings.createMany(id, meetings)
  const tasks = makeTasks(scene, size.tasks, contents, sections, meetings)
  await tx.tasks.createMany(id, tasks)
  for (const notification of makeNotifications(scene, tasks, contents)) {
    await tx.notifications.create(id, notification)
  }
  const seen = records.filter((record) => !record.archived).slice(0, 6)
  for (const [place, record] of seen.entries()) {
    await tx.records.markViewed(id, memberIds[0], record.id, now - (place + 1) * 3_600_000)
  }
}

async function loadWorkspace(tx: Tx, plan: WorkspacePlan, hashes: ReadonlyMap<string, string>, now: number) {
  const known = await tx.workspaces.bySlug(plan.slug)
  const at = now - 400 * 86_400_000
  const workspace =
    known ??
    (await createWorkspaceIn(tx, {
      slug: plan.slug,
      name: plan.name,
      plan: plan.plan,
      memberLimit: null,
      at,
    }))
  const members: DemoAnswer['workspaces'][number]['members'] = []
  for (const { name, email, role } of plan.people) {
    const password = demoPassword(email)
    if (known) {
      const person = await tx.people.byEmail(email)
      const standing = person && (await tx.members.standing(workspace.id, person.id))
      if (!standing) {
        throw operatorError('already_exists', `There is a workspace \`${plan.slug}\` that is not the demo’s.`)
      }
      members.push({ userId: person.id, email, password, role: standing.role })
    } else {
      const person = await personIn(tx, { email, name, passwordHash: hashes.get(email) ?? null, at })
      await tx.members.put(workspace.id, person.id, role, at)
      members.push({ userId: person.id, email, password, role })
    }
  }
  const [first, ...others] = members.map((member) => member.userId)
  if (!known && first !== undefined) await fillWorkspace(tx, workspace, [first, ...others], plan.size, now)
  return { id: workspace.id, slug: workspace.slug, plan: workspace.plan, members }
}

/**
 * Loads what is missing of the demo, each workspace whole or not at all.
 * @param now epoch milliseconds
 * @throws OperatorError `already_exists` when a workspace has a demo slug but not the demo's people
 */
export async function loadDemo(store: Store, size: DemoSize, now: number): Promise<DemoAnswer> {
  const workspaces: DemoAnswer['workspaces'] = []
  for (const plan of plans(size)) {
    const hashes = new Map<string, string>()
    const known = await store.read((tx) => tx.workspaces.bySlug(plan.slug))
    if (!known) {
      for (const { email } of plan.people) hashes.set(email, await hashPassword(demoPassword(email)))
    }
    workspaces.push(await store.write((tx) => loadWorkspace(tx, plan, hashes, now)))
  }
  return { workspaces }
}
