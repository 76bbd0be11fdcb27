// One call of a tool: who makes it, and what it needs. Names of people and moments, as assistants write them.
import type { TaskStatus } from '../../shared/api/launcher/tasks.ts'
import { priority, type Scope } from '../../shared/api/primitives.ts'
import { holdsScope } from '../access/principal.ts'
import { membersOfWorkspace, type MemberPerson } from '../access/members.store.ts'
import { getPerson, shownEmail } from '../access/people.store.ts'
import { dayText, endOfDayIn, instantIn } from '../calendars/reading/days.ts'
import type { Sight } from '../changes/changes.ts'
import { inPipeline } from '../db/sql.ts'
import type { Tx } from '../db/store.ts'
import type { AppDeps, Principal } from '../http/app-type.ts'
import { storeAndWake } from '../http/idempotency.ts'
import { readerZone } from '../meetings/reader-days.rules.ts'
import { createPreviews } from '../records/record-previews.view.ts'
import { sectionsOfWorkspace, statusesOfTasks, type Section } from '../tasks/task-settings.store.ts'
import type { Answer } from './answers.ts'

export type McpDeps = Pick<AppDeps, 'store' | 'now' | 'newId' | 'baseUrl' | 'log' | 'webhooks'> & {
  sight: Sight
  /** Whether the service runs on the reader's own machine, whose time zone is then theirs. */
  isLocal: boolean
}

/** Presents the records that a search finds. */
export const previews = createPreviews()

export type Call = { deps: McpDeps; principal: Principal }

export type Tool<Input> = {
  name: string
  title: string
  description: string
  /** Scopes of the whole call, by its arguments as they were sent. */
  scopes: (input: unknown, principal: Pick<Principal, 'scopes'>) => readonly Scope[]
  changes: 'nothing' | 'adds' | 'replaces'
  run: (call: Call, input: Input) => Promise<Answer>
}

/** Stores one change of a call, as a request of its own would. */
export const write = <T>(
  { deps, principal: { workspaceId } }: Call,
  run: (tx: Tx) => Promise<T>,
  touches: readonly string[] | undefined,
): Promise<T> => storeAndWake(deps, workspaceId, run, touches)

export const priorities = priority.options

type Kind = 'task' | 'record' | 'meeting'
export const itemKinds = ['task', 'record', 'meeting'] as const

/** The kinds that an argument names, before it is checked. */
export const kindsIn = (input: unknown, name: string): Kind[] => {
  const given: unknown = typeof input === 'object' && input !== null ? Reflect.get(input, name) : undefined
  const named = (Array.isArray(given) ? given : [given]).slice(0, 100)
  const isOf = (item: unknown, kind: Kind) =>
    item === kind || (typeof item === 'object' && item !== null && Reflect.get(item, 'kind') === kind)
  return itemKinds.filter((kind) => named.some((item) => isOf(item, kind)))
}

export const readingOf = (kind: Kind): Scope => `${kind}s:read`

/** For a call that may leave out what the token does not reach: the kinds that it names, or any. */
export const scopesOfKinds = (
  named: readonly Kind[],
  { scopes }: Pick<Principal, 'scopes'>,
): readonly Scope[] => {
  if (named.length > 0) return named.map(readingOf)
  return itemKinds.some((kind) => holdsScope(scopes, readingOf(kind))) ? [] : ['tasks:read', 'records:read']
}

// People.

export type People = {
  /** How an answer names a person: by name, and by id where two have it. */
  nameOf(id: string): string
  /** The id of a person who is named by id, email address, whole name, or `me`; else a sentence. */
  find(who: string): { id: string } | { fault: string }
  members: readonly MemberPerson[]
}

export async function peopleOf(tx: Tx, { workspaceId, personId }: Principal): Promise<People> {
  const members = await membersOfWorkspace(tx, workspaceId)
  const byId = new Map(members.map((member) => [member.id, member]))
  const named = Map.groupBy(members, ({ name }) => name.trim().toLowerCase())
  return {
    members,
    nameOf(id) {
      const name = byId.get(id)?.name
      if (name === undefined) return id
      return (named.get(name.trim().toLowerCase())?.length ?? 0) > 1 ? `${name} (${id})` : name
    },
    find(who) {
      const wanted = who.trim().toLowerCase()
      if (wanted === 'me') return { id: personId }
      const member =
        byId.get(who) ??
        members.find(({ email }) => shownEmail(email).toLowerCase() === wanted && wanted !== '')
      if (member) return { id: member.id }
      const [only, another] = named.get(wanted) ?? []
      if (only && !another) return { id: only.id }
      const why = another ? 'Several members have this name: use an id' : 'There is no such member'
      return { fault: `${why}. describe_workspace lists the members.` }
    },
  }
}

/** Ids of people as they were named, or the first fault. */
export function idsOfPeople(people: People, named: readonly string[]): { ids: string[] } | { fault: string } {
  const ids: string[] = []
  for (const who of named) {
    const found = people.find(who)
    if ('fault' in found) return { fault: `\`${who.slice(0, 100)}\`: ${found.fault}` }
    ids.push(found.id)
  }
  return { ids }
}

// Moments.

const dayOnly = /^\d{4}-\d\d-\d\d$/

export const zoneOf = async (tx: Tx, { personId }: Principal, { isLocal }: McpDeps): Promise<string> =>
  readerZone((await getPerson(tx, personId))?.zone ?? null, isLocal)

/** A day is its end, as a due date, or its beginning where the person lives. @returns undefined for what is not a moment */
export function momentOf(text: string, zone: string, edge: 'beginning' | 'end'): number | undefined {
  if (!dayOnly.test(text)) {
    const at = /T\d\d:\d\d.*(?:Z|[+-]\d\d:?\d\d)$/i.test(text) ? Date.parse(text) : Number.NaN
    return Number.isNaN(at) ? undefined : at
  }
  return edge === 'end' ? endOfDayIn(text, zone) : instantIn(text, zone)
}

/** A date as it is written: a day where it is the edge of one for the person, else an instant. */
export function dateWords(at: number | null, zone: string, edge: 'beginning' | 'end'): string | undefined {
  if (at === null) return undefined
  const day = dayText(at, zone)
  return momentOf(day, zone, edge) === at ? day : new Date(at).toISOString()
}

/** The names that tasks use, and the zone of the person's dates. */
export type TaskWords = {
  people: People
  statuses: readonly TaskStatus[]
  sections: readonly Section[]
  zone: string
}

export async function taskWords(tx: Tx, principal: Principal, deps: McpDeps): Promise<TaskWords> {
  const [people, statuses, sections, zone] = await inPipeline([
    peopleOf(tx, principal),
    statusesOfTasks(tx, principal.workspaceId),
    sectionsOfWorkspace(tx, principal.workspaceId),
    zoneOf(tx, principal, deps),
  ])
  return { people, statuses, sections, zone }
}
