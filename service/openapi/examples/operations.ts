// A successful request of each operation and its answer, for the document and the page at `/docs` (GEN-11). The proofs send
// all of them to the demo workspace `acme`.
import { keyScopes } from '../../access/principal.ts'
import { eventTypes } from '../../../shared/api/webhooks.ts'
import {
  calendar,
  calendarFile,
  change,
  comment,
  delivery,
  fieldIds,
  fields,
  foundMeeting,
  foundTask,
  ids,
  importDone,
  importedFile,
  importLooked,
  importRunning,
  launcherRecord,
  launcherTask,
  launcherTaskDetail,
  meeting,
  member,
  notification,
  briefNotification,
  launcherComment,
  taskComment,
  objectSummary,
  objectType,
  project,
  record,
  recordPreview,
  task,
  taskStatus,
  timerState,
  variable,
  webhook,
  workspace,
} from './resources.ts'

export type OperationExample = {
  /** Parameters of path and query, by name. */
  parameters?: Readonly<Record<string, string | number | boolean>>
  body?: unknown
  answer: unknown
}

const cursor = 'y2x-TXkiaa9lWzE3OTUxNjUxNDY1Mjhd'
const page = (one: unknown) => ({ data: [one], has_more: true, next_cursor: cursor })
const lastPage = (one: unknown) => ({ data: [one], has_more: false, next_cursor: null })
const launcherPage = (one: unknown) => ({ data: [one], hasMore: false, nextCursor: null })

const ofRecord = { id: ids.record }
const ofTask = { taskId: ids.task }
const ofComment = { commentId: ids.comment }
const onRecord = { ...launcherComment, target: { kind: 'record', id: ids.record }, mentions: [] } as const
const ofImport = { importId: ids.import }
const ofStartedImport = { importId: ids.startedImport }
const ofCalendar = { calendarId: ids.calendar }
const ofWebhook = { id: ids.webhook }
const ofProject = { project: project.slug, environment: 'production' }

/** 1 December 2026, 16:00 UTC. */
const dueMilliseconds = Date.UTC(2026, 11, 1, 16)

const written = { name: 'Northwind', status: 'customer', employees: 120 }
const chosen = { ...record, id: ids.chosenRecord }
const secret = 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD'

