// An example of each resource, with the objects and fields of the demo workspace `acme`.
import type { Change } from '../../../shared/api/changes.ts'
import type { Calendar } from '../../../shared/api/launcher/calendars.ts'
import type { Import } from '../../../shared/api/launcher/imports.ts'
import type { Project, Variable } from '../../../shared/api/environments.ts'
import type {
  BriefMeeting,
  BriefNotification,
  FoundResult,
  MeetingResult,
  ObjectSummary,
  RecordPreview,
} from '../../../shared/api/launcher/search.ts'
import type {
  LauncherTask,
  LauncherTaskDetail,
  Member,
  TaskStatus,
} from '../../../shared/api/launcher/tasks.ts'
import type { LauncherRecord } from '../../../shared/api/launcher/records.ts'
import type { Field, ObjectType } from '../../../shared/api/objects.ts'
import type { Comment, LauncherComment, TaskComment } from '../../../shared/api/comments.ts'
import type { Notification } from '../../../shared/api/launcher/notifications.ts'
import type { RecordResource } from '../../../shared/api/records.ts'
import type { Task } from '../../../shared/api/tasks.ts'
import type { TimerState } from '../../../shared/api/timers.ts'
import type { Delivery, Webhook } from '../../../shared/api/webhooks.ts'

/** Ids of requests, which answers repeat. */
export const ids = {
  person: 'usr_f8axqhtj39mbyr3mdq460f0shz',
  record: '01a20dc8-2af2-702e-9a69-db23366c6a5a',
  chosenRecord: '6f1c2f0e-5a0b-4f43-9c8e-0d7c5b1f6a11',
  task: '907a9d64-12ae-4359-a2c9-d14a0aeb2fc8',
  webhook: 'whk_29as32z26qrwch3vvhvtak40e4',
  delivery: 'evt_7j408e11qsemwert2ybwy4erpz',
  comment: 'cmt_0s4n5x6v8a2k1p9c3e7g5j4m2q',
  notification: 'ntf_1a3c5e7g9j2m4p6r8t0v1x3z5b',
  meeting: 'mtg_5q8r1t3v7x9z2b4d6f8h0k1m3n',
  calendar: 'cal_6w8y0a2c4e6g8j1m3p5r7t9v2x',
  import: 'imp_1k1a4v7ad40zbjcs2taebkdk9h',
  startedImport: 'imp_1k1a5w8be51gckdt3vbfcmem0j',
  section: 'sec_g6efv0g95d6c4rby6ha9zgjcf8',
} as const

export const fieldIds = {
  name: 'fld_tdjf4vp1z8e85n4rwrcqvttyps',
  status: 'fld_5hrn2hb10hv8wh6qy1psh3qtg3',
  employees: 'fld_n1x98j2ftfabaw1chh783ccp48',
} as const

const made = '2026-11-20T08:59:06.528Z'
const changed = '2026-11-24T13:39:11.745Z'
const due = '2026-12-01T16:00:00.000Z'
const address = 'https://data.example.com/w/acme'

export const workspace = { id: 'wsp_q1wxhrcq77g9r1kn2q1xty5wfr', name: 'Acme', slug: 'acme' } as const

export const objectType: ObjectType = {
  id: 'obj_mazvxamtgt7gb41pde8vt6t6e6',
  slug: 'companies',
  singularName: 'Company',
  pluralName: 'Companies',
  createdAt: made,
}

export const fields: Field[] = [
  {
    id: fieldIds.name,
    slug: 'name',
    name: 'Name',
    type: 'text',
    required: true,
    primary: true,
    readOnly: false,
    options: null,
  },
  {
    id: fieldIds.status,
    slug: 'status',
    name: 'Status',
    type: 'status',
    required: true,
    primary: false,
    readOnly: false,
    options: {
      choices: [
        { id: 'prospect', name: 'Prospect', color: '#8b93a7' },
        { id: 'customer', name: 'Customer', color: '#22a06b' },
      ],
    },
  },
]

export const record: RecordResource = {
  id: ids.record,
  objectTypeId: objectType.id,
  title: 'Northwind',
  avatarUrl: null,
  values: { [fieldIds.name]: 'Northwind', [fieldIds.status]: 'customer', [fieldIds.employees]: 120 },
  archived: false,
  createdBy: ids.person,
  createdAt: made,
  updatedAt: changed,
}

export const comment: Comment = {
  id: ids.comment,
  recordId: ids.record,
  content: 'Wants the offer before the board meets on Thursday.',
  createdBy: ids.person,
  createdAt: changed,
  updatedAt: changed,
}

export const taskComment: TaskComment = {
  id: 'cmt_3x5z7b9d1f4h6k8n0q2s4v6y8a',
  taskId: ids.task,
  content: 'Anders said that Thursday works.',
  createdBy: ids.person,
  createdAt: changed,
  updatedAt: changed,
}

