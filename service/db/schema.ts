// The tables, as Kysely sees them: the contents of workspaces here, the rest in schema-service.ts.
import type { Flag, Json, Milliseconds } from './column-types.ts'
import type {
  AccessKeyTable,
  AccountLinkTable,
  CounterTable,
  EnvironmentTable,
  EnvironmentVariableTable,
  HealthCheckTable,
  IdempotencyTable,
  OauthGrantTable,
  OauthPayloadTable,
  OauthSecretTable,
  ProjectTable,
  SignInCodeTable,
  WebhookDeliveryTable,
  WebhookEventTable,
  WebhookTable,
} from './schema-service.ts'

export type WorkspaceTable = {
  id: string
  slug: string
  name: string
  plan: 'free' | 'pro'
  /** More active members than this lock the workspace (423); null is unlimited. */
  member_limit: number | null
  created_at: Milliseconds
  /** The derivation of its words and keys (db/derivation.ts), and how far the rebuild to the current one is. */
  derivation: number
  rebuild: Json | null
}

export type PersonTable = {
  id: string
  /** Folded: trimmed and lower-case. */
  email: string
  name: string
  avatar_url: string | null
  /** Null for a person who signs in by a one-time code only. */
  password_hash: string | null
  created_at: Milliseconds
  /** IANA zone in which pages write times for them. */
  zone: string | null
}

export type MemberTable = {
  workspace_id: string
  person_id: string
  role: 'owner' | 'admin' | 'member'
  created_at: Milliseconds
  removed_at: Milliseconds | null
}

export type ObjectTypeTable = {
  workspace_id: string
  id: string
  slug: string
  singular_name: string
  plural_name: string
  icon: string | null
  color: string | null
  description: string | null
  position: number
  created_at: Milliseconds
}

export type FieldTable = {
  workspace_id: string
  object_id: string
  id: string
  slug: string
  name: string
  kind: string
  required: Flag
  is_primary: Flag
  read_only: Flag
  /** Enriched and Pro interaction attributes: left out of previews without the Pro plan (LCH-04). */
  pro_only: Flag
  /** Shown in the `meta` of a preview. */
  in_preview: Flag
  options: Json | null
  position: number
  /** Hidden, and kept with its values. */
  retired: Flag
}

/** Makes record ids global, which the 409 of REC-05 needs; everything else is distributed by workspace. */
export type RecordIdTable = { id: string; workspace_id: string; object_id: string }

export type RecordTable = {
  workspace_id: string
  id: string
  object_id: string
  title: string
  avatar_url: string | null
  /** Field id → value. */
  field_values: Json
  archived: Flag
  created_by: string
  created_at: Milliseconds
  updated_at: Milliseconds
  version: number
}

/** The index of record queries: a row for every value that a field of a record holds (`record-keys.rules.ts`). */
export type RecordFieldTable = {
  workspace_id: string
  field_id: string
  sort_key: string
  /** The record's creation. */
  created_at: Milliseconds
  record_id: string
}

export type RecordCommentTable = {
  workspace_id: string
  id: string
  record_id: string
  content: string
  /** Ids of people. */
  mentions: Json | null
  created_by: string
  created_at: Milliseconds
  updated_at: Milliseconds
}

export type TaskCommentTable = Omit<RecordCommentTable, 'record_id'> & { task_id: string }

/** When a person last opened a record: the order of recent records. */
export type RecordViewTable = {
  workspace_id: string
  person_id: string
  record_id: string
  viewed_at: Milliseconds
}

export type TaskStatusTable = {
  workspace_id: string
  id: string
  slug: string
  name: string
  color: string
  icon: string | null
  position: number
  is_complete: Flag
  is_default: Flag
}

export type TaskTable = {
  workspace_id: string
  id: string
  title: string
  description: string | null
  status: string
  priority: string
  start_date: Milliseconds | null
  due_date: Milliseconds | null
  parent_id: string | null
  section_id: string | null
  /** Whole minutes; `seconds_logged` are those beyond them. */
  time_logged: number
  estimated_time: number | null
  archived: Flag
  created_by: string
  created_at: Milliseconds
  updated_at: Milliseconds
  version: number
  /** An RRULE; null for a task that does not repeat. */
  recurrence_rule: string | null
  recurrence_after: string | null
  /** The instance that was made when this one was completed. */
  next_task_id: string | null
  seconds_logged: number
  timer_person_id: string | null
  timer_started_at: Milliseconds | null
}

/** Carries what orders a person's own tasks, so that a list of them never sorts all of them. */
export type TaskAssigneeTable = {
  workspace_id: string
  task_id: string
  person_id: string
  position: number
  /** The task's creation. */
  created_at: Milliseconds
  /** Not archived, and in a status that is not complete. */
  is_open: Flag
  /** The task's due date; later than every date when it has none. */
  due_rank: Milliseconds
  /** The task's last change. */
  updated_at: Milliseconds
}
export type TaskRecordTable = {
  workspace_id: string
  task_id: string
  record_id: string
  position: number
  /** The task's creation. */
  created_at: Milliseconds
}
export type TaskMeetingTable = { workspace_id: string; task_id: string; meeting_id: string; position: number }

