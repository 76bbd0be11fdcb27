// An example of the body of each event, for the document (GEN-11, WHK-03).
import { eventTypes, type EventType } from '../../../shared/api/webhooks.ts'
import type { Change } from '../../webhooks/event-types.rules.ts'
import { comment, delivery, fieldIds, record, task, taskComment, workspace } from './resources.ts'

const changes: Record<EventType, Pick<Change, 'data' | 'previous'>> = {
  'record.created': { data: record },
  'record.updated': { data: record, previous: { values: { [fieldIds.status]: 'prospect' } } },
  'record.archived': { data: { ...record, archived: true }, previous: { archived: false } },
  'record.restored': { data: record, previous: { archived: true } },
  'record.comment.created': { data: comment },
  'task.created': { data: task },
  'task.updated': { data: task, previous: { priority: 'medium', dueDate: null } },
  'task.archived': { data: { ...task, archived: true }, previous: { archived: false } },
  'task.comment.created': { data: taskComment },
}

/** By the name of the event. */
export const eventExamples: Readonly<Record<string, unknown>> = Object.fromEntries(
  eventTypes.map((type) => [
    type,
    {
      id: delivery.id,
      type,
      timestamp: delivery.createdAt,
      workspaceId: workspace.id,
      actor: { type: 'user', id: task.createdBy },
      ...changes[type],
    },
  ]),
)
