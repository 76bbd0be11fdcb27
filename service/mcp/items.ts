// Tools for items of any kind: find, read, archive, comment.
import type { Scope } from '../../shared/api/primitives.ts'
import { actorOf, holdsScope, webUrlFor, type WebUrl } from '../access/principal.ts'
import { iso } from '../base/time.ts'
import { presentMeeting, seenMeetings, type SeenMeeting } from '../calendars/meeting.view.ts'
import { addComment } from '../comments/comment-write.ts'
import { listComments, type CommentTarget } from '../comments/comments.store.ts'
import { inPipeline } from '../db/sql.ts'
import type { Tx } from '../db/store.ts'
import type { Principal } from '../http/app-type.ts'
import { foundFor } from '../launcher/found.view.ts'
import { meetingsAmong } from '../meetings/meetings.store.ts'
import { recordAuthor, setRecordArchived } from '../records/record-write.ts'
import { recordsAmong } from '../records/records.store.ts'
import { archiveTask, taskAuthor } from '../tasks/task-write.ts'
import { tasksAmong } from '../tasks/tasks.store.ts'
import { seesTask } from '../tasks/visibility.rules.ts'
import {
  dataBlock,
  fitting,
  lineOf,
  outcomesAnswer,
  pageAnswer,
  pageRows,
  present,
  refused,
  short,
  type Answer,
} from './answers.ts'
import {
  dateWords,
  idsOfPeople,
  itemKinds,
  kindsIn,
  peopleOf,
  previews,
  readingOf,
  scopesOfKinds,
  taskWords,
  write,
  zoneOf,
  type Call,
  type People,
  type Tool,
} from './call.ts'
import { mayChangeRecords, objectsAndFields, readsOnly, recordRow } from './records.ts'
import type { Inputs } from './schemas.ts'
import { taskRow } from './tasks.ts'

export const find: Tool<Inputs['find']> = {
  name: 'find',
  title: 'Find',
  description:
    'Searches titles, names, email addresses, phone numbers, descriptions and comments of tasks, records and meetings; the 25 best. `inside` is the place in a text. Use more words for fewer.',
  scopes: (input, principal) => scopesOfKinds(kindsIn(input, 'kinds'), principal),
  changes: 'nothing',
  async run({ deps, principal }, { text, kinds: wanted }) {
    const open = itemKinds.filter((kind) => holdsScope(principal.scopes, readingOf(kind)))
    const asked = { query: text, kinds: wanted ?? open, limit: pageRows }
    const shown = { webUrl: webUrlFor(deps.baseUrl(), principal), previews, now: deps.now() }
    const [found, zone] = await deps.store.ask((tx) =>
      inPipeline([foundFor(tx, principal, asked, shown), zoneOf(tx, principal, deps)]),
    )
    const rows = found.map((result) => {
      const { kind, id, badge } = result
      const title = short(result.title, 200)
      const inside = result.kind === 'meeting' ? undefined : result.snippet
      if (kind === 'task') {
        const { status, dueDate } = result.task
        const due = dateWords(dueDate === null ? null : Date.parse(dueDate), zone, 'end')
        return { kind, id, title, ...present({ status: status?.slug ?? badge, due, inside }) }
      }
      if (kind === 'meeting') return { kind, id, title, start: result.meeting.startAt }
      const { objectTypeSlug: object, meta } = result.record
      const values = Object.fromEntries(meta.map(({ label, value }) => [label, short(value, 80)]))
      return { kind, id, object, title, ...present({ shown: meta.length > 0 ? values : undefined, inside }) }
    })
    return pageAnswer(rows, () => null, { none: 'Nothing was found.' })
  },
}

const commentsShown = 20

const commentsOn = async (tx: Tx, { workspaceId }: Principal, target: CommentTarget, people: People) => {
  const found = await listComments(tx, workspaceId, target, { after: undefined, limit: commentsShown + 1 })
  const comments = found.slice(0, commentsShown).map(({ content, createdBy, createdAt }) => ({
    by: people.nameOf(createdBy),
    at: iso(createdAt),
    text: content,
  }))
  return present({ comments, older_comments: found.length > commentsShown ? 'not shown' : undefined })
}

