// Writes the lines of an exported workspace in the transaction of the import. Every line is checked against the lines
// before it.
import { namedUuid, prefixedId } from '../ids.ts'
import { operatorError } from '../operator/error.ts'
import { parseFieldValue } from '../objects/field-types.rules.ts'
import { systemValues, type WritableField } from '../records/record-values.rules.ts'
import type { NewMeeting } from '../launcher/meetings.store.ts'
import type { Field } from '../objects/objects.store.ts'
import type { RecordValue, RecordValues, StoredRecord } from '../records/stored-record.ts'
import { recordEntryOf } from '../search/write-index.store.ts'
import type { Tx } from '../db/store.ts'
import type { KeptTask } from './transfer.store.ts'
import type { Line, LineOf } from './format.ts'

/** The number of lines that are written together. */
const batchSize = 1_000

const invalid = (message: string) => operatorError('invalid_file', message)

type Waiting = {
  records: Omit<StoredRecord, 'version'>[]
  comments: LineOf<'comment'>[]
  meetings: NewMeeting[]
  tasks: KeptTask[]
  notifications: LineOf<'notification'>[]
}

const nothing = (): Waiting => ({ records: [], comments: [], meetings: [], tasks: [], notifications: [] })

/** Maps ids of the file to ids of the workspace. `person` throws for an id without a member line. */
type Renaming = { person: (id: string) => string; record: (id: string) => string }

const each = (value: RecordValue, rename: (id: string) => string): RecordValue =>
  Array.isArray(value)
    ? value.map((item) => each(item, rename))
    : typeof value === 'string'
      ? rename(value)
      : value

/** @param fields those of the record's object, by id */
function renamedValues(
  fields: ReadonlyMap<string, WritableField>,
  recordId: string,
  values: RecordValues,
  renaming: Renaming,
): RecordValues {
  const system = systemValues([...fields.values()], recordId)
  return Object.fromEntries(
    Object.entries(values).map(([fieldId, value]) => {
      const kind = fields.get(fieldId)?.kind
      if (kind === 'user_reference') return [fieldId, each(value, renaming.person)]
      if (kind === 'record_reference') return [fieldId, each(value, renaming.record)]
      return [fieldId, system[fieldId] ?? value]
    }),
  )
}

