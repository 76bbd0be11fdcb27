// The task statuses that every new workspace starts with (LCH-09).
export const defaultStatuses = [
  { slug: 'todo', name: 'To do', color: '#8b93a7', icon: 'circle', isComplete: false, isDefault: true },
  {
    slug: 'in-progress',
    name: 'In progress',
    color: '#3b82f6',
    icon: 'circle-dot',
    isComplete: false,
    isDefault: false,
  },
  {
    slug: 'in-review',
    name: 'In review',
    color: '#a855f7',
    icon: 'eye',
    isComplete: false,
    isDefault: false,
  },
  { slug: 'done', name: 'Done', color: '#22a06b', icon: 'check-circle', isComplete: true, isDefault: false },
].map((status, position) => ({ ...status, position }))