const meetingRow = (meeting: SeenMeeting, webUrl: WebUrl) => {
  const shown = presentMeeting(meeting, webUrl, 'one')
  const { startAt, endAt, allDay, location, joinUrl, attendees, description, linkedRecordIds } = shown.meeting
  const all_day = allDay || undefined
  const who = attendees?.map(({ name, email }) => name || email)
  return {
    kind: 'meeting',
    id: meeting.id,
    title: shown.title,
    start: startAt,
    end: endAt,
    ...present({
      all_day,
      location,
      join_url: joinUrl,
      attendees: who,
      description,
      records: linkedRecordIds,
    }),
    ...present({ url: shown.webUrl }),
  }
}

/** Rows of what the caller sees among some items, by kind and id. */
async function rowsOf(tx: Tx, { deps, principal }: Call, items: Inputs['read']['items']) {
  const { workspaceId } = principal
  // Over stdio there is no address.
  const hasAddress = deps.baseUrl() !== ''
  const webUrl: WebUrl = hasAddress ? webUrlFor(deps.baseUrl(), principal) : () => ''
  const idsOf = (kind: string) => [
    ...new Set(items.flatMap((item) => (item.kind === kind ? [item.id.toLowerCase()] : []))),
  ]
  const [tasks, records, meetings, words] = await inPipeline([
    tasksAmong(tx, workspaceId, idsOf('task')),
    recordsAmong(tx, workspaceId, idsOf('record')),
    meetingsAmong(tx, workspaceId, idsOf('meeting')),
    taskWords(tx, principal, deps),
  ])
  const objects = await objectsAndFields(
    tx,
    workspaceId,
    records.map(({ objectId }) => objectId),
  )
  const rows = new Map<string, object>()
  for (const task of tasks) {
    if (!seesTask(principal, task)) continue
    const talk = await commentsOn(tx, principal, { kind: 'task', id: task.id }, words.people)
    rows.set(`task ${task.id}`, {
      ...taskRow(task, words),
      ...talk,
      ...present({ url: webUrl('task', task.id) }),
    })
  }
  for (const record of records) {
    const { slug = '', fields = [] } = objects.get(record.objectId) ?? {}
    const talk = await commentsOn(tx, principal, { kind: 'record', id: record.id }, words.people)
    rows.set(`record ${record.id}`, {
      ...recordRow(record, slug, fields),
      ...talk,
      ...present({ url: webUrl('record', record.id) }),
    })
  }
  for (const meeting of await seenMeetings(tx, principal, meetings))
    rows.set(`meeting ${meeting.id}`, meetingRow(meeting, webUrl))
  return rows
}

const roomOfOne = 6_400

/** A part of one long item. */
function partAnswer(line: string, from: number): Answer {
  const part = line.slice(from, from + roomOfOne)
  const end = from + part.length
  const where = `Characters ${from} to ${end} of ${line.length} of the JSON of this item.`
  const more = end < line.length ? ` Go on: read with this one item and from: ${end}.` : ''
  return { text: `${where}${more}\n${dataBlock([part])}` }
}

