// Demo records: companies, the people in them, deals with them, and another workspace's vendors.
import { titleOf, systemValues } from '../records/record-values.rules.ts'
import type { RecordValue, RecordValues, StoredRecord } from '../records/record.ts'
import { asciiWord, companyName, jobTitle, personName, phoneNumber, place } from './names.ts'
import type { DemoObject } from './objects.ts'
import type { Random } from './random.ts'
import type { Workdays } from './workdays.ts'

export type DemoRecord = Omit<StoredRecord, 'version'>
const day = 86_400_000

/** The inputs of demo records. Members own records; times are before `now` (epoch milliseconds). */
export type Scene = {
  random: Random
  now: number
  memberIds: readonly [string, ...string[]]
  /** The span in which records are created: `within` milliseconds before `until`. */
  born: { until: number; within: number }
  /** For a person's own workspace; in others times are around now, at any hour. */
  workdays: Workdays | null
}

const isoDay = (time: number) => new Date(time).toISOString().slice(0, 10)

/** Some values by slug; where two fields share a slug, the first comes by `slug`, the second by `slug#2`. */
type Plan = Record<string, RecordValue | undefined>

function toValues(object: DemoObject, id: string, plan: Plan): RecordValues {
  const seen = new Map<string, number>()
  const values: RecordValues = systemValues(object.fields, id)
  for (const field of object.fields) {
    const time = (seen.get(field.slug) ?? 0) + 1
    seen.set(field.slug, time)
    const value = plan[time === 1 ? field.slug : `${field.slug}#${time}`]
    if (value !== undefined) values[field.id] = value
  }
  return values
}

function makeRecord(scene: Scene, object: DemoObject, plan: (id: string) => Plan): DemoRecord {
  const { random, born, memberIds } = scene
  const id = random.uuid()
  const values = toValues(object, id, plan(id))
  const createdAt = born.until - Math.floor(random.fraction() * born.within) - day
  return {
    id,
    objectId: object.id,
    title: titleOf(object.fields, values),
    avatarUrl: null,
    values,
    archived: random.chance(3),
    createdBy: random.pick(memberIds),
    createdAt,
    updatedAt: createdAt + Math.floor(random.fraction() * (born.until - createdAt)),
  }
}

const recently = ({ random, now }: Scene) =>
  new Date(now - random.whole(1, 90 * 24) * 3_600_000).toISOString()

const maybe = <T>(random: Random, percent: number, make: () => T): T | undefined =>
  random.chance(percent) ? make() : undefined

export function makeCompany(scene: Scene, object: DemoObject, name: string): DemoRecord {
  const { random, now, memberIds } = scene
  return makeRecord(scene, object, () => ({
    name,
    domain: `https://www.${name.split(/\s+/).map(asciiWord).join('')}.example`,
    status: random.pick(['prospect', 'prospect', 'customer', 'customer', 'customer', 'former']),
    industry: random.pick(['manufacturing', 'software', 'health', 'logistics', 'finance', 'food']),
    employees: random.pick([8, 14, 25, 60, 120, 340, 900, 2400, 11_000]),
    revenue: maybe(random, 70, () => random.whole(3, 900) * 100_000),
    fit: maybe(random, 80, () => random.whole(1, 5)),
    partner: random.chance(20),
    founded: isoDay(now - random.whole(2, 60) * 365 * day),
    location: place(random),
    notes: maybe(
      random,
      40,
      () => `Met at a trade fair in ${place(random).city}. Prefers to be called in the morning.`,
    ),
    owner: random.pick(memberIds),
    audience: random.whole(120, 90_000),
    last_interaction: recently(scene),
    enrichment: { source: 'demo', confidence: random.whole(60, 99) / 100 },
  }))
}

export function makePerson(
  scene: Scene,
  object: DemoObject,
  companies: readonly DemoRecord[],
  { full, address } = personName(scene.random),
): DemoRecord {
  const { random, now, memberIds } = scene
  const company = companies[random.whole(0, Math.max(companies.length - 1, 0))]
  const tags = random.some(['decision-maker', 'champion', 'newsletter', 'speaker'], random.whole(0, 2))
  const host = asciiWord(company?.title ?? 'people')
  return makeRecord(scene, object, () => ({
    name: full,
    email: `${address}@${host}.example`,
    job_title: jobTitle(random),
    company: company?.id,
    phone: phoneNumber(random),
    'phone#2': maybe(random, 50, () => phoneNumber(random)),
    tags: tags.length > 0 ? tags : undefined,
    birthday: maybe(random, 60, () => isoDay(now - random.whole(22 * 365, 67 * 365) * day)),
    owner: random.pick(memberIds),
    last_interaction: recently(scene),
  }))
}

const dealNames = [
  'Renewal',
  'Pilot',
  'Rollout',
  'Extension',
  'Framework agreement',
  'Second site',
  'Upgrade',
] as const

export function makeDeal(
  scene: Scene,
  object: DemoObject,
  companies: readonly DemoRecord[],
  people: readonly DemoRecord[],
): DemoRecord {
  const { random, now, memberIds } = scene
  const company = companies[random.whole(0, Math.max(companies.length - 1, 0))]
  const contact = people[random.whole(0, Math.max(people.length - 1, 0))]
  const kind = random.pick(dealNames)
  return makeRecord(scene, object, () => ({
    name: company ? `${company.title} – ${kind.toLowerCase()}` : kind,
    stage: random.pick(['lead', 'proposal', 'proposal', 'negotiation', 'won', 'lost']),
    value: random.whole(4, 400) * 500,
    company: company?.id,
    contacts: contact ? [contact.id] : undefined,
    close_date: isoDay(now + random.whole(-60, 120) * day),
    kick_off: maybe(random, 40, () => new Date(now + random.whole(1, 60) * day).toISOString()),
    owner: random.pick(memberIds),
    health: random.whole(1, 100),
  }))
}

export function makeVendor(scene: Scene, object: DemoObject): DemoRecord {
  const { random } = scene
  const name = companyName(random)
  const host = `${name.split(/\s+/).map(asciiWord).join('')}.example`
  return makeRecord(scene, object, () => ({
    name,
    website: `https://${host}`,
    contact_email: `orders@${host}`,
    approved: random.chance(70),
    reliability: random.whole(3, 10),
  }))
}
