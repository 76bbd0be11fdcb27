// The trail of changes for owners and admins: who changed what, when, and by which request (FED-02).
import { launcherScopes } from '../../shared/api/primitives.ts'
import { changeAction, changeActorType, changeKind, changesKeptDays } from '../../shared/api/changes.ts'
import { everyMemberOf } from '../access/members.store.ts'
import { iso } from '../base/time.ts'
import { actionsOf, actorNames, type Reader } from '../changes/changes.ts'
import { changeTrail, type StoredChange, type TrailFilter } from '../changes/changes.store.ts'
import { endOfDayIn, instantIn } from '../calendars/reading/days.ts'
import type { Tx } from '../db/store.ts'
import { csvOf } from '../imports/import.view.ts'
import { inLanguage, say, sayParts } from '../language/say.ts'
import { html, type Html } from '../oauth/pages/html.ts'
import { recordsAmong } from '../records/records.store.ts'
import { changeSight } from '../tasks/change-sight.ts'
import { tasksAmong } from '../tasks/tasks.store.ts'
import { managers, type SitePage, type Visit } from '../site/kit.ts'
import { hrefOf, nextLink, pageLength, selectField, submit, table, timeOf } from '../site/parts.ts'

/** Rows of a file, and of one statement that fills it. */
const mostInFile = 50_000
const readAtOnce = 500
/** Changes that one page looks at, where most are not for the visitor. */
const mostLookedAt = 5_000

/** Without `gone`, which only a reader's view of a change has. */
const actions = changeAction.exclude(['gone']).options

/** A day of the filter; empty for anything else. */
const dayIn = (query: URLSearchParams, name: string): string =>
  /^\d{4}-\d\d-\d\d$/.exec(query.get(name) ?? '')?.[0] ?? ''

const filterOf = ({ query, zone }: Pick<Visit, 'query' | 'zone'>): TrailFilter => {
  const named = <T extends string>(
    known: { safeParse(text: unknown): { data?: T | undefined } },
    name: string,
  ) => known.safeParse(query.get(name)).data
  const action = named(changeAction, 'action')
  const lastDayEnds = endOfDayIn(dayIn(query, 'to'), zone)
  const before = /^\d{1,15}$/.exec(query.get('before') ?? '')?.[0]
  return {
    kind: named(changeKind, 'kind'),
    action: action === 'gone' ? undefined : action,
    actorType: named(changeActorType, 'by'),
    personId: query.get('person') || undefined,
    from: instantIn(dayIn(query, 'from'), zone),
    until: lastDayEnds && lastDayEnds + 1,
    before: before === undefined ? undefined : Number(before),
  }
}

const filterNames = ['kind', 'action', 'by', 'person', 'from', 'to'] as const

/** The filter as it is in the address. */
const filterQuery = ({ query }: Pick<Visit, 'query'>): URLSearchParams => {
  const kept = new URLSearchParams()
  for (const name of filterNames) {
    const value = query.get(name)
    if (value) kept.set(name, value)
  }
  return kept
}

/** A meeting of a private calendar is not there for anybody else, whatever their role (CAL-06). */
const seen = async (
  tx: Tx,
  { workspace, person, actor }: Pick<Visit, 'workspace' | 'person' | 'actor'>,
  changes: readonly StoredChange[],
): Promise<StoredChange[]> => {
  const { role } = actor
  const reader: Reader = {
    kind: 'launcher',
    workspaceId: workspace.id,
    personId: person.id,
    role,
    scopes: launcherScopes,
  }
  const seenActions = await actionsOf(tx, reader, changes, changeSight)
  return changes.filter((_, place) => seenActions[place] !== null)
}

/**
 * Reads until there are enough, or enough was looked at.
 * @returns those that the visitor sees, and where the rest begins: undefined at the end
 */
async function readTrail(
  visit: Pick<Visit, 'tx' | 'workspace' | 'person' | 'actor'>,
  filter: TrailFilter,
  { wanted, mostRead }: { wanted: number; mostRead: number },
): Promise<{ shown: StoredChange[]; before: number | undefined }> {
  const shown: StoredChange[] = []
  let { before } = filter
  for (let read = 0; read < mostRead && shown.length <= wanted; read += readAtOnce) {
    const found = await changeTrail(visit.tx, visit.workspace.id, { ...filter, before }, readAtOnce)
    shown.push(...(await seen(visit.tx, visit, found)))
    before = found.length < readAtOnce ? undefined : found.at(-1)?.number
    if (before === undefined) break
  }
  if (shown.length <= wanted) return { shown, before }
  return { shown: shown.slice(0, wanted), before: shown[wanted - 1]?.number }
}

const itemOf = ({ kind, id, item }: StoredChange): { kind: 'record' | 'task' | 'meeting'; id: string } =>
  kind === 'comment' ? (item ?? { kind: 'record', id }) : { kind, id }

/** Titles of records and tasks by id. Meetings stay without: who sees a title may change from day to day. */
const titlesOf = async (
  tx: Tx,
  workspaceId: string,
  changes: readonly StoredChange[],
): Promise<ReadonlyMap<string, string>> => {
  const idsOf = (kind: string) => [
    ...new Set(changes.map(itemOf).flatMap((item) => (item.kind === kind ? [item.id] : []))),
  ]
  const records = await recordsAmong(tx, workspaceId, idsOf('record'))
  const tasks = await tasksAmong(tx, workspaceId, idsOf('task'))
  return new Map([...records, ...tasks].map(({ id, title }) => [id, title]))
}

