// Imports an exported workspace in one transaction, so that a crash or a bad line leaves nothing behind. Each line is
// checked against those before it. No events are sent, because no person or program changed anything.
import { counted } from '../base/counted.ts'
import { prefixedId } from '../base/ids.ts'
import { isOperatorError, operatorError } from '../base/operator-error.ts'
import { faultAt, readJson } from '../http/validation.ts'
import { parseFieldValue } from '../objects/field-types.rules.ts'
import type { Field } from '../objects/objects.store.ts'
import type { NewMeeting } from '../meetings/stored-meeting.ts'
import { type NewRecord, type RecordValue, recordEntryOf } from '../records/record.ts'
import type { Store, Tx } from '../db/store.ts'
import type { Role } from '../base/caller.rules.ts'
import { personByEmail, getPerson, insertPerson, foldEmail, localEmail } from '../access/people.store.ts'
import type { Workspace } from '../access/workspaces.store.ts'
import { calendarWriter } from './import-calendars.ts'
import { invalid, line as lineSchema, type Line, type LineCounts, type LineOf } from './format.ts'
import { stopped } from '../tasks/tasks.rules.ts'
import type { Timer } from '../tasks/stored-task.ts'
import type { KeptTask } from './transfer.store.ts'
import { putKeptMember, putKeptTasks } from './transfer.store.ts'
import { setAddresses } from '../calendars/calendars.store.ts'
import { insertField, insertObject } from '../objects/objects.store.ts'
import { takenRecordIds, insertRecords } from '../records/records.store.ts'
import { createComment, type CommentTarget, type StoredComment } from '../comments/comments.store.ts'
import { insertMeetings } from '../meetings/meetings.store.ts'
import { putSearchEntries } from '../search/write-index.store.ts'
import { insertTaskStatus, insertSection } from '../tasks/task-settings.store.ts'
import { workspaceBySlug, insertWorkspace } from '../access/workspaces.store.ts'

/** The number of lines that are written together. */
const batchSize = 1_000

function readLine(text: string): Line {
  const read = readJson(text)
  if (read.is === 'no JSON') throw invalid('This is not JSON.')
  if (read.is === 'fault') throw invalid(faultAt(read))
  const parsed = lineSchema.safeParse(read.document)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw invalid(issue ? faultAt(issue) : 'This is not a line of an export.')
}

type Waiting = {
  records: NewRecord[]
  comments: StoredComment[]
  meetings: NewMeeting[]
  tasks: KeptTask[]
}
const nothing = (): Waiting => ({ records: [], comments: [], meetings: [], tasks: [] })

