// The window, created hidden at the start. A summon runs synchronously: bounds, show, focus, notify the page. It creates,
// loads and awaits nothing.
import { app, BrowserWindow, nativeTheme, screen } from 'electron'
import { say } from '../../shared/language.ts'
import type { Typed, View, WindowSize } from '../../shared/ipc/launcher.ts'
import { smallestWindow } from '../../shared/ipc/settings.ts'
import type { Log } from '../log.ts'
import type { SettingsStore } from '../desktop/settings.ts'
import { pagePreferences } from '../security/debugging.ts'
import { type Effect, type Event, next, start, type State } from './summon.ts'
import { type Area, firstSize, placePalette, resizedTo, sizeOf } from './placement.ts'

export type PaletteWindow = {
  /** Registers IPC handlers on each page. Call in the tick in which the window was created. */
  onPage: (serve: (contents: Electron.WebContents) => void) => void
  dispatch: (event: Event) => void
  contents: () => Electron.WebContents
  /** Resolves after the first frame, or when the page has loaded and stays hidden. At the latest after some seconds. */
  firstPaint: Promise<void>
  /** The visible view, or null. */
  shown: () => { view: View; summon: number; typed: Typed | null } | null
  /** The page has loaded. @returns the visible view, or null */
  ready: () => { view: View; summon: number; typed: Typed | null } | null
  hide: (summon: number) => void
  /** Stores the text of the search field, for a page that is recreated. */
  typed: (summon: number, typed: Typed) => void
  /** Brings a window that waits behind the browser to the front. */
  comeBack: () => void
  /** While held, losing the focus does not hide the window. Ends with the next show or hide. */
  hold: (held: boolean) => void
  /** Resizes the window for what its view shows, at the same display. Ignored for an earlier summon. */
  resize: (summon: number, size: WindowSize) => void
  /** Called two frames after a summon. Logs the time since the summon. */
  painted: (summon: number) => void
}

const keptPaintTimes = 200
const longestFirstPaintMs = 3_000
const recreateDelayMs = 100
const crashLoopMs = 10_000
const longestRecreateDelayMs = 5_000

/** Same as `--surface` in renderer/ui/tokens.css. */
const background = (): string => (nativeTheme.shouldUseDarkColors ? '#1a1b1f' : '#ffffff')

const quantile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0