const pageOfItem = ({ workspace }: Pick<Visit, 'workspace'>, change: StoredChange): string => {
  const { kind, id } = itemOf(change)
  return `/w/${workspace.slug}/${kind}s/${encodeURIComponent(id)}`
}

const withAll = (options: readonly [string, string][]): [string, string][] => [
  ['', say('changes.all')],
  ...options,
]

const dayField = ({ query }: Visit, name: string, label: string): Html =>
  html`<div class="field">
    <label for="filter-${name}">${label}</label>
    <input id="filter-${name}" name="${name}" type="date" value="${dayIn(query, name)}" />
  </div>`

const filterForm = async (visit: Visit): Promise<Html> => {
  const { tx, workspace, query } = visit
  const people: [string, string][] = (await everyMemberOf(tx, workspace.id)).map(
    ({ id, name, removedAt }) => [id, removedAt === null ? name : say('members.removed', { name })],
  )
  const field = (name: string, label: string, options: [string, string][]) =>
    selectField(visit, { form: 'filter', name, label, options, value: query.get(name) ?? '' })
  const kinds = changeKind.options.map((kind): [string, string] => [kind, say(`changes.kind.${kind}`)])
  const made = actions.map((action): [string, string] => [action, say(`changes.action.${action}`)])
  const actors = changeActorType.options.map((type): [string, string] => [type, say(`changes.by.${type}`)])
  return html`<form method="get" action="${hrefOf(visit, 'changes')}">
    ${field('kind', say('changes.kind'), withAll(kinds))}
    ${field('action', say('changes.action'), withAll(made))}
    ${field('by', say('changes.by'), withAll(actors))}
    ${field('person', say('changes.person'), withAll(people))} ${dayField(visit, 'from', say('changes.from'))}
    ${dayField(visit, 'to', say('changes.to'))} ${submit(say('changes.show'))}
  </form>`
}

const itemWords = ({ kind }: StoredChange, title: string): string =>
  kind === 'comment'
    ? say('changes.item.comment', { title })
    : say('changes.item', { kind: say(`changes.kind.${kind}`), title })

export const changesPage: SitePage = {
  path: 'changes',
  title: 'page.settings.changes',
  roles: managers,
  async read(visit) {
    const { tx, workspace } = visit
    const amount = { wanted: pageLength, mostRead: mostLookedAt }
    const { shown, before } = await readTrail(visit, filterOf(visit), amount)
    const nameOf = await actorNames(tx, workspace.id, shown)
    const titles = await titlesOf(tx, workspace.id, shown)
    const rows = shown.map((change) => [
      timeOf(visit, change.at, ''),
      `${say(`changes.by.${change.actor.type}`)}: ${nameOf(change) ?? change.actor.id}`,
      say(`changes.action.${change.action}`),
      html`<a href="${pageOfItem(visit, change)}"
        >${itemWords(change, titles.get(itemOf(change).id) ?? '')}</a
      >`,
      change.requestId === null ? '' : html`<code>${change.requestId}</code>`,
    ])
    const query = filterQuery(visit)
    const file = hrefOf(visit, `changes-file?${query.toString()}`)
    if (before !== undefined) query.set('before', String(before))
    const columns = [
      say('changes.when'),
      say('changes.who'),
      say('changes.action'),
      say('changes.what'),
      say('changes.request'),
    ]
    const link = html`<a href="${file}" download>${say('changes.file.link')}</a>`
    return {
      body: html`<p class="lead">${say('changes.lead', { days: changesKeptDays })}</p>
        ${await filterForm(visit)}
        ${rows.length === 0 ? html`<p>${say(before === undefined ? 'changes.none' : 'changes.none.onPage')}</p>` : table(say('changes.caption'), columns, rows)}
        ${nextLink(before === undefined ? undefined : hrefOf(visit, `changes?${query.toString()}`))}
        <p>${sayParts('changes.file', { link, rows: mostInFile })}</p>`,
    }
  },
}

export const changesFile: SitePage = {
  path: 'changes-file',
  title: 'page.settings.changes-file',
  under: 'changes',
  roles: managers,
  // Programs read the file: it is in English for everybody.
  read: (visit) =>
    inLanguage('en', async () => {
      const { tx, workspace, origin } = visit
      const amount = { wanted: mostInFile, mostRead: Infinity }
      const { shown } = await readTrail(visit, filterOf(visit), amount)
      const nameOf = await actorNames(tx, workspace.id, shown)
      const head = ['Time', 'Who', 'Name', 'Id of who', 'Action', 'Kind', 'Id', 'Page', 'Request']
      const lines = shown.map((change) => [
        iso(change.at),
        say(`changes.by.${change.actor.type}`),
        nameOf(change) ?? '',
        change.actor.id,
        say(`changes.action.${change.action}`),
        say(`changes.kind.${change.kind}`),
        change.id,
        `${origin}${pageOfItem(visit, change)}`,
        change.requestId ?? '',
      ])
      return { body: html``, file: { name: 'changes.csv', text: csvOf([head, ...lines]) } }
    }),
}
