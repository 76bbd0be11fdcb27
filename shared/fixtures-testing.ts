// A person's account and a task for tests that need only a few fields.
import type { LauncherTask } from './api/launcher-tasks.ts'
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
