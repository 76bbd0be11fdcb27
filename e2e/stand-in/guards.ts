// Questions to the app's guards, and windows that the stand-in refuses to make.
import type { EventEmitter } from 'node:events'
import type { MainFrame } from './main-frame.ts'
import { createEvent, notSupported } from './strict.ts'

/** The only kind of page that is emulated; Electron's defaults are the same. */
export const isolation = {
  sandbox: true,
  contextIsolation: true,
  nodeIntegration: false,
  webSecurity: true,
  webviewTag: false,
}

export function checkIsolation(preferences: Electron.WebPreferences): void {
  for (const [name, wanted] of Object.entries(isolation)) {
    const asked: unknown = Reflect.get(preferences, name) ?? wanted
    if (asked !== wanted) throw notSupported(`webPreferences.${name}: ${String(asked)}`)
  }
}

interface Navigation {
  url: string
  isMainFrame: boolean
  cause: 'navigation' | 'redirect'
  frame: MainFrame
}

/** Emits the events that can prevent a navigation, with Electron's older parameters too. */
export function askToNavigate(
  contents: EventEmitter,
  { url, isMainFrame, cause, frame }: Navigation,
): 'follow' | 'stay' {
  const details = {
    url,
    isMainFrame,
    isSameDocument: false,
    frame: isMainFrame ? frame : null,
    initiator: frame,
  }
  const event = createEvent(details)
  if (cause === 'redirect') contents.emit('will-redirect', event, url, false, isMainFrame, 1, 1)
  else {
    contents.emit('will-frame-navigate', event)
    if (isMainFrame && !event.defaultPrevented) contents.emit('will-navigate', event, url, false, true, 1, 1)
  }
  return event.defaultPrevented ? 'stay' : 'follow'
}
