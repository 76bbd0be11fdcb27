// The `electron` module of the main process, and how `import` and `require` find it.
import { registerHooks } from 'node:module'
import { app } from './app.ts'
import { BrowserWindow } from './browser-window.ts'
import { answerDialog, clipboard, dialog, Menu, Notification, powerMonitor, shell, Tray } from './desktop.ts'
import { focusedWindow, moveFocus } from './focus.ts'
import { globalShortcut, shortcutHooks } from './global-shortcut.ts'
import { hooks, type StandinHooks } from './hooks.ts'
import { ipcMain } from './ipc.ts'
import { nativeImage } from './native-image.ts'
import { nativeTheme, setSystemTheme } from './native-theme.ts'
import { settled } from './page.ts'
import { protocol } from './protocol.ts'
import { safeStorage } from './safe-storage.ts'
import { screen } from './screen.ts'
import { defaultSession, fromPartition, net } from './session.ts'
import { strict, unsupportedModule } from './strict.ts'
import { utilityProcess } from './utility-process.ts'
import { WebContents } from './web-contents.ts'

const emulated = {
  app,
  BrowserWindow,
  clipboard,
  dialog,
  globalShortcut,
  ipcMain,
  Menu,
  nativeImage,
  nativeTheme,
  net,
  Notification,
  powerMonitor,
  protocol,
  safeStorage,
  screen,
  session: strict('session', { defaultSession, fromPartition }),
  shell,
  Tray,
  utilityProcess: strict('utilityProcess', utilityProcess),
  webContents: strict('webContents', {
    getAllWebContents: WebContents.getAllWebContents,
    fromId: WebContents.fromId,
    fromDevToolsTargetId: WebContents.fromDevToolsTargetId,
  }),
} satisfies Partial<Record<keyof typeof Electron.CrossProcessExports, unknown>>

// They can be imported, as from real Electron, and throw when used.
const notEmulated = [
  'autoUpdater',
  'BaseWindow',
  'BrowserView',
  'contentTracing',
  'crashReporter',
  'desktopCapturer',
  'inAppPurchase',
  'ImageView',
  'MenuItem',
  'MessageChannelMain',
  'netLog',
  'powerSaveBlocker',
  'pushNotifications',
  'ShareMenu',
  'systemPreferences',
  'TouchBar',
  'View',
  'webFrameMain',
  'WebContentsView',
] as const satisfies readonly (keyof typeof Electron.CrossProcessExports)[]

const members: Record<string, unknown> = {
  ...Object.fromEntries(notEmulated.map((name) => [name, unsupportedModule(name)])),
  ...emulated,
}

/** The key under which the loader hooks below find the module; nothing else should use it. */
const place = 'standin.electron-module'
Reflect.set(globalThis, Symbol.for(place), strict('electron', members))

export function installElectronModule(): void {
  const found = `globalThis[Symbol.for('${place}')]`
  const names = Object.keys(members)
  // Generated from the real names, so that a misspelt import fails when it is linked, as with Electron.
  const esm = [
    `const electron = ${found}`,
    'export default electron',
    ...names.map((name) => `export const ${name} = electron.${name}`),
  ]
  registerHooks({
    resolve: (specifier, context, next) => {
      if (!/^electron(\/main|\/common)?$/.test(specifier)) return next(specifier, context)
      const format = context.conditions.includes('require') ? 'commonjs' : 'module'
      return { url: `${import.meta.url}?${format}`, format, shortCircuit: true }
    },
    load: (url, context, next) => {
      if (url === `${import.meta.url}?module`)
        return { format: 'module', source: esm.join('\n'), shortCircuit: true }
      if (url === `${import.meta.url}?commonjs`)
        return { format: 'commonjs', source: `module.exports = ${found}`, shortCircuit: true }
      return next(url, context)
    },
  })
}

export function installHooks(): void {
  globalThis.__standin = {
    ...hooks,
    ...shortcutHooks,
    answerDialog,
    settled,
    setSystemTheme,
    taskbar: BrowserWindow.listed,
    focusElsewhere: () => focusedWindow() && moveFocus(undefined),
    chromium: undefined,
  } satisfies StandinHooks
}
