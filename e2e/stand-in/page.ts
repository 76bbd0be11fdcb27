// One Chromium window with the app's page: the preload's world, messages in order, size and visibility.
import { randomUUID } from 'node:crypto'
import type { CdpSession } from './cdp.ts'
import { type Chromium, isVisible } from './chromium.ts'
import { createCodec } from './codec.ts'
import { createBridge, isolatedWorld, mainWorld, type ToMain, type ToPage } from './page-worlds.ts'
import type { Targets } from './targets.ts'
import { followTheme } from './native-theme.ts'

const world = 'Electron Isolated Context'

export interface Preload {
  path: string
  source: string
}

export interface PageListeners {
  onStarted(): void
  onCommitted(url: string): void
  onLoaded(): void
  onStopped(): void
  onMessage(message: ToMain): void
  onCrashed(): void
  onSubframe(frameId: string): void
  onTitle(title: string): void
  onClosed(): void
}

export interface Page {
  targetId: string
  session: CdpSession
  deliver(message: ToPage): void
  resize(width: number, height: number): void
  zoom(factor: number): void
  /** Only a visible window is moved, hidden or raised: in headless mode input must reach the page at any time. */
  place(bounds: { left: number; top: number }): void
  reveal(): void
  conceal(): void
  close(): void
}

export interface PageOptions {
  preload: Preload | undefined
  schemes: string[]
  versions: Record<string, string>
}

export async function openPage(
  chromium: Chromium,
  targets: Targets,
  options: PageOptions,
  listeners: PageListeners,
): Promise<Page> {
  const { targetId, session } = await targets.open()
  let context: number | undefined

  session.on('Runtime.executionContextCreated', ({ context: { id, name, auxData } }) => {
    if (name === world && auxData?.['frameId'] === targetId) context = id
  })
  session.on('Runtime.executionContextDestroyed', ({ executionContextId }) => {
    if (context === executionContextId) context = undefined
  })
  session.on('Runtime.executionContextsCleared', () => {
    context = undefined
  })
  session.on('Runtime.bindingCalled', ({ executionContextId, payload }) => {
    // What a document says that has been left is not heard; neither are subframes, which have no preload.
    if (executionContextId === context) listeners.onMessage(JSON.parse(payload) as ToMain)
  })
  session.on('Page.frameStartedLoading', ({ frameId }) => frameId === targetId && listeners.onStarted())
  session.on('Page.frameStoppedLoading', ({ frameId }) => frameId === targetId && listeners.onStopped())
  session.on('Page.frameNavigated', ({ frame }) => {
    if (frame.id === targetId) listeners.onCommitted(frame.url + (frame.urlFragment ?? ''))
    else listeners.onSubframe(frame.id)
  })
  session.on('Page.frameAttached', ({ frameId }) => listeners.onSubframe(frameId))
  session.on(
    'Page.navigatedWithinDocument',
    ({ frameId, url }) => frameId === targetId && listeners.onCommitted(url),
  )
  session.on('Page.loadEventFired', () => listeners.onLoaded())
  session.on('Inspector.targetCrashed', () => {
    context = undefined
    listeners.onCrashed()
  })
  chromium.browser.on('Target.targetInfoChanged', ({ targetInfo }) => {
    if (targetInfo.targetId === targetId) listeners.onTitle(targetInfo.title)
  })
  chromium.browser.on(
    'Target.detachedFromTarget',
    (detached) => detached.targetId === targetId && listeners.onClosed(),
  )

  // Sent together: the session keeps the order, and the window stays paused until the last of them.
  const [{ windowId }] = await Promise.all([
    session.send('Browser.getWindowForTarget'),
    session.send('Inspector.enable'),
    session.send('Page.enable'),
    session.send('Runtime.enable'),
    session.send('Runtime.addBinding', { name: '__standinSend', executionContextName: world }),
    ...injected(options).map(({ source, ...where }) =>
      session.send('Page.addScriptToEvaluateOnNewDocument', { source, ...where }),
    ),
    followTheme(session),
    session.send('Runtime.runIfWaitingForDebugger'),
  ])
  const setWindow = (bounds: object): void => session.post('Browser.setWindowBounds', { windowId, bounds })

  // As in a browser, zoom leaves fewer CSS pixels, each of them bigger.
  let size = { width: 800, height: 600 }
  let zoomFactor = 1
  const applyZoom = (): void => {
    if (zoomFactor === 1) return session.post('Emulation.clearDeviceMetricsOverride')
    const { width, height } = size
    const [zoomedWidth, zoomedHeight] = [Math.round(width / zoomFactor), Math.round(height / zoomFactor)]
    const metrics = { width: zoomedWidth, height: zoomedHeight, deviceScaleFactor: zoomFactor, mobile: false }
    session.post('Emulation.setDeviceMetricsOverride', metrics)
  }

  return {
    targetId,
    session,
    deliver: (message) => {
      if (context === undefined) return
      const expression = `__standinReceive(${JSON.stringify(JSON.stringify(message))})`
      session.post('Runtime.evaluate', { expression, contextId: context, silent: false })
    },
    resize: (width, height) => {
      size = { width, height }
      session.post('Browser.setContentsSize', { windowId, ...size })
      applyZoom()
    },
    zoom: (factor) => {
      zoomFactor = factor
      applyZoom()
    },
    place: (bounds) => isVisible && setWindow(bounds),
    reveal: () => {
      if (!isVisible) return
      setWindow({ windowState: 'normal' })
      chromium.browser.post('Target.activateTarget', { targetId })
    },
    conceal: () => isVisible && setWindow({ windowState: 'minimized' }),
    close: () => chromium.browser.post('Target.closeTarget', { targetId }),
  }
}

/** The scripts of every new document, in order; they run before any script of the page and past its CSP. */
function injected({ preload, schemes, versions }: PageOptions): { source: string; worldName?: string }[] {
  const token = JSON.stringify(`standin-${randomUUID()}`)
  const shared = `${createCodec.toString()}, ${createBridge.toString()}`
  const isolated = `${token}, ${JSON.stringify(schemes)}, ${shared}, ${JSON.stringify(versions)}`
  const scripts: { source: string; worldName?: string }[] = [
    { source: `(${mainWorld.toString()})(${token}, ${shared})` },
    { source: `(${isolatedWorld.toString()})(${isolated})`, worldName: world },
  ]
  // A script of its own, because a syntax error in it must not take the rest along.
  if (preload) {
    const wrapped = `(function (require, module, exports, process) {${preload.source}\n})`
    const source = `globalThis.__standinPreload?.(${wrapped})\n//# sourceURL=file://${preload.path}`
    scripts.push({ source, worldName: world })
  }
  return scripts
}