export const launcherComment: LauncherComment = {
  id: ids.comment,
  target: { kind: 'task', id: ids.task },
  content: '@Olivia, Thursday works.',
  author: { id: ids.person, name: 'Olivia Hart', avatarUrl: null },
  mentions: [{ id: ids.person, name: 'Olivia Hart' }],
  createdAt: changed,
  updatedAt: changed,
  editableUntil: '2026-11-20T09:14:06.528Z',
  canDelete: true,
}

const weekly = { rule: 'FREQ=WEEKLY;BYDAY=FR', after: 'due' } as const

export const task: Task = {
  id: ids.task,
  title: 'Call Northwind about the renewal',
  description: null,
  status: 'todo',
  priority: 'high',
  assignees: [ids.person],
  start_date: null,
  dueDate: due,
  parent_task_id: null,
  timeLogged: 0,
  timerState: null,
  estimatedTime: 30,
  recurrence: weekly,
  archived: false,
  createdBy: ids.person,
  createdAt: made,
  updatedAt: changed,
}

/** A task’s, while a timer runs on it. */
export const timerState: TimerState = { startedAt: '2026-11-24T09:05:00.000Z', personId: ids.person }

export const launcherTask: LauncherTask = {
  id: ids.task,
  title: task.title,
  description: null,
  status: 'todo',
  priority: 'high',
  assignees: [ids.person],
  startDate: null,
  dueDate: due,
  parentTaskId: null,
  timeLogged: 0,
  estimatedTime: 30,
  createdBy: ids.person,
  createdAt: made,
  updatedAt: changed,
  linkedMeetingIds: [],
  fileCount: 0,
  linkedRecordCount: 1,
  timerState: null,
  recurrence: weekly,
  webUrl: `${address}/tasks/${ids.task}`,
}

export const launcherTaskDetail: LauncherTaskDetail = {
  ...launcherTask,
  sectionId: ids.section,
  parentTask: null,
  linkedRecords: [{ id: ids.record, title: record.title, objectSlug: objectType.slug }],
  linkedMeetings: [],
}

export const taskStatus: TaskStatus = {
  id: 'sts_pwxbhzh0mvh20m93w7fk166637',
  name: 'To do',
  slug: 'todo',
  color: '#8b93a7',
  icon: 'circle',
  position: 0,
  isComplete: false,
  isDefault: true,
}

export const member: Member = {
  id: ids.person,
  name: 'Olivia Hart',
  email: 'owner@acme.test',
  avatarUrl: null,
  seesEveryTask: true,
}

export const objectSummary: ObjectSummary = {
  id: objectType.id,
  name: 'Companies',
  singularName: 'Company',
  pluralName: 'Companies',
  slug: 'companies',
  icon: 'building',
  color: '#3b82f6',
  description: 'Organisations that we work with.',
  canWrite: true,
}

export const recordPreview: RecordPreview = {
  kind: 'record',
  id: ids.record,
  title: record.title,
  subtitle: 'Customer',
  badge: 'Company',
  avatarUrl: null,
  webUrl: `${address}/records/${ids.record}`,
  record: {
    objectTypeSlug: 'companies',
    objectTypeName: 'Company',
    icon: 'building',
    color: '#3b82f6',
    meta: [{ label: 'Status', value: 'Customer', type: 'status' }],
  },
}

export const launcherRecord: LauncherRecord = {
  id: ids.record,
  objectSlug: objectType.slug,
  title: record.title,
  avatarUrl: null,
  values: { name: 'Northwind', status: 'customer', employees: 120 },
  archived: false,
  linkedRecords: [],
  createdBy: ids.person,
  createdAt: made,
  updatedAt: changed,
  webUrl: recordPreview.webUrl,
}

export const foundTask: FoundResult = {
  kind: 'task',
  id: ids.task,
  title: task.title,
  subtitle: 'Task',
  badge: 'To do',
  avatarUrl: null,
  webUrl: launcherTask.webUrl,
  task: {
    status: { slug: 'todo', name: 'To do', color: '#8b93a7', isComplete: false },
    priority: 'high',
    dueDate: due,
    assignees: [ids.person],
  },
}

export const change: Change = {
  kind: 'task',
  id: ids.task,
  action: 'updated',
  item: null,
  actor: { type: 'sign_in', id: ids.person, name: 'Olivia Hart' },
  at: changed,
}

export const meeting: BriefMeeting = {
  id: ids.meeting,
  title: 'Renewal with Northwind',
  startAt: '2026-11-24T15:00:00.000Z',
  endAt: '2026-11-24T15:30:00.000Z',
  allDay: false,
  location: null,
  joinUrl: 'https://meet.example.com/renewal',
  attendees: [{ id: ids.person, name: member.name }],
  linkedRecordIds: [ids.record],
  webUrl: `${address}/meetings/${ids.meeting}`,
}

