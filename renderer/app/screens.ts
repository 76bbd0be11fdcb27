// Code that the first frame does not need. It is preloaded when the page is idle after the first paint.
import { type ComponentType, lazy } from 'react'
import { loadDates } from '../dates/lazy.ts'

const loaders = {
  AddCalendar: () => import('../calendars/add-calendar.tsx'),
  Brief: () => import('../brief/brief.tsx'),
  Browse: () => import('../browse/browse.tsx'),
  ImportView: () => import('../import/import-view.tsx'),
  OutboxView: () => import('../outbox/outbox-view.tsx'),
  RecordForm: () => import('../record/form.tsx'),
  SettingsView: () => import('../settings/settings-view.tsx'),
  TaskForm: () => import('../task/form.tsx'),
}

// `lazy` requires a default export.
const part = <Props>(load: () => Promise<ComponentType<Props>>) =>
  lazy(async () => ({ default: await load() }))

export const lazyParts = {
  AddCalendar: part(async () => (await loaders.AddCalendar()).AddCalendar),
  Brief: part(async () => (await loaders.Brief()).Brief),
  Browse: part(async () => (await loaders.Browse()).Browse),
  ImportView: part(async () => (await loaders.ImportView()).ImportView),
  OutboxView: part(async () => (await loaders.OutboxView()).OutboxView),
  RecordForm: part(async () => (await loaders.RecordForm()).RecordForm),
  SettingsView: part(async () => (await loaders.SettingsView()).SettingsView),
  TaskForm: part(async () => (await loaders.TaskForm()).TaskForm),
}

let preloaded = false

const preload = (): void => {
  if (preloaded) return
  preloaded = true
  for (const load of [...Object.values(loaders), loadDates])
    // An error is shown when the part is needed.
    load().catch(() => undefined)
}

export function preloadWhenIdle(): void {
  requestIdleCallback(preload, { timeout: 2_000 })
}
