// The fields of a task and their values in words, for a conflict.
import type { TaskFields, TaskOptions } from '../../shared/api/launcher-tasks.ts'
import { listOf, type PlainKey, say } from '../../shared/language.ts'
import { dateTimeWords, durationWords } from '../dates/format.ts'

const priorityKeys: Readonly<Record<string, PlainKey>> = {
  no_priority: 'priority.none',
  low: 'priority.low',
  medium: 'priority.medium',
  high: 'priority.high',
  urgent: 'priority.urgent',
}

/** The launcher translates the priorities of the service; an unknown one keeps the service's name. */
export const priorityName = (slug: string, options: TaskOptions | undefined): string => {
  const key = priorityKeys[slug]
  return key === undefined ? (options?.priorities.find((one) => one.slug === slug)?.name ?? slug) : say(key)
}

export type Field = keyof TaskFields

export const fieldNames: Readonly<Record<Field, PlainKey>> = {
  title: 'field.title',
  description: 'field.description',
  status: 'field.status',
  priority: 'field.priority',
  dueDate: 'field.due',
  assignees: 'field.assignees',
  estimatedTime: 'field.estimate',
  linkedRecordIds: 'field.records',
  linkedMeetingIds: 'field.meetings',
  sectionId: 'field.section',
}

/** @param options the names of ids, once they are loaded */
export function fieldWords(
  field: Field,
  fields: TaskFields,
  options: TaskOptions | undefined,
  now: Date,
): string {
  const nothing = say('overlap.nothing')
  const counted = (key: 'overlap.records' | 'overlap.meetings', ids: readonly string[] = []): string =>
    ids.length === 0 ? nothing : say(key, { count: ids.length })
  switch (field) {
    case 'title':
    case 'description':
      return (fields[field] ?? '') === '' ? nothing : (fields[field] ?? nothing)
    case 'status':
      return options?.statuses.find(({ slug }) => slug === fields.status)?.name ?? fields.status ?? nothing
    case 'priority':
      return fields.priority === undefined ? nothing : priorityName(fields.priority, options)
    case 'dueDate':
      return typeof fields.dueDate === 'string' ? dateTimeWords(new Date(fields.dueDate), now) : nothing
    case 'assignees': {
      const names = (fields.assignees ?? []).map(
        (id) => options?.members.find((one) => one.id === id)?.name ?? id,
      )
      return names.length === 0 ? nothing : listOf(names)
    }
    case 'estimatedTime':
      return typeof fields.estimatedTime === 'number' ? durationWords(fields.estimatedTime) : nothing
    case 'linkedRecordIds':
      return counted('overlap.records', fields.linkedRecordIds)
    case 'linkedMeetingIds':
      return counted('overlap.meetings', fields.linkedMeetingIds)
    case 'sectionId':
      return options?.sections.find(({ id }) => id === fields.sectionId)?.name ?? fields.sectionId ?? nothing
  }
}
