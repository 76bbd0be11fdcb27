// Code that the first frame does not need. It is preloaded when the page is idle after the first paint.
import { type ComponentType, createElement, lazy, useState } from 'react'
import { loadComments } from '../comments/lazy.ts'
import { loadDates } from '../dates/lazy.ts'

const loads: (() => Promise<unknown>)[] = [loadDates, loadComments]

/**
 * As React's `lazy`, which leaves the page for a moment also where the code is there already: letters that were typed then were
 * lost.
 */
function part<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  let loaded: ComponentType<Props> | undefined
  const loadOnce = async (): Promise<ComponentType<Props>> => (loaded ??= await load())
  const Late = lazy(async () => ({ default: await loadOnce() }))
  loads.push(loadOnce)
  return function Part(props: Props) {
    // Kept for as long as it is shown: another component would begin anew.
    const [component] = useState<ComponentType<Props>>(() => loaded ?? (Late as ComponentType<Props>))
    return createElement(component, props)
  }
}

export const lazyParts = {
  AddCalendar: part(async () => (await import('../calendars/add-calendar.tsx')).AddCalendar),
  Brief: part(async () => (await import('../brief/brief.tsx')).Brief),
  Browse: part(async () => (await import('../browse/browse.tsx')).Browse),
  ImportView: part(async () => (await import('../import/import-view.tsx')).ImportView),
  OutboxView: part(async () => (await import('../outbox/outbox-view.tsx')).OutboxView),
  RecordForm: part(async () => (await import('../record/form.tsx')).RecordForm),
  SettingsView: part(async () => (await import('../settings/settings-view.tsx')).SettingsView),
  TaskForm: part(async () => (await import('../task/form.tsx')).TaskForm),
}

let preloaded = false

const preload = (): void => {
  if (preloaded) return
  preloaded = true
  // An error is shown when the part is needed.
  for (const load of loads) load().catch(() => undefined)
}

export function preloadWhenIdle(): void {
  requestIdleCallback(preload, { timeout: 2_000 })
}