/** Writes the lines between header and end. */
function workspaceWriter(tx: Tx, workspaceId: string, { asOwner, at }: Pick<ImportInput, 'asOwner' | 'at'>) {
  /** Ids of people in the file → in the database. */
  const people = new Map<string, string>()
  const fieldsOf = new Map<string, Map<string, Field>>()
  const statuses = new Set<string>()
  /** People who are members at once: others have no timer. */
  const active = new Set<string>()
  const timed = new Set<string>()
  const emails = new Set<string>()
  const toInvite: Invitee[] = []
  let waiting = nothing()
  let newPeople = 0
  let isLocal = false

  const person = (id: string): string => {
    const known = people.get(id)
    if (known === undefined) throw invalid(`${id} is not a member in the file.`)
    return known
  }

  const calendars = calendarWriter(tx, workspaceId, { person, at })

  /** The address of a member here. The owner of a local workspace has none in the file. */
  const emailOf = (written: string): string => {
    const email = foldEmail(written)
    if (email !== localEmail) return email
    isLocal = true
    if (asOwner !== undefined) return foldEmail(asOwner)
    const words =
      'The owner of this local workspace has no email address. Name whom they become: --as-owner EMAIL.'
    throw operatorError('bad_option', words)
  }

  /**
   * Finds the person by email address, or creates one without a password. An account that has a password joins by an
   * invitation: somebody else may have chosen it (operator/add-member.ts).
   */
  const putMember = async ({ type: _type, addresses = [], ...member }: LineOf<'member'>) => {
    const email = emailOf(member.email)
    if (emails.has(email)) throw invalid(`${email} is two members of the file.`)
    emails.add(email)
    let known = await personByEmail(tx, email)
    const joinsLater = member.removedAt === null && (known?.passwordHash ?? null) !== null
    if (joinsLater) toInvite.push({ email, role: member.role })
    if (!known) {
      const id = (await getPerson(tx, member.id)) ? prefixedId('usr') : member.id
      const { name, avatarUrl, createdAt, zone = null } = member
      known = { id, email, name, avatarUrl, createdAt, passwordHash: null, zone }
      await insertPerson(tx, known)
      newPeople += 1
    }
    people.set(member.id, known.id)
    const removedAt = joinsLater ? at : member.removedAt
    if (removedAt === null) active.add(known.id)
    await putKeptMember(tx, workspaceId, { ...member, id: known.id, removedAt })
    await setAddresses(tx, workspaceId, known.id, [...new Set(addresses.map(foldEmail))])
  }

  /** A person has one timer. */
  const readTimer = (timer: LineOf<'task'>['timer']): Timer | null => {
    if (timer === undefined) return null
    const personId = person(timer.personId)
    if (timed.has(personId)) throw invalid(`${timer.personId} has two timers in the file.`)
    timed.add(personId)
    return { ...timer, personId }
  }

  const fieldsIn = (objectId: string) => {
    const fields = fieldsOf.get(objectId)
    if (!fields) throw invalid(`${objectId} is not an object in the file.`)
    return fields
  }

  const usedFieldsIn = (objectId: string) =>
    [...fieldsIn(objectId).values()].filter(({ retired }) => !retired)

  const putField = async ({ type: _type, retired = false, ...rest }: LineOf<'field'>) => {
    const field: Field = { ...rest, retired }
    const fields = fieldsIn(field.objectId)
    if (field.primary && retired) throw invalid(`${field.id} is primary, and such a field cannot be retired.`)
    if (field.primary && [...fields.values()].some((other) => other.primary))
      throw invalid(`The object of ${field.id} has a primary field already.`)
    fields.set(field.id, field)
    await insertField(tx, workspaceId, field)
  }

  const readValue = (fields: ReadonlyMap<string, Field>, fieldId: string, value: RecordValue) => {
    const field = fields.get(fieldId)
    if (!field) throw invalid(`values.${fieldId}: the object has no such field.`)
    const parsed = parseFieldValue(field, value)
    if (!parsed.ok) throw invalid(`values.${fieldId}: ${parsed.message}`)
    if (field.kind !== 'user_reference') return value
    const rename = (id: RecordValue) => (typeof id === 'string' ? person(id) : id)
    return Array.isArray(value) ? value.map(rename) : rename(value)
  }

  const readRecord = ({ type: _type, ...record }: LineOf<'record'>): NewRecord => {
    const fields = fieldsIn(record.objectId)
    const values = Object.entries(record.values).map(([id, value]) => [id, readValue(fields, id, value)])
    return { ...record, values: Object.fromEntries(values), createdBy: person(record.createdBy) }
  }

  const readComment = (
    { id, content, mentions = [], createdBy, createdAt, updatedAt }: LineOf<'comment' | 'taskComment'>,
    target: CommentTarget,
  ): StoredComment => ({
    id,
    target,
    content,
    mentions: mentions.map(person),
    createdBy: person(createdBy),
    createdAt,
    updatedAt,
  })

  /** Ids of records are unique in the database (REC-05), all others in their workspace. */
  const checkIds = async (batch: Waiting) => {
    const recordIds = batch.records.map(({ id }) => id)
    const [taken] = await takenRecordIds(tx, workspaceId, recordIds)
    if (taken?.[1] === 'elsewhere')
      throw operatorError(
        'conflict',
        `The record ${taken[0]} is in another workspace of this database. Import into another database.`,
      )
    const seen = new Set<string>()
    const ids = Object.values(batch).flatMap((rows) => rows.map(({ id }) => id))
    const twice = taken?.[0] ?? ids.find((id) => seen.has(id) || !seen.add(id))
    if (twice !== undefined) throw invalid(`The id ${twice} appears twice.`)
  }

  const flush = async () => {
    const batch = waiting
    waiting = nothing()
    await checkIds(batch)
    await insertRecords(tx, workspaceId, batch.records)
    const active = batch.records.filter((record) => !record.archived)
    await putSearchEntries(
      tx,
      workspaceId,
      active.map((record) => recordEntryOf(record, usedFieldsIn(record.objectId))),
    )
    for (const comment of batch.comments) await createComment(tx, workspaceId, comment)
    await insertMeetings(tx, workspaceId, batch.meetings)
    await calendars.flush()
    await putKeptTasks(tx, workspaceId, batch.tasks)
  }

  const take = async (line: Exclude<Line, { type: 'header' | 'end' }>) => {
    switch (line.type) {
      case 'member':
        return putMember(line)
      case 'status': {
        const { type: _type, ...status } = line
        statuses.add(status.slug)
        return insertTaskStatus(tx, workspaceId, status)
      }
      case 'object': {
        const { type: _type, ...object } = line
        fieldsOf.set(object.id, new Map())
        return insertObject(tx, workspaceId, object)
      }
      case 'field':
        return putField(line)
      case 'section': {
        const { type: _type, ...section } = line
        return insertSection(tx, workspaceId, section)
      }
      case 'record':
        waiting.records.push(readRecord(line))
        break
      case 'comment':
        waiting.comments.push(readComment(line, { kind: 'record', id: line.recordId }))
        break
      case 'taskComment':
        waiting.comments.push(readComment(line, { kind: 'task', id: line.taskId }))
        break
      case 'meeting': {
        const { type: _type, ofCalendars, ...meeting } = line
        const createdBy = person(meeting.createdBy)
        const attendeeIds = meeting.attendeeIds.map(person)
        if (ofCalendars === undefined) waiting.meetings.push({ ...meeting, createdBy, attendeeIds })
        else calendars.addMeeting({ ...meeting, createdBy, ...ofCalendars })
        break
      }
      case 'calendar':
        return calendars.put(line)
      case 'calendarMeeting':
        calendars.addCopy(line)
        break
      case 'task': {
        const {
          type: _type,
          timeLogged,
          secondsLogged = 0,
          timer,
          recurrence = null,
          nextTaskId = null,
          ...task
        } = line
        if (!statuses.has(task.status)) throw invalid(`${task.status} is not a status in the file.`)
        const assignees = task.assignees.map(person)
        const logged = {
          secondsLogged: Math.max(0, timeLogged * 60 + secondsLogged),
          timer: readTimer(timer),
        }
        const kept = {
          ...task,
          ...logged,
          recurrence,
          nextTaskId,
          createdBy: person(task.createdBy),
          assignees,
        }
        const isLeft = kept.timer !== null && !active.has(kept.timer.personId)
        waiting.tasks.push(isLeft ? { ...kept, ...stopped(kept, at) } : kept)
        break
      }
    }
    const count = Object.values(waiting).reduce((sum, rows) => sum + rows.length, calendars.waiting())
    if (count >= batchSize) await flush()
  }

  return {
    take,
    /** Writes the last lines. */
    async finish(): Promise<{ newPeople: number; toInvite: Invitee[] }> {
      await flush()
      if (statuses.size === 0) throw invalid('The file has no task status.')
      if (asOwner !== undefined && !isLocal) {
        const words =
          'This is not the export of a local workspace: its owner has an email address. Leave out --as-owner.'
        throw operatorError('bad_option', words)
      }
      return { newPeople, toInvite }
    },
  }
}