export const createPaletteWindow = ({
  url,
  preload,
  platform,
  learnsSize,
  isHeld,
  settings,
  onShown,
  onHidden,
  now,
  log,
}: {
  url: string
  /** Absolute path of the bundled preload. */
  preload: string
  platform: NodeJS.Platform
  /** Whether a size other than the one asked for is the person's. */
  learnsSize: boolean
  /** Whether a sign-in is pending. The window then stays open behind the browser. */
  isHeld: () => boolean
  settings: Pick<SettingsStore, 'get' | 'change'>
  onShown: (contents: Electron.WebContents, shown: { view: View; summon: number }) => void
  onHidden: (contents: Electron.WebContents) => void
  /** Monotonic milliseconds. */
  now: () => number
  log: Log
}): PaletteWindow => {
  let state = start
  let serve: (contents: Electron.WebContents) => void = () => undefined
  /** The bounds at the last summon or resize. */
  let placed: Area | null = null
  let size: WindowSize = 'full'
  /** The size of `full`. The settings have it a moment later. */
  let fullSize = settings.get().window
  let window = create()
  let summonedAt = 0
  let measuredSummon = 0
  let isHeldByPage = false
  let typed: Typed | null = null
  let recreatedAt = Number.NEGATIVE_INFINITY
  let recreateDelay = recreateDelayMs
  const times: number[] = []
  const firstPaint = Promise.withResolvers<void>()
  // No frame is painted while the screen sleeps.
  setTimeout(firstPaint.resolve, longestFirstPaintMs)

  function create(): BrowserWindow {
    const created = new BrowserWindow({
      ...fullSize,
      minWidth: smallestWindow.width,
      minHeight: smallestWindow.height,
      show: false,
      frame: false,
      maximizable: false,
      minimizable: platform === 'win32',
      fullscreenable: false,
      roundedCorners: true,
      hasShadow: true,
      skipTaskbar: true,
      alwaysOnTop: true,
      title: say('app.name'),
      backgroundColor: background(),
      // Floats over full-screen apps without activating this app.
      ...(platform === 'darwin' ? { type: 'panel', hiddenInMissionControl: true } : {}),
      // Linux ignores `skipTaskbar`. A toolbar is not listed in taskbars and window switchers.
      ...(platform === 'linux' ? { type: 'toolbar' } : {}),
      webPreferences: pagePreferences({ preload, isPackaged: app.isPackaged }),
    })
    const { webContents } = created
    serve(webContents)
    created.on('focus', () => dispatch({ type: 'focused' }))
    created.on('blur', () => {
      // The browser must not open beneath the launcher.
      if (isHeld()) created.setAlwaysOnTop(false)
      dispatch({ type: 'blurred', held: isHeldByPage || isHeld() })
    })
    created.on('close', (event) => {
      const before = state
      const step = next(before, { type: 'closeAsked' }, now())
      state = step.state
      for (const effect of step.effects)
        if (effect.type === 'preventClose') event.preventDefault()
        else perform(effect, before)
    })
    // Windows ends the session without `will-quit`.
    created.on('session-end', () => {
      app.quit()
    })
    webContents.on('render-process-gone', (_event, details) => {
      log.warn('page.gone', { reason: details.reason })
      dispatch({ type: 'pageGone' })
    })
    void created.loadURL(url).catch((error: unknown) => {
      log.bug('page.notLoaded', error)
    })
    return created
  }

  function recreate(): void {
    const gone = window
    // Back off if the page keeps crashing.
    recreateDelay =
      now() - recreatedAt < crashLoopMs
        ? Math.min(recreateDelay * 2, longestRecreateDelayMs)
        : recreateDelayMs
    recreatedAt = now()
    setTimeout(() => {
      if (state.quitting) return
      window = create()
      size = 'full'
      if (!gone.isDestroyed()) gone.destroy()
    }, recreateDelay)
  }

  function toFront(): void {
    if (!window.isAlwaysOnTop()) window.setAlwaysOnTop(true)
    window.show()
    window.focus()
  }

  /** Before the window is moved or hidden, because Linux has no event for the end of a resize. */
  function keepSize(): void {
    const resized = learnsSize && size === 'full' ? resizedTo(placed, window.getBounds()) : null
    placed = null
    if (resized === null) return
    fullSize = resized
    settings.change({ window: resized }).catch((error: unknown) => {
      log.bug('settings.notKept', error)
    })
  }

  /** @param at selects the display */
  function place(next: WindowSize, at: Electron.Point): void {
    keepSize()
    // Window managers refuse a size below the minimum.
    if (next !== size)
      window.setMinimumSize(smallestWindow.width, next === 'full' ? smallestWindow.height : 1)
    size = next
    placed = placePalette(screen.getAllDisplays(), at, sizeOf(next, fullSize))
    if (placed !== null) window.setBounds(placed)
  }

  function show(view: View, summon: number, before: View | null): void {
    summonedAt = now()
    isHeldByPage = false
    // A summon of the view that is already there keeps what it shows.
    place(before === view ? size : firstSize(view, settings.get().compact), screen.getCursorScreenPoint())
    if (platform === 'win32' && window.isMinimized()) window.restore()
    toFront()
    onShown(window.webContents, { view, summon })
  }

  function hide(): void {
    isHeldByPage = false
    typed = null
    keepSize()
    // On Windows only minimizing returns the focus to the previous window.
    if (platform === 'win32') window.minimize()
    window.hide()
    onHidden(window.webContents)
  }

  function perform(effect: Effect, before: State): void {
    switch (effect.type) {
      case 'show':
        show(effect.view, effect.summon, before.shown?.view ?? null)
        return
      case 'hide':
        hide()
        return
      case 'awaitRepeat': {
        const { pressedAt, summon } = effect
        setTimeout(() => {
          dispatch({ type: 'repeatTimePassed', pressedAt, summon })
        }, effect.ms)
        return
      }
      case 'recreatePage':
        recreate()
        return
      case 'letClose':
      case 'preventClose':
        return
    }
  }

  function dispatch(event: Event): void {
    const before = state
    const step = next(before, event, now())
    state = step.state
    for (const effect of step.effects) perform(effect, before)
  }

  nativeTheme.on('updated', () => {
    if (!window.isDestroyed()) window.setBackgroundColor(background())
  })

  /** Milliseconds from summon to paint, over the last summons. */
  const paintTimes = (): { p50: number; p95: number; count: number } => {
    const sorted = [...times].sort((a, b) => a - b)
    return { p50: quantile(sorted, 0.5), p95: quantile(sorted, 0.95), count: sorted.length }
  }

  const shown: PaletteWindow['shown'] = () =>
    state.shown === null ? null : { view: state.shown.view, summon: state.shown.summon, typed }

  return {
    onPage: (wanted) => {
      serve = wanted
      serve(window.webContents)
    },
    dispatch,
    comeBack: () => {
      if (state.shown !== null) toFront()
    },
    contents: () => window.webContents,
    firstPaint: firstPaint.promise,
    shown,
    ready: () => {
      dispatch({ type: 'pageReady' })
      if (state.shown === null) firstPaint.resolve()
      return shown()
    },
    hide: (summon) => {
      dispatch({ type: 'hideAsked', summon })
    },
    typed: (summon, value) => {
      if (state.shown?.summon === summon) typed = value
    },
    hold: (held) => {
      isHeldByPage = held
    },
    resize: (summon, next) => {
      if (state.shown?.summon !== summon || next === size) return
      const { x, y, width, height } = window.getBounds()
      place(next, { x: x + width / 2, y: y + height / 2 })
    },
    painted: (summon) => {
      // A page that loads while visible reports twice.
      if (state.shown?.summon !== summon || measuredSummon === summon) return
      measuredSummon = summon
      times.push(Math.round(now() - summonedAt))
      if (times.length > keptPaintTimes) times.shift()
      log.info('palette.painted', { ms: times.at(-1), ...paintTimes() })
      firstPaint.resolve()
    },
  }
}
