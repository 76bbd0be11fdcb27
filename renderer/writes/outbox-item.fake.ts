// An item of the outbox for tests.
import type { OutboxItem } from '../../shared/ipc/launcher.ts'

export const outboxItem = (changes: Partial<OutboxItem> = {}): OutboxItem => ({
  id: '1',
  batch: null,
  kind: 'createTask',
  title: 'Call Acme',
  state: 'queued',
  taskId: null,
  webUrl: null,
  error: null,
  createdAt: 0,
  waitsUntil: null,
  heldUntil: null,
  fields: {},
  before: {},
  candidates: [],
  conflict: null,
  canEdit: false,
  canUndo: false,
  isUndo: false,
  settledAt: null,
  ...changes,
})
