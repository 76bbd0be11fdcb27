// One Chromium window with the app's page: the preload's world, messages in order, size and visibility.
import { randomUUID } from 'node:crypto'
// Not the global one, which tests replace.
import { setTimeout as wait } from 'node:timers/promises'
import type { CdpSession } from './cdp.ts'
import { type Chromium, isVisible } from './chromium.ts'
import { createCodec } from './codec.ts'
import { createBridge, isolatedWorld, mainWorld, type ToMain, type ToPage } from './page-worlds.ts'
import type { Targets } from './targets.ts'
import { followTheme } from './native-theme.ts'
import { fitScreen } from './screen.ts'

const world = 'Electron Isolated Context'

/** Messages that pages have not answered for. A crashed page never does; nothing waits for longer than a moment. */
const undelivered = new Set<Promise<unknown>>()

const keepUntilHeard = (sent: Promise<unknown>): void => {
  const heard = sent.catch(() => undefined)
  undelivered.add(heard)
  void heard.then(() => undelivered.delete(heard))
}

export async function settled(): Promise<void> {
  await Promise.race([Promise.all(undelivered), wait(2000, undefined, { ref: false })])
}

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
  /** The pointer rests where the window comes up: X11 sends a mousemove that moved by nothing. */
  restPointer(): void
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
    // Messages of an earlier document are ignored, as are those of subframes, which have no preload.
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
  if (isVisible) {
    const expression = '[screen.width, screen.height]'
    const { result } = await session.send('Runtime.evaluate', { expression, returnByValue: true })
    const [width, height] = result.value as [number, number]
    fitScreen(width, height)
  }
  const setWindow = (bounds: object): void => session.post('Browser.setWindowBounds', { windowId, bounds })

  let isConcealed = false
  const conceal = async (): Promise<void> => {
    await session.send('Browser.setWindowBounds', { windowId, bounds: { windowState: 'minimized' } })
    const { bounds } = await session.send('Browser.getWindowForTarget')
    // Without a window manager nothing can be minimized: out of sight is the next best.
    if (bounds.windowState !== 'minimized' && isConcealed) setWindow({ left: -20_000, top: 0 })
  }

  // As in a browser, zoom leaves fewer CSS pixels, each of them bigger. While metrics are overridden the size stays as it is.
  let size = { width: 800, height: 600 }
  let zoomFactor = 1
  const applySize = (): void => {
    session.post('Emulation.clearDeviceMetricsOverride')
    session.post('Browser.setContentsSize', { windowId, ...size })
    if (zoomFactor === 1) return
    const [width, height] = [Math.round(size.width / zoomFactor), Math.round(size.height / zoomFactor)]
    const metrics = { width, height, deviceScaleFactor: zoomFactor, mobile: false }
    session.post('Emulation.setDeviceMetricsOverride', metrics)
  }

  return {
    targetId,
    session,
    deliver: (message) => {
      if (context === undefined) return
      const expression = `__standinReceive(${JSON.stringify(JSON.stringify(message))})`
      keepUntilHeard(session.send('Runtime.evaluate', { expression, contextId: context }))
    },
    restPointer: () => {
      if (context === undefined) return
      const rest = async (contextId: number): Promise<void> => {
        const expression = '__standinPointer()'
        const { result } = await session.send('Runtime.evaluate', {
          expression,
          contextId,
          returnByValue: true,
        })
        const place = result.value as { x: number; y: number } | null
        if (place !== null) await session.send('Input.dispatchMouseEvent', { type: 'mouseMoved', ...place })
      }
      keepUntilHeard(rest(context))
    },
    resize: (width, height) => {
      size = { width, height }
      applySize()
    },
    zoom: (factor) => {
      zoomFactor = factor
      applySize()
    },
    place: (bounds) => isVisible && setWindow(bounds),
    reveal: () => {
      isConcealed = false
      if (!isVisible) return
      setWindow({ windowState: 'normal' })
      chromium.browser.post('Target.activateTarget', { targetId })
    },
    conceal: () => {
      isConcealed = true
      if (isVisible) void conceal().catch(() => undefined)
    },
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