export const foundMeeting: MeetingResult = {
  kind: 'meeting',
  id: ids.meeting,
  title: meeting.title,
  subtitle: '',
  badge: 'Meeting',
  avatarUrl: null,
  webUrl: `${address}/meetings/${ids.meeting}`,
  meeting: {
    startAt: meeting.startAt,
    endAt: meeting.endAt,
    allDay: false,
    location: null,
    joinUrl: 'https://meet.example.com/renewal',
    attendeeCount: 1,
    response: 'accepted',
    calendarId: ids.calendar,
    mine: true,
    tentative: false,
    linkedRecordIds: [ids.record],
    attendees: [
      {
        name: member.name,
        email: 'owner@acme.test',
        response: 'accepted',
        isOrganizer: false,
        personId: ids.person,
        recordId: null,
      },
    ],
  },
}

/** The text of a file with one meeting. */
export const calendarFile = [
  'BEGIN:VCALENDAR',
  'X-WR-CALNAME:Work',
  'BEGIN:VEVENT',
  'UID:renewal@example.com',
  'SUMMARY:Renewal with Northwind',
  'DTSTART:20261124T150000Z',
  'DTEND:20261124T153000Z',
  'END:VEVENT',
  'END:VCALENDAR',
  '',
].join('\r\n')

export const calendar: Calendar = {
  id: ids.calendar,
  name: 'Work',
  color: null,
  kind: 'file',
  host: null,
  visibility: 'busy',
  readAt: changed,
  nextReadAt: null,
  meetingCount: 1,
  skipped: { count: 0, reasons: [] },
  problem: null,
}

export const importedFile = 'Task,Priority\nCall Northwind,high\n'

export const importLooked: Import = {
  id: ids.import,
  name: 'tasks.csv',
  createdAt: made,
  object: 'tasks',
  state: 'looked',
  problem: null,
  look: {
    format: 'csv',
    encoding: 'utf-8',
    bom: false,
    delimiter: ',',
    object: 'tasks',
    key: null,
    rows: 1,
    leftOut: 0,
    columns: [],
    goesTo: [],
    mapping: [{ columns: ['Task'], field: 'title' }],
    ignored: [],
    questions: [],
    sample: [{ line: 2, title: 'Call Northwind', priority: 'high', status: 'todo' }],
    faultsByKind: [],
    faults: [],
    notes: [],
  },
  choices: {},
  progress: { rows: 0, total: 1, rowsPerSecond: null, secondsLeft: null },
  result: null,
  undo: null,
}
export const importRunning: Import = { ...importLooked, state: 'running' }
export const importDone: Import = {
  ...importLooked,
  id: ids.startedImport,
  state: 'done',
  look: null,
  progress: { ...importLooked.progress, rows: 1 },
  result: { created: 1, updated: 0, unchanged: 0, leftOut: 0, alsoCreated: {}, faults: [] },
  undo: { until: '2026-11-27T08:59:06.528Z', undone: 0, spared: 0 },
}

const told = {
  id: ids.notification,
  title: 'Anders Lund commented on “Call Northwind about the renewal”',
  body: taskComment.content,
  target: { kind: 'task', id: ids.task },
  actor: { id: 'usr_8k0n2q4s6v8y1a3d5f7h9k2n4q', name: 'Anders Lund' },
  subject: 'Call Northwind about the renewal',
  count: 1,
  change: null,
  createdAt: changed,
}

export const notification: Notification = { ...told, kind: 'task_commented', readAt: null }

export const briefNotification: BriefNotification = {
  ...told,
  type: notification.kind,
  webUrl: `${address}/notifications/${ids.notification}`,
}

export const webhook: Webhook = {
  id: ids.webhook,
  url: 'https://hooks.example.com/svc',
  events: ['record.created', 'record.updated'],
  description: null,
  status: 'enabled',
  disabledReason: null,
  createdBy: ids.person,
  createdAt: made,
  updatedAt: made,
}

export const delivery: Delivery = {
  id: ids.delivery,
  event: 'record.created',
  status: 'delivered',
  attempts: 1,
  createdAt: changed,
  lastAttemptAt: changed,
  nextAttemptAt: null,
  durationMs: 84,
  response: { status: 200, body: 'ok', encoding: 'utf-8' },
  error: null,
}

export const project: Project = {
  id: 'prj_3x5z7b9d1f4h6k8m0p2r4t6v8w',
  slug: 'website',
  name: 'Website',
  createdAt: made,
  environments: [{ name: 'production', version: 3, updatedAt: changed }],
}

export const variable: Variable = {
  key: 'API_URL',
  value: 'https://api.example.com',
  updatedAt: changed,
  version: 3,
}