export type Invitee = { email: string; role: Role }

export type ImportedWorkspace = {
  workspace: Workspace
  /** Lines by type. */
  lines: LineCounts
  /** People who were not in the database; they have no password yet. */
  newPeople: number
  /** Members who have an account in the database already. They join when they accept an invitation. */
  toInvite: Invitee[]
}

export type ImportInput = {
  slug: string
  /** Starts at the first line each time, because a transaction may be retried. */
  lines: () => AsyncIterable<string>
  /** The email address that the owner of a local workspace gets. */
  asOwner?: string | undefined
  /** Epoch milliseconds. */
  at: number
  passed?: (lines: number) => void
}

async function importInto(
  tx: Tx,
  { slug, lines, passed, ...people }: ImportInput,
): Promise<ImportedWorkspace> {
  const counts: LineCounts = {}
  let number = 0
  let target: { workspace: Workspace; writer: ReturnType<typeof workspaceWriter> } | undefined
  let isEnded = false

  const take = async (line: Line) => {
    if (isEnded) throw invalid('Nothing may follow the end.')
    if (target === undefined && line.type !== 'header') throw invalid('The file begins with its header.')
    counts[line.type] = (counts[line.type] ?? 0) + 1
    if (line.type === 'header') {
      if (target) throw invalid('Only the first line is a header.')
      if (await workspaceBySlug(tx, slug))
        throw operatorError('already_exists', `A workspace \`${slug}\` exists. Import into a new one.`)
      const workspace = { ...line.workspace, id: prefixedId('wsp'), slug }
      await insertWorkspace(tx, workspace)
      target = { workspace, writer: workspaceWriter(tx, workspace.id, people) }
    } else if (line.type === 'end') {
      isEnded = true
      if (line.lines !== number - 2)
        throw invalid(`There should be ${counted(line.lines, 'line')} between header and end.`)
    } else await target?.writer.take(line)
  }

  for await (const text of lines()) {
    number += 1
    // Editors add blank lines at the end.
    if (isEnded && text.trim() === '') continue
    try {
      await take(readLine(text))
    } catch (error) {
      if (!isOperatorError(error) || error.operatorCode !== 'invalid_file') throw error
      throw invalid(`Line ${number}: ${error.message}`)
    }
    passed?.(number)
  }
  if (!target || !isEnded) throw invalid('The file ends before its end line.')
  return { workspace: target.workspace, lines: counts, ...(await target.writer.finish()) }
}

/**
 * Creates the workspace that the lines describe, with its search index.
 * @throws OperatorError `invalid_file`, `bad_option`, `already_exists` or `conflict`; nothing is changed then
 */
export const importWorkspace = (store: Store, input: ImportInput): Promise<ImportedWorkspace> =>
  store.write((tx) => importInto(tx, input))