/** @param recordIds `kept`, or `new` for a copy beside its original */
export function workspaceWriter(tx: Tx, workspaceId: string, recordIds: 'kept' | 'new') {
  const people = new Map<string, string>()
  const fieldsOf = new Map<string, Map<string, Field>>()
  const statuses = new Set<string>()
  const slugs = new Set<string>()
  let waiting = nothing()
  let newPeople = 0

  const renaming: Renaming = {
    person(id) {
      const known = people.get(id)
      if (known === undefined) throw invalid(`${id} is not a member in the file.`)
      return known
    },
    record: (id) => (recordIds === 'kept' ? id : namedUuid('copy', workspaceId, id)),
  }

  /** Finds the person by email address, or creates one without a password. */
  const putMember = async ({ type: _type, ...member }: LineOf<'member'>) => {
    let person = await tx.people.byEmail(member.email)
    if (!person) {
      const id = (await tx.people.get(member.id)) ? prefixedId('usr') : member.id
      const { email, name, avatarUrl, createdAt } = member
      person = { id, email, name, avatarUrl, createdAt, passwordHash: null }
      await tx.people.create(person)
      newPeople += 1
    }
    people.set(member.id, person.id)
    await tx.transfer.putMember(workspaceId, { ...member, id: person.id })
  }

  const unique = (what: string, name: string) => {
    const key = `${what} ${name}`
    if (slugs.has(key)) throw invalid(`The ${what} ${name} appears twice.`)
    slugs.add(key)
  }

  const putField = async ({ type: _type, ...field }: LineOf<'field'>) => {
    const fields = fieldsOf.get(field.objectId)
    if (!fields) throw invalid(`${field.objectId} is not an object in the file.`)
    unique('field', field.id)
    if (field.primary && [...fields.values()].some((other) => other.primary))
      throw invalid(`The object of ${field.id} has a primary field already.`)
    fields.set(field.id, field)
    await tx.objects.createField(workspaceId, field)
  }

  const readRecord = ({ type: _type, ...record }: LineOf<'record'>): Waiting['records'][number] => {
    const fields = fieldsOf.get(record.objectId)
    if (!fields) throw invalid(`${record.objectId} is not an object in the file.`)
    for (const [fieldId, value] of Object.entries(record.values)) {
      const field = fields.get(fieldId)
      if (!field) throw invalid(`values.${fieldId}: the object has no such field.`)
      const parsed = parseFieldValue(field, value)
      if (!parsed.ok) throw invalid(`values.${fieldId}: ${parsed.message}`)
    }
    const id = renaming.record(record.id)
    const values = renamedValues(fields, id, record.values, renaming)
    return { ...record, id, values, createdBy: renaming.person(record.createdBy) }
  }

  const readMeeting = ({ type: _type, ...meeting }: LineOf<'meeting'>): NewMeeting => ({
    ...meeting,
    createdBy: renaming.person(meeting.createdBy),
    attendeeIds: meeting.attendeeIds.map(renaming.person),
    linkedRecordIds: meeting.linkedRecordIds.map(renaming.record),
  })

  const readTask = ({ type: _type, ...task }: LineOf<'task'>): KeptTask => {
    if (!statuses.has(task.status)) throw invalid(`${task.status} is not a status in the file.`)
    return {
      ...task,
      createdBy: renaming.person(task.createdBy),
      assignees: task.assignees.map(renaming.person),
      linkedRecordIds: task.linkedRecordIds.map(renaming.record),
    }
  }

  const readNotification = (line: LineOf<'notification'>): LineOf<'notification'> => ({
    ...line,
    personId: renaming.person(line.personId),
    target:
      line.target?.kind === 'record' ? { kind: 'record', id: renaming.record(line.target.id) } : line.target,
  })

  /** Ids of records are unique in the database (REC-05), all others in their workspace. */
  const checkIds = async (batch: Waiting) => {
    const ids = Object.values(batch).flatMap((rows) => rows.map(({ id }) => id))
    const [taken] = await tx.records.taken(
      workspaceId,
      batch.records.map(({ id }) => id),
    )
    if (taken?.[1] === 'elsewhere')
      throw operatorError(
        'conflict',
        `The record ${taken[0]} is in another workspace of this database. For a copy beside it: --new-ids`,
      )
    const seen = new Set<string>()
    const twice = taken?.[0] ?? ids.find((id) => seen.has(id) || !seen.add(id))
    if (twice !== undefined) throw invalid(`The id ${twice} appears twice.`)
  }

  const flush = async () => {
    const batch = waiting
    waiting = nothing()
    await checkIds(batch)
    await tx.records.createMany(workspaceId, batch.records)
    await tx.search.putMany(
      workspaceId,
      batch.records
        .filter((record) => !record.archived)
        .map((record) => recordEntryOf(record, [...(fieldsOf.get(record.objectId)?.values() ?? [])])),
    )
    for (const { type: _type, ...comment } of batch.comments) {
      const recordId = renaming.record(comment.recordId)
      await tx.comments.create(workspaceId, {
        ...comment,
        recordId,
        createdBy: renaming.person(comment.createdBy),
      })
    }
    await tx.meetings.createMany(workspaceId, batch.meetings)
    await tx.transfer.putTasks(workspaceId, batch.tasks)
    await tx.transfer.putNotifications(workspaceId, batch.notifications)
  }

  const take = async (line: Exclude<Line, { type: 'header' | 'end' }>) => {
    switch (line.type) {
      case 'member':
        return putMember(line)
      case 'status': {
        const { type: _type, ...status } = line
        unique('status', status.slug)
        statuses.add(status.slug)
        return tx.tasks.createStatus(workspaceId, status)
      }
      case 'object': {
        const { type: _type, ...object } = line
        unique('object', object.slug)
        unique('object', object.id)
        fieldsOf.set(object.id, new Map())
        return tx.objects.create(workspaceId, object)
      }
      case 'field':
        return putField(line)
      case 'section': {
        const { type: _type, ...section } = line
        unique('section', section.id)
        const recordId = section.recordId === null ? null : renaming.record(section.recordId)
        return tx.tasks.createSection(workspaceId, { ...section, recordId })
      }
      case 'record':
        waiting.records.push(readRecord(line))
        break
      case 'comment':
        waiting.comments.push(line)
        break
      case 'meeting':
        waiting.meetings.push(readMeeting(line))
        break
      case 'task':
        waiting.tasks.push(readTask(line))
        break
      case 'notification':
        waiting.notifications.push(readNotification(line))
        break
    }
    const count = Object.values(waiting).reduce((sum, rows) => sum + rows.length, 0)
    if (count >= batchSize) await flush()
  }

  return {
    take,

    /** Writes the last lines and checks links. @returns how many people are new */
    async finish(): Promise<{ newPeople: number }> {
      await flush()
      if (statuses.size === 0) throw invalid('The file has no task status.')
      const broken = await tx.transfer.brokenLink(workspaceId)
      if (broken !== undefined) throw invalid(`The file is incomplete: ${broken}, which is not in it.`)
      return { newPeople }
    },
  }
}
