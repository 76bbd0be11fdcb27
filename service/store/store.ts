// What the api asks of storage. Every function of a resource takes the workspace first; there is no way to forget it.
import type { Kysely } from 'kysely'
import type { Database } from './schema.ts'
import { keysIn, type Keys } from './keys.ts'
import { membersIn, type Members } from './members.ts'
import { meetingsIn, type Meetings } from './meetings.ts'
import { notificationsIn, type Notifications } from './notifications.ts'
import { oauthIn, type Oauth } from './oauth.ts'
import { objectsIn, type Objects } from './objects.ts'
import { peopleIn, type People } from './people.ts'
import { recordsIn, type Records } from './records.ts'
import { searchIn, type Search } from './search.ts'
import { tasksIn, type Tasks } from './tasks.ts'
import { workspacesIn, type Workspaces } from './workspaces.ts'

/** One transaction's view of every resource. */
export type Tx = {
  workspaces: Workspaces
  people: People
  members: Members
  keys: Keys
  objects: Objects
  records: Records
  tasks: Tasks
  meetings: Meetings
  notifications: Notifications
  search: Search
  oauth: Oauth
}

export type Store = {
  /** Reads one consistent snapshot. */
  read<T>(run: (tx: Tx) => Promise<T>): Promise<T>
  /** Runs alone, commits whole or not at all, and is on disk when it resolves. */
  write<T>(run: (tx: Tx) => Promise<T>): Promise<T>
  close(): Promise<void>
}

/** Binds every resource to one connection. Only engines call this. */
export const bindResources = (db: Kysely<Database>): Tx => ({
  workspaces: workspacesIn(db),
  people: peopleIn(db),
  members: membersIn(db),
  keys: keysIn(db),
  objects: objectsIn(db),
  records: recordsIn(db),
  tasks: tasksIn(db),
  meetings: meetingsIn(db),
  notifications: notificationsIn(db),
  search: searchIn(db),
  oauth: oauthIn(db),
})
