// Parts that the first frame does not need. They are fetched once that is seen, or once nobody waits for it, and the page
// is idle: long before somebody asks for them.
import { type ComponentType, lazy } from 'react'

const loaders = {
  Brief: () => import('../brief/brief.tsx'),
  Browse: () => import('../browse/browse.tsx'),
  Calendar: () => import('../task/fields/calendar.tsx'),
  OutboxView: () => import('../outbox/outbox-view.tsx'),
  SettingsView: () => import('../settings/settings-view.tsx'),
  TaskForm: () => import('../task/task-form.tsx'),
}

// `lazy` wants a default export; ours are named.
const part = <Props>(load: () => Promise<ComponentType<Props>>) =>
  lazy(async () => ({ default: await load() }))

export const lazyParts = {
  Brief: part(async () => (await loaders.Brief()).Brief),
  Browse: part(async () => (await loaders.Browse()).Browse),
  Calendar: part(async () => (await loaders.Calendar()).Calendar),
  OutboxView: part(async () => (await loaders.OutboxView()).OutboxView),
  SettingsView: part(async () => (await loaders.SettingsView()).SettingsView),
  TaskForm: part(async () => (await loaders.TaskForm()).TaskForm),
}

/** The reader of dates in free text; the same promise each time. */
export const loadDateReader = () => import('../capture/dates/read-dates.ts')

let preloaded = false

const preload = (): void => {
  if (preloaded) return
  preloaded = true
  for (const load of [...Object.values(loaders), loadDateReader])
    // A part that does not load now is asked for again when it is needed, and fails there in words.
    load().catch(() => undefined)
}

export function preloadWhenIdle(): void {
  requestIdleCallback(preload, { timeout: 2_000 })
}
