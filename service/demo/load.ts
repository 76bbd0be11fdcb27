// Loads the demo workspaces. The same seed makes the same data, placed around now; a workspace that is already there
// is left as it is, so that running it twice changes nothing.
import { hashPassword } from '../oauth/password.ts'
import { operatorError } from '../operator/error.ts'
import { personIn } from '../operator/members.ts'
import { createWorkspaceIn } from '../operator/workspaces.ts'
import type { Role } from '../workspaces/members.store.ts'
import type { Store, Tx } from '../db/store.ts'
import type { Plan } from '../workspaces/workspaces.store.ts'
import { fillWorkspace, partsOf, usualPart, type DemoSize, type Part } from './fill.ts'

type Person = { name: string; email: string; role: Role }
type WorkspacePlan = { slug: string; name: string; plan: Plan; people: [Person, ...Person[]]; size: DemoSize }

type Members = { userId: string; email: string; password: string; role: Role }[]
type Parts = readonly [Part, ...Part[]]

export type DemoAnswer = { workspaces: { id: string; slug: string; plan: Plan; members: Members }[] }

/** Known to everyone who reads this, which is what a demo is for. */
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

/** The slug while parts are missing: it says which comes next, and belongs to nobody else's workspace. */
const unfinishedSlug = (slug: string, { index, of }: Part) => `${slug}-part-${index + 1}-of-${of}`

/** Takes the demo's people by their addresses. @throws OperatorError `already_exists` when one of them is no member */
async function knownMembers(tx: Tx, { slug, people }: WorkspacePlan, workspaceId: string): Promise<Members> {
  const members: Members = []
  for (const { email } of people) {
    const person = await tx.people.byEmail(email)
    const standing = person && (await tx.members.standing(workspaceId, person.id))
    if (!standing)
      throw operatorError('already_exists', `There is a workspace \`${slug}\` that is not the demo’s.`)
    members.push({ userId: person.id, email, password: demoPassword(email), role: standing.role })
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
    await tx.members.put(workspaceId, person.id, role, at)
    members.push({ userId: person.id, email, password: demoPassword(email), role })
  }
  return members
}

/** The workspace that a load left unfinished, and the part that it lacks next. */
async function unfinished(tx: Tx, { slug }: WorkspacePlan, parts: readonly Part[]) {
  const names = new RegExp(`^${slug}-part-\\d+-of-\\d+$`)
  const workspace = (await tx.workspaces.list()).find((one) => names.test(one.slug))
  if (!workspace) return undefined
  const part = parts.find((one) => unfinishedSlug(slug, one) === workspace.slug)
  if (part) return { workspace, part }
  throw operatorError(
    'conflict',
    `A demo of another size was cut off here, at \`${workspace.slug}\`. Run it again with as many records, tasks and meetings as then, or take another database.`,
  )
}

/** Loads the next part of a workspace. @returns what was loaded, and the workspace once it is whole */
async function loadNext(
  tx: Tx,
  plan: WorkspacePlan,
  parts: Parts,
  hashes: ReadonlyMap<string, string>,
  now: number,
) {
  const { slug, name } = plan
  const known = await tx.workspaces.bySlug(slug)
  if (known) return { part: undefined, whole: { ...known, members: await knownMembers(tx, plan, known.id) } }
  const at = now - 400 * 86_400_000
  const begun = await unfinished(tx, plan, parts)
  const part = begun?.part ?? parts[0]
  const workspace =
    begun?.workspace ?? (await createWorkspaceIn(tx, { slug, name, plan: plan.plan, memberLimit: null, at }))
  const members = begun
    ? await knownMembers(tx, plan, workspace.id)
    : await addMembers(tx, plan, workspace.id, hashes, at)
  const [first, ...others] = members.map((member) => member.userId)
  if (first !== undefined) await fillWorkspace(tx, workspace.id, slug, [first, ...others], part, now)
  const next = parts[part.index + 1]
  await tx.workspaces.change(workspace.id, { slug: next ? unfinishedSlug(slug, next) : slug })
  return { part, whole: next ? undefined : { ...workspace, slug, members } }
}

export type LoadOptions = {
  /** Takes the number of records, tasks and meetings that have been stored, after each part. */
  passed?: (count: number) => void
  /** How many of each go into one transaction, at most. */
  atOnce?: number
}

/**
 * Loads what is missing of the demo. A workspace is there under its slug when all of it is; a large one is loaded in
 * parts, and where a load was cut off, the next one of the same size goes on.
 * @param now epoch milliseconds
 * @throws OperatorError `already_exists` when a workspace has a demo slug but not the demo's people, `conflict` when a
 *   load of another size was cut off
 */
export async function loadDemo(
  store: Store,
  size: DemoSize,
  now: number,
  { passed = () => {}, atOnce = usualPart }: LoadOptions = {},
): Promise<DemoAnswer> {
  const workspaces: DemoAnswer['workspaces'] = []
  let count = 0
  for (const plan of plans(size)) {
    const parts = partsOf(plan.size, atOnce)
    const hashes = new Map<string, string>()
    const known = await store.read((tx) => tx.workspaces.bySlug(plan.slug))
    if (!known) {
      for (const { email } of plan.people) hashes.set(email, await hashPassword(demoPassword(email)))
    }
    for (let whole; !whole;) {
      const loaded = await store.write((tx) => loadNext(tx, plan, parts, hashes, now))
      const { records = 0, tasks = 0, meetings = 0 } = loaded.part?.size ?? {}
      passed((count += records + tasks + meetings))
      whole = loaded.whole
      if (whole) {
        const { id, slug, members } = whole
        workspaces.push({ id, slug, plan: whole.plan, members })
      }
    }
  }
  return { workspaces }
}