/** By `operationId`. */
export const operationExamples: Readonly<Record<string, OperationExample>> = {
  getIdentity: {
    answer: {
      data: {
        workspace,
        scopes: keyScopes.slice(0, 3),
        keyId: 'key_cy327mbwp7b737cxgnmxwx38x3',
      },
    },
  },

  listObjects: { answer: { data: [objectType] } },
  listFields: { parameters: { object: 'companies' }, answer: { data: fields } },

  listRecords: { parameters: { object: 'companies', limit: 25 }, answer: page(record) },
  createRecord: { body: { object: 'companies', values: written }, answer: { data: record } },
  getRecord: { parameters: ofRecord, answer: { data: record } },
  upsertRecord: {
    parameters: { id: ids.chosenRecord },
    body: { object: 'companies', values: written },
    answer: { data: chosen },
  },
  updateRecord: { parameters: ofRecord, body: { values: { status: 'customer' } }, answer: { data: record } },
  archiveRecord: { parameters: ofRecord, answer: { data: { ...record, archived: true } } },
  restoreRecord: { parameters: ofRecord, answer: { data: record } },
  queryRecords: {
    body: {
      object: 'companies',
      filter: {
        $and: [{ status: { $in: ['prospect', 'customer'] } }, { employees: { $gte: 100, $lt: 1000 } }],
      },
      sorts: [{ field: 'employees', direction: 'desc' }],
      limit: 25,
    },
    answer: lastPage(record),
  },
  batchRecords: {
    body: {
      operations: [
        { op: 'upsert', id: ids.chosenRecord, object: 'companies', values: written },
        { op: 'update', id: ids.record, values: { status: 'customer' } },
      ],
    },
    answer: {
      data: [
        { op: 'upsert', status: 201, record: chosen },
        { op: 'update', status: 200, record },
      ],
    },
  },
  createComment: {
    parameters: ofRecord,
    body: { content: comment.content },
    answer: { data: comment },
  },
  listComments: { parameters: { ...ofRecord, limit: 25 }, answer: lastPage(comment) },

  createTaskComment: {
    parameters: ofTask,
    body: { content: taskComment.content },
    answer: { data: taskComment },
  },
  listTaskComments: { parameters: { ...ofTask, limit: 25 }, answer: lastPage(taskComment) },

  listTasks: {
    parameters: { assignee: 'me', is_complete: false, due_before: dueMilliseconds },
    answer: page(task),
  },
  listChanges: {
    parameters: { kinds: 'record,task', limit: 25 },
    answer: { data: [change], next_cursor: cursor },
  },
  listLauncherChanges: {
    parameters: { limit: 100 },
    answer: { data: [change], nextCursor: cursor },
  },
  streamLauncherChanges: {
    answer: `event: changed\ndata: {"cursor":"${cursor}"}\n\n`,
  },

  createTask: {
    body: {
      title: task.title,
      priority: 'high',
      due_date: dueMilliseconds,
      estimated_time: 30,
      linked_record_ids: [ids.record],
    },
    answer: { data: { ...task, assignees: [] } },
  },
  getTask: { parameters: ofTask, answer: { data: task } },
  updateTask: {
    parameters: ofTask,
    body: { status: 'in-progress', due_date: null },
    answer: { data: { ...task, status: 'in-progress', dueDate: null } },
  },
  archiveTask: { parameters: ofTask, answer: { data: { ...task, archived: true } } },
  setTaskTimer: {
    parameters: ofTask,
    body: { action: 'start' },
    answer: { data: { ...task, timerState } },
  },
  logTaskTime: { parameters: ofTask, body: { minutes: 90 }, answer: { data: { ...task, timeLogged: 90 } } },
  listTaskStatuses: { answer: { data: [taskStatus] } },
  listMembers: { answer: { data: [{ id: member.id, name: member.name, role: 'owner' }] } },

  listWebhookEvents: { answer: { data: eventTypes } },
  listWebhooks: { answer: { data: [webhook] } },
  createWebhook: {
    body: { url: webhook.url, events: webhook.events },
    answer: { data: { ...webhook, secret } },
  },
  getWebhook: { parameters: ofWebhook, answer: { data: webhook } },
  updateWebhook: {
    parameters: ofWebhook,
    body: { events: ['record.created'] },
    answer: { data: { ...webhook, events: ['record.created'] } },
  },
  deleteWebhook: { parameters: ofWebhook, answer: { data: webhook } },
  rotateWebhookSecret: {
    parameters: ofWebhook,
    body: { grace_seconds: 3600 },
    answer: { data: { ...webhook, secret, previousSecretExpiresAt: '2026-11-24T14:39:11.745Z' } },
  },
  testWebhook: {
    parameters: ofWebhook,
    body: { event: 'record.created' },
    answer: {
      data: {
        ...delivery,
        status: 'pending',
        attempts: 0,
        lastAttemptAt: null,
        nextAttemptAt: delivery.createdAt,
        durationMs: null,
        response: null,
      },
    },
  },
  listDeliveries: { parameters: ofWebhook, answer: lastPage(delivery) },
  resendDelivery: {
    parameters: { ...ofWebhook, deliveryId: ids.delivery },
    answer: { data: { ...delivery, status: 'pending', nextAttemptAt: delivery.createdAt } },
  },

  listProjects: { answer: { data: [project] } },
  listVariables: { parameters: ofProject, answer: { data: [variable], version: 3 } },
  writeVariables: {
    parameters: ofProject,
    body: { variables: { API_URL: variable.value }, merge: true, base_version: 2 },
    answer: { data: { version: 3, created: [], updated: ['API_URL'], deleted: [] } },
  },

  createLauncherTask: {
    body: {
      title: task.title,
      dueDate: task.dueDate,
      priority: 'high',
      estimatedTime: 30,
      linkedRecordIds: [ids.record],
    },
    answer: { data: { ...launcherTask, assignees: [] } },
  },
  listLauncherTasks: {
    parameters: { limit: 50, assignee: 'me', isComplete: false, dueBefore: '2026-02-01T00:00:00.000Z' },
    answer: launcherPage(launcherTask),
  },
  updateLauncherTask: {
    parameters: ofTask,
    body: { status: 'done' },
    answer: { data: { ...launcherTask, status: 'done' } },
  },
  archiveLauncherTask: { parameters: ofTask, answer: { data: launcherTask } },
  setLauncherTaskTimer: {
    parameters: ofTask,
    body: { action: 'start' },
    answer: { data: { ...launcherTask, timerState } },
  },
  logLauncherTaskTime: {
    parameters: ofTask,
    body: { minutes: 90 },
    answer: { data: { ...launcherTask, timeLogged: 90 } },
  },
  getRunningTimer: { answer: { data: { ...launcherTask, timerState } } },
  getLauncherTask: { parameters: ofTask, answer: { data: launcherTaskDetail } },
  listLauncherTaskStatuses: { answer: { data: [taskStatus] } },
  getTaskOptions: {
    answer: {
      data: {
        statuses: [taskStatus],
        priorities: [{ slug: 'high', name: 'High' }],
        members: [member],
        sections: [{ id: ids.section, name: 'Onboarding', recordId: null }],
        me: ids.person,
        capabilities: [
          'changes',
          'comments',
          'lists',
          'mentions',
          'notifications',
          'notificationsBefore',
          'recurrence',
          'startDates',
          'subtasks',
          'timers',
        ],
      },
    },
  },
  search: {
    parameters: { q: 'north', types: 'task,record' },
    answer: { query: 'north', data: [recordPreview, foundTask] },
  },
  listBrowsableObjects: { answer: { data: [objectSummary] } },
  browseRecords: {
    parameters: { objectSlug: 'companies', q: 'north' },
    answer: { object: objectSummary, ...launcherPage(recordPreview) },
  },
  getObjectFields: {
    parameters: { objectSlug: 'companies' },
    answer: {
      data: { object: objectSummary, fields, previewFieldIds: [fieldIds.status], canWrite: true },
    },
  },
  getLauncherRecord: { parameters: ofRecord, answer: { data: launcherRecord } },
  upsertLauncherRecord: {
    parameters: { id: ids.chosenRecord },
    body: { object: 'companies', values: written },
    answer: { data: { ...launcherRecord, id: ids.chosenRecord } },
  },
  updateLauncherRecord: {
    parameters: ofRecord,
    body: { values: { status: 'customer' } },
    answer: { data: launcherRecord },
  },
  archiveLauncherRecord: { parameters: ofRecord, answer: { data: { ...launcherRecord, archived: true } } },
  restoreLauncherRecord: { parameters: ofRecord, answer: { data: launcherRecord } },
  listRecentRecords: { parameters: { limit: 10 }, answer: { data: [recordPreview] } },
  getBrief: {
    parameters: { prefer: 'timezone="Europe/Berlin"' },
    answer: {
      data: {
        tasks: [launcherTask],
        meetings: [meeting],
        notifications: [briefNotification],
        integrationIssues: [],
      },
    },
  },

  listNotifications: { parameters: { unread: true, limit: 30 }, answer: launcherPage(notification) },
  markNotificationsRead: {
    body: { ids: [ids.notification], before: notification.createdAt },
    answer: { data: { read: 1 } },
  },
  listLauncherTaskComments: { parameters: ofTask, answer: launcherPage(launcherComment) },
  createLauncherTaskComment: {
    parameters: ofTask,
    body: { content: launcherComment.content, mentions: [ids.person] },
    answer: { data: launcherComment },
  },
  listLauncherRecordComments: { parameters: ofRecord, answer: launcherPage(onRecord) },
  createLauncherRecordComment: {
    parameters: ofRecord,
    body: { content: launcherComment.content },
    answer: { data: onRecord },
  },
  updateLauncherComment: {
    parameters: ofComment,
    body: { content: launcherComment.content, mentions: [ids.person] },
    answer: { data: launcherComment },
  },
  deleteLauncherComment: { parameters: ofComment, answer: { data: { id: ids.comment } } },

  listMeetings: {
    parameters: { from: '2026-11-24T00:00:00Z', to: '2026-12-01T00:00:00Z' },
    answer: { data: [foundMeeting] },
  },
  getMeeting: {
    parameters: { meetingId: ids.meeting },
    answer: {
      data: { ...foundMeeting, meeting: { ...foundMeeting.meeting, description: 'Bring the offer.' } },
    },
  },
  listCalendars: { answer: { data: [calendar] } },
  createCalendar: {
    parameters: { prefer: 'timezone="Europe/Berlin"' },
    body: { ics: calendarFile, name: calendar.name, visibility: 'busy' },
    answer: { data: calendar },
  },
  previewCalendar: {
    parameters: { prefer: 'timezone="Europe/Berlin"' },
    body: { ics: calendarFile },
    answer: {
      data: {
        name: calendar.name,
        host: null,
        meetingCount: 1,
        skippedCount: 0,
        next: [
          {
            title: foundMeeting.title,
            startAt: foundMeeting.meeting.startAt,
            endAt: foundMeeting.meeting.endAt,
            allDay: false,
          },
        ],
      },
    },
  },
  updateCalendar: {
    parameters: ofCalendar,
    body: { visibility: 'details' },
    answer: { data: { ...calendar, visibility: 'details' } },
  },
  deleteCalendar: { parameters: ofCalendar, answer: { data: calendar } },
  readCalendar: { parameters: ofCalendar, answer: { data: calendar } },
  createImport: {
    parameters: { name: 'tasks.csv', prefer: 'timezone="Europe/Berlin"' },
    body: importedFile,
    answer: { data: importLooked },
  },
  listImports: { answer: { data: [importLooked] } },
  getImport: { parameters: ofImport, answer: { data: importLooked } },
  updateImport: {
    parameters: ofImport,
    body: { object: 'tasks' },
    answer: { data: { ...importLooked, choices: { object: 'tasks' } } },
  },
  startImport: { parameters: ofImport, answer: { data: importRunning } },
  cancelImport: { parameters: ofStartedImport, answer: { data: importDone } },
  undoImport: { parameters: ofStartedImport, answer: { data: { ...importDone, state: 'undoing' } } },
  getLeftOutRows: {
    parameters: ofImport,
    answer: '\uFEFFLine,Reason,Task,Priority\r\n3,the task has no title,,high\r\n',
  },
  deleteImport: { parameters: ofImport, answer: { data: importLooked } },
  getCalendarAddresses: { answer: { data: { addresses: ['olivia@example.com'] } } },
  setCalendarAddresses: {
    body: { addresses: ['olivia@example.com'] },
    answer: { data: { addresses: ['olivia@example.com'] } },
  },

  checkLiveness: { answer: { status: 'ok' } },
  checkReadiness: { answer: { status: 'ok' } },
}