export type SectionTable = {
  workspace_id: string
  id: string
  name: string
  record_id: string | null
  position: number
}

export type MeetingTable = {
  workspace_id: string
  id: string
  title: string
  start_at: Milliseconds
  end_at: Milliseconds
  all_day: Flag
  location: string | null
  join_url: string | null
  /** Only those who attend, or have it in a calendar of theirs, see more than its time. */
  is_private: Flag
  created_by: string
  created_at: Milliseconds
  /** A hash of the UID that its calendars give it. Null for meetings that are in no calendar. */
  series: string | null
  description: string | null
  /** Guests by email, in calendars. */
  guests: Json | null
  is_tentative: Flag
  /** Only those who attend, or have it in a calendar of theirs, see that it is there. */
  is_hidden: Flag
  /** Whether its title is in the search index: of a series only the first instance is. */
  is_indexed: Flag
}
export type MeetingAttendeeTable = {
  workspace_id: string
  meeting_id: string
  person_id: string
  /** Whether the person is invited. */
  attends: Flag
  /** Whether a calendar of the person has it. */
  has_copy: Flag
  response: MeetingResponse | null
  /** Whose copy the person sees. */
  calendar_id: string | null
  /** The meeting's end, if a calendar has it. */
  end_at: Milliseconds
}
export type MeetingResponse = 'accepted' | 'tentative' | 'declined' | 'needsAction'
export type MeetingRecordTable = { workspace_id: string; meeting_id: string; record_id: string }

/** A calendar that a person added: an address that is read again and again, or a file. */
export type CalendarTable = {
  workspace_id: string
  id: string
  owner_id: string
  name: string
  /** Whether the person gave the name; else the calendar's own is followed. */
  is_named: Flag
  color: string | null
  kind: 'subscription' | 'file'
  host: string | null
  /** Sealed. */
  address: string | null
  visibility: 'private' | 'busy' | 'details'
  /** For floating times. */
  zone: string
  etag: string | null
  last_modified: string | null
  body_hash: string | null
  /** A digest for each part of the meetings of the last reading. Null if it was not stored to its end. */
  digests: string | null
  /** When its series were last expanded: the window of time moves on. */
  expanded_at: Milliseconds | null
  read_at: Milliseconds | null
  next_read_at: Milliseconds | null
  leased_until: Milliseconds
  failures: number
  problem_code: string | null
  problem_message: string | null
  problem_since: Milliseconds | null
  /** Whether its owner was notified of the problem. */
  is_problem_told: Flag
  meeting_count: number
  skipped: Json
  created_at: Milliseconds
  updated_at: Milliseconds
}
/** One calendar's copy of a meeting. */
export type CalendarMeetingTable = {
  workspace_id: string
  calendar_id: string
  meeting_id: string
  digest: string
  end_at: Milliseconds
  /** The calendar owner's. */
  response: MeetingResponse | null
  details: Json
}
/** A further address by which calendars know a member. Folded. */
export type MemberAddressTable = { workspace_id: string; email: string; person_id: string }

/** The address at which a calendar program of a person reads their tasks. */
export type CalendarFeedTable = {
  token_hash: string
  workspace_id: string
  person_id: string
  created_at: Milliseconds
}

export type NotificationTable = {
  workspace_id: string
  id: string
  person_id: string
  kind: string
  title: string
  body: string | null
  target_kind: string | null
  target_id: string | null
  /** When it last happened. */
  created_at: Milliseconds
  read_at: Milliseconds | null
  actor_id: string | null
  actor_name: string | null
  /** Title of the item that it is about; null where it stands for several. */
  subject: string | null
  change: string | null
  /** The items that it stands for: ids and titles. */
  items: Json | null
  count: number
  /** When it first happened; null for those that are not counted up. */
  first_at: Milliseconds | null
}

/** Up to when the due tasks of a workspace were looked for. */
export type DueSweepTable = { workspace_id: string; swept_until: Milliseconds }

/** A file that a person imports (IMP-04). */
export type ImportTable = {
  workspace_id: string
  id: string
  person_id: string
  name: string
  state: 'looked' | 'running' | 'done' | 'cancelled' | 'failed' | 'undoing' | 'undone'
  /** Kept to continue after a failure. */
  goal: 'import' | 'undo'
  zone: string
  choices: Json
  /** The preview of its file. */
  look: Json | null
  /** Names of its columns. */
  header: Json | null
  /** Slug of an object, or `tasks`. */
  object: string
  repeating: number
  total: number
  done: number
  /** The last draft that was written. */
  place: Json | null
  /** The number of the next batch. */
  batches: number
  counts: Json
  /** The first of its faults and how many there are, once it has ended. */
  faults: Json | null
  problem: string | null
  /** Rows a second. */
  rate: number | null
  leased_by: string | null
  leased_until: Milliseconds
  started_at: Milliseconds | null
  ended_at: Milliseconds | null
  /** The progress of the undo. */
  undo_place: Json | null
  undone: number
  spared: number
  created_at: Milliseconds
}
/** A part of an imported file: compressed, in base64. */
export type ImportFileTable = { workspace_id: string; import_id: string; part: number; content: string }
/** One transaction of an import: written items, left out rows. */
export type ImportBatchTable = {
  workspace_id: string
  import_id: string
  batch: number
  items: Json
  left_out: Json
  faults: Json
}

