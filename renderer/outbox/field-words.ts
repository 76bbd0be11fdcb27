// The fields of a task and their values, in words, for the view of an overlap.
import type { TaskFields, TaskOptions } from '../../shared/api/launcher-tasks.ts'
import { dateTimeWords, durationWords } from '../ui/dates.ts'

export type Field = keyof TaskFields

export const fieldNames: Readonly<Record<Field, string>> = {
  title: 'Title',
  description: 'Description',
  status: 'Status',
  priority: 'Priority',
  dueDate: 'Due',
  assignees: 'Assignees',
  estimatedTime: 'Estimate',
  linkedRecordIds: 'Records',
  linkedMeetingIds: 'Meetings',
  sectionId: 'Section',
}

const nothing = '—'
const countWords = (ids: readonly string[], one: string): string =>
  ids.length === 0 ? nothing : ids.length === 1 ? `1 ${one}` : `${ids.length} ${one}s`

/** @param options names what ids stand for, once it is known. */
export function fieldWords(
  field: Field,
  fields: TaskFields,
  options: TaskOptions | undefined,
  now: Date,
): string {
  switch (field) {
    case 'title':
    case 'description':
      return (fields[field] ?? '') === '' ? nothing : (fields[field] ?? nothing)
    case 'status':
      return options?.statuses.find(({ slug }) => slug === fields.status)?.name ?? fields.status ?? nothing
    case 'priority':
      return (
        options?.priorities.find(({ slug }) => slug === fields.priority)?.name ?? fields.priority ?? nothing
      )
    case 'dueDate':
      return typeof fields.dueDate === 'string' ? dateTimeWords(new Date(fields.dueDate), now) : nothing
    case 'assignees': {
      const names = (fields.assignees ?? []).map(
        (id) => options?.members.find((one) => one.id === id)?.name ?? id,
      )
      return names.length === 0 ? nothing : names.join(', ')
    }
    case 'estimatedTime':
      return typeof fields.estimatedTime === 'number' ? durationWords(fields.estimatedTime) : nothing
    case 'linkedRecordIds':
      return countWords(fields.linkedRecordIds ?? [], 'record')
    case 'linkedMeetingIds':
      return countWords(fields.linkedMeetingIds ?? [], 'meeting')
    case 'sectionId':
      return options?.sections.find(({ id }) => id === fields.sectionId)?.name ?? fields.sectionId ?? nothing
  }
}