export const read: Tool<Inputs['read']> = {
  name: 'read',
  title: 'Read items',
  description:
    'Up to 25 tasks, records or meetings in full, with values by field slug, links and newest comments.',
  scopes: (input) => {
    const named = kindsIn(input, 'items')
    return named.length > 0 ? named.map(readingOf) : ['tasks:read']
  },
  changes: 'nothing',
  async run(call, { items, from = 0 }) {
    const rows = await call.deps.store.read((tx) => rowsOf(tx, call, items))
    const nameOf = ({ kind, id }: { kind: string; id: string }) => `${kind} ${id.toLowerCase()}`
    const names = [...new Set(items.map(nameOf))]
    const missing = names.filter((name) => !rows.has(name)).map((name) => short(name, 60))
    const notes = missing.length > 0 ? [`There is no ${missing.join(', no ')} that you may see.`] : []
    const lines = names.flatMap((name) => (rows.has(name) ? [{ name, line: lineOf(rows.get(name)) }] : []))
    const [first] = lines
    if (!first) return refused(notes.join('\n'))
    if (from > 0 && lines.length > 1) return refused('from goes with one item: name that item alone.')
    if (from > 0 || (lines.length === 1 && first.line.length > roomOfOne)) return partAnswer(first.line, from)
    const shown = fitting(
      lines.map(({ line }) => line),
      roomOfOne,
    )
    const left = lines.slice(shown).map(({ name }) => name)
    if (left.length > 0)
      notes.push(`Not shown, because the answer would be too long: call read for ${left.join(', ')}.`)
    if (shown === 0) return { text: notes.join('\n') }
    return { text: [dataBlock(lines.slice(0, shown).map(({ line }) => line)), ...notes].join('\n') }
  },
}

export const archive: Tool<Inputs['archive']> = {
  name: 'archive',
  title: 'Archive or restore',
  description:
    'Archives up to 25 tasks or records. Archived tasks cannot be restored; records can, with restore: true. To finish a task, change its status instead.',
  scopes: (input) => {
    const named = kindsIn(input, 'items').flatMap((kind): Scope[] =>
      kind === 'meeting' ? [] : [`${kind}s:write`],
    )
    return named.length > 0 ? named : ['tasks:write']
  },
  changes: 'replaces',
  async run(call, { items, restore = false }) {
    const { deps, principal } = call
    const unconditional = { ifMatch: undefined, ifNoneMatch: undefined }
    const outcomes = await Promise.all(
      items.map(async ({ kind, id: given }) => {
        const id = given.toLowerCase()
        if (kind === 'record' && !mayChangeRecords(principal)) return { id, fault: readsOnly }
        if (kind === 'task' && restore) return { id, fault: 'Archived tasks cannot be restored.' }
        const at = deps.now()
        const row = (title: string) => ({ row: { kind, id, title: short(title, 100), archived: !restore } })
        if (kind === 'record') {
          const author = recordAuthor(principal, at)
          const outcome = await write(call, (tx) => setRecordArchived(tx, author, id, !restore), [id])
          return outcome.ok ? row(outcome.record.title) : { id, fault: outcome.message }
        }
        const author = taskAuthor(principal, at)
        const outcome = await write(call, (tx) => archiveTask(tx, author, id, unconditional), [id])
        return outcome.ok ? row(outcome.task.title) : { id, fault: outcome.message }
      }),
    )
    return outcomesAnswer(outcomes, restore ? 'restored' : 'archived')
  },
}

export const comment: Tool<Inputs['comment']> = {
  name: 'comment',
  title: 'Comment',
  description:
    'Adds a comment in your name to a task or record. People of the task, and members that it mentions, are notified.',
  scopes: () => ['comments:write'],
  changes: 'adds',
  async run(call, { on, text, mentions = [] }) {
    const { deps, principal } = call
    const people = await deps.store.ask((tx) => peopleOf(tx, principal))
    const who = idsOfPeople(people, mentions)
    if ('fault' in who) return refused(`Nothing was saved. mentions: ${who.fault}`)
    const target = { kind: on.kind, id: on.id.toLowerCase() }
    const author = { ...principal, actor: actorOf(principal), at: deps.now() }
    const input = { content: text, mentions: who.ids }
    const outcome = await write(call, (tx) => addComment(tx, author, target, input), [target.id])
    if (!outcome.ok) return refused(`Nothing was saved. ${outcome.message}`)
    return {
      text: `Commented.\n${dataBlock([lineOf({ kind: 'comment', id: outcome.comment.id, on: target })])}`,
    }
  },
}