/** Under which words a title is found: its own, their two-letter beginnings, and its own beginning (LCH-06). */
export type SearchWordTable = {
  /** The number of a search scope (service/search/lookup.store.ts). */
  shelf: number
  word: string
  /** Recency of the entry. */
  ranked_at: Milliseconds
  /** The entry. */
  thing: number
  workspace_id: string
}

/** A row for each entry of the search index: its folded title, and what is written of it in the word table. */
export type SearchTitleTable = {
  /** A number of its own, because the word table names it many times. */
  thing: number
  workspace_id: string
  kind: 'task' | 'record' | 'meeting'
  ref: string
  title: string
  ranked_at: Milliseconds
  /** `*` for those who see everything of the kind, and the people who see this one. */
  audiences: Json
  /** The contacts that it is found by. */
  contacts: Json
  /** The derivation of the title and of its words (db/derivation.ts). */
  derivation: number
}

/** The distinct words of a workspace and how many titles hold each: what typos are looked up in, from both ends. */
export type SearchVocabularyTable = { workspace_id: string; word: string; reversed: string; uses: number }

/** A text that is to be indexed, or a workspace from a place on, whose texts are. */
export type SearchTextDueTable = {
  workspace_id: string
  kind: 'task' | 'task_comment' | 'record' | 'record_comment' | 'workspace'
  ref: string
}

/** A part of the index of texts: 4,096 numbers of texts. */
export type SearchTextPartTable = {
  workspace_id: string
  part: number
  /** Its texts are found as one of these. */
  kind: 'task' | 'record'
  /** How many of its numbers were given away, and how many of them still name a text. */
  used: number
  live: number
}

/** The number of an indexed text. A text that changes gets another one. */
export type SearchTextTable = {
  workspace_id: string
  number: number
  kind: 'task' | 'task_comment' | 'record' | 'record_comment'
  ref: string
}

/** The texts of a part that hold a word, two characters each. Of a person: those that they see. */
export type SearchTextWordTable = { workspace_id: string; part: number; word: string; texts: string }

/** A change of one item. `number` counts the commits' changes of its workspace without gaps. */
export type ChangeTable = {
  workspace_id: string
  number: number
  at: Milliseconds
  kind: 'record' | 'task' | 'comment' | 'meeting'
  ref: string
  action: 'created' | 'updated' | 'archived' | 'restored' | 'deleted'
  /** The record or task of a comment. */
  on_kind: 'record' | 'task' | null
  on_ref: string | null
  actor_type: 'person' | 'key' | 'sign_in' | 'assistant' | 'import' | 'calendar' | 'operator'
  actor_id: string
  /** On whose behalf. */
  person_id: string | null
  request_id: string | null
  /** People who lost sight of the item by the change. With `deleted`, the people who saw it; null means all. */
  lost_to: Json | null
}

export type Database = {
  workspace: WorkspaceTable
  person: PersonTable
  member: MemberTable
  access_key: AccessKeyTable
  account_link: AccountLinkTable
  object_type: ObjectTypeTable
  field: FieldTable
  record_id: RecordIdTable
  record: RecordTable
  record_field: RecordFieldTable
  record_comment: RecordCommentTable
  task_comment: TaskCommentTable
  record_view: RecordViewTable
  task_status: TaskStatusTable
  task: TaskTable
  task_assignee: TaskAssigneeTable
  task_record: TaskRecordTable
  task_meeting: TaskMeetingTable
  section: SectionTable
  meeting: MeetingTable
  meeting_attendee: MeetingAttendeeTable
  meeting_record: MeetingRecordTable
  calendar: CalendarTable
  calendar_meeting: CalendarMeetingTable
  member_address: MemberAddressTable
  calendar_feed: CalendarFeedTable
  notification: NotificationTable
  due_sweep: DueSweepTable
  import: ImportTable
  import_file: ImportFileTable
  import_batch: ImportBatchTable
  search_word: SearchWordTable
  search_title: SearchTitleTable
  search_vocabulary: SearchVocabularyTable
  search_text_due: SearchTextDueTable
  search_text_part: SearchTextPartTable
  search_text: SearchTextTable
  search_text_word: SearchTextWordTable
  oauth_payload: OauthPayloadTable
  oauth_grant: OauthGrantTable
  oauth_secret: OauthSecretTable
  sign_in_code: SignInCodeTable
  counter: CounterTable
  change: ChangeTable
  idempotency: IdempotencyTable
  health_check: HealthCheckTable
  webhook: WebhookTable
  webhook_event: WebhookEventTable
  webhook_delivery: WebhookDeliveryTable
  project: ProjectTable
  environment: EnvironmentTable
  environment_variable: EnvironmentVariableTable
}
