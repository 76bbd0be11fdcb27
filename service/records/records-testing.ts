// For tests of the store: a workspace and a record in it, small ones.
import type { NewRecord } from './record.ts'
import type { Workspace } from '../access/workspaces.store.ts'

export const workspaceOf = (id: string): Workspace => ({
  id,
  slug: id,
  name: id,
  plan: 'pro',
  memberLimit: null,
  createdAt: 1,
})

export const recordOf = (id: string, values: NewRecord['values'] = {}): NewRecord => ({
  id,
  objectId: 'obj',
  title: `Title ${id}`,
  avatarUrl: null,
  values,
  archived: false,
  createdBy: 'usr',
  createdAt: 1,
  updatedAt: 1,
})
