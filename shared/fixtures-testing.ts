// An account, a task, an object and a status for tests that need only a few fields.
import type { ObjectSummary } from './api/launcher/search.ts'
import type { LauncherTask, TaskStatus } from './api/launcher/tasks.ts'
import type { Account } from './ipc/launcher.ts'

export const ada: Account = {
  kind: 'remote',
  workspaceAddress: 'https://acme.example',
  workspaceId: 'wsp_1',
  workspaceName: 'Acme',
  user: { id: 'usr_1', name: 'Ada', email: 'ada@acme.test' },
}

export const taskWith = (changes: Partial<LauncherTask> = {}): LauncherTask => ({
  id: 't1',
  title: 'Renew',
  description: null,
  status: 'todo',
  priority: 'no_priority',
  assignees: [],
  dueDate: null,
  timeLogged: 0,
  estimatedTime: null,
  createdBy: 'usr_1',
  createdAt: '2026-11-20T08:00:00Z',
  updatedAt: '2026-11-20T08:00:00Z',
  linkedMeetingIds: [],
  fileCount: 0,
  linkedRecordCount: 0,
  timerState: null,
  webUrl: 'https://acme.example/tasks/t1',
  ...changes,
})

export const objectWith = (slug: string, pluralName = slug): ObjectSummary => ({
  id: slug,
  name: pluralName,
  singularName: pluralName.slice(0, -1),
  pluralName,
  slug,
  icon: null,
  color: null,
  description: null,
})

export const statusWith = (slug: string, changes: Partial<TaskStatus> = {}): TaskStatus => ({
  id: slug,
  name: slug,
  slug,
  color: '#000000',
  icon: null,
  position: 0,
  isComplete: slug === 'done',
  isDefault: false,
  ...changes,
})
