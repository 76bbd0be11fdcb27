// The interface of the store. Every function of a resource takes the workspace first, so none can omit it.
import type { Kysely } from 'kysely'
import { calendarsIn, type Calendars } from '../calendars/calendars.store.ts'
import { feedsIn, type Feeds } from '../calendars/feed.store.ts'
import { copiesIn, type Copies } from '../calendars/copies.store.ts'
import { guestRecordsIn, type GuestRecords } from '../calendars/guest-records.store.ts'
import { accountLinksIn, type AccountLinks } from '../workspaces/account-links.store.ts'
import { commentsIn, type Comments } from '../records/comments.store.ts'
import type { Database } from './schema.ts'
import { definitionsIn, type Definitions } from '../objects/definitions.store.ts'
import { environmentsIn, type Environments } from '../environments/environments.store.ts'
import { deliveriesIn, type Deliveries } from '../webhooks/deliveries.store.ts'
import { eventsIn, type Events } from '../webhooks/events.store.ts'
import { healthIn, type Health } from './health.store.ts'
import { idempotencyIn, type Idempotency } from '../http/idempotency.store.ts'
import { importsIn, type Imports } from '../imports/imports.store.ts'
import { keysIn, type Keys } from '../workspaces/keys.store.ts'
import { membersIn, type Members } from '../workspaces/members.store.ts'
import { meetingsIn, type Meetings } from '../launcher/meetings.store.ts'
import { notificationsIn, type Notifications } from '../launcher/notifications.store.ts'
import { grantsIn, type Grants } from '../oauth/grants.store.ts'
import { oauthIn, type Oauth } from '../oauth/oauth.store.ts'
import { objectsIn, type Objects } from '../objects/objects.store.ts'
import { peopleIn, type People } from '../workspaces/people.store.ts'
import { recordFieldsIn, type RecordFields } from '../records/query/record-fields.store.ts'
import { recordsIn, type Records } from '../records/records.store.ts'
import { sealedIn, type Sealed } from '../environments/sealed.store.ts'
import { searchIn, type Search } from '../search/search.store.ts'
import type { SharedState } from './shared-state.store.ts'
import { tablesIn, type Tables } from './tables.ts'
import { tasksIn, type Tasks } from '../tasks/tasks.store.ts'
import { transferIn, type Transfer } from '../import/transfer.store.ts'
import { webhooksIn, type Webhooks } from '../webhooks/webhooks.store.ts'
import { workspacesIn, type Workspaces } from '../workspaces/workspaces.store.ts'

/** One transaction's view of every resource. */
export type Tx = {
  /**
   * Waits until no other transaction writes in a workspace, and keeps others from it until the commit. For a write that finds
   * its workspace only by asking; SQLite has one writer at a time anyway.
   */
  lock(workspaceId: string): Promise<unknown>
  workspaces: Workspaces
  people: People
  members: Members
  keys: Keys
  accountLinks: AccountLinks
  objects: Objects
  records: Records
  recordFields: RecordFields
  comments: Comments
  tasks: Tasks
  meetings: Meetings
  calendars: Calendars
  copies: Copies
  feeds: Feeds
  guestRecords: GuestRecords
  notifications: Notifications
  imports: Imports
  search: Search
  grants: Grants
  oauth: Oauth
  transfer: Transfer
  definitions: Definitions
  events: Events
  webhooks: Webhooks
  deliveries: Deliveries
  environments: Environments
  sealed: Sealed
  tables: Tables
  idempotency: Idempotency
  health: Health
}

export type Store = {
  /** Reads one consistent snapshot. */
  read<T>(run: (tx: Tx) => Promise<T>): Promise<T>
  /**
   * Asks without a transaction, which costs less: each statement says what was committed when it was asked, so two of them may
   * speak of two moments.
   */
  ask<T>(run: (tx: Tx) => Promise<T>): Promise<T>
  /**
   * Commits whole or not at all, and is on disk when it resolves. May run twice.
   * @param workspaceId the workspace that is written in: nobody else writes in it meanwhile, but for those who share the transaction
   * @param touches what it changes or relies on, by names: writes that have none in common run side by side in one transaction
   * (`write-queue.ts`). Left out: it runs by itself
   */
  write<T>(run: (tx: Tx) => Promise<T>, workspaceId?: string, touches?: readonly string[]): Promise<T>
  /**
   * Finds out by a small write whether the database takes writes.
   * @param at epoch milliseconds
   * @throws StoreError
   */
  probe(at: number): Promise<void>
  /**
   * To be called between the transactions of a long operation. Writers of other processes get their turn, where the engine
   * does not queue them.
   */
  giveWay?(): Promise<void>
  /**
   * Whether a service has the database open, where only one can.
   * @throws StoreError
   */
  isServed?(): boolean
  /**
   * To be called after many rows have come, where an engine plans by what it has counted. Never throws.
   * @param rows how many, roughly
   */
  optimize?(rows: number): Promise<void>
  /** Counts shared by all processes that may serve the database. */
  shared?: SharedState
  close(): Promise<void>
}

/** Binds every resource to one connection. Only engines call this. */
export const bindResources = (db: Kysely<Database>, lock: Tx['lock'] = async () => {}): Tx => ({
  lock,
  workspaces: workspacesIn(db),
  people: peopleIn(db),
  members: membersIn(db),
  keys: keysIn(db),
  accountLinks: accountLinksIn(db),
  objects: objectsIn(db),
  records: recordsIn(db),
  recordFields: recordFieldsIn(db),
  comments: commentsIn(db),
  tasks: tasksIn(db),
  meetings: meetingsIn(db),
  calendars: calendarsIn(db),
  copies: copiesIn(db),
  feeds: feedsIn(db),
  guestRecords: guestRecordsIn(db),
  notifications: notificationsIn(db),
  imports: importsIn(db),
  search: searchIn(db),
  grants: grantsIn(db),
  oauth: oauthIn(db),
  transfer: transferIn(db),
  definitions: definitionsIn(db),
  events: eventsIn(db),
  webhooks: webhooksIn(db),
  deliveries: deliveriesIn(db),
  environments: environmentsIn(db),
  sealed: sealedIn(db),
  tables: tablesIn(db),
  idempotency: idempotencyIn(db),
  health: healthIn(db),
})
