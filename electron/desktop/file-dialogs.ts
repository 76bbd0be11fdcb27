// Native dialogs that choose a file. While one is open the window stays (see `isHeld` in window.ts).
import { join } from 'node:path'
import { app, BrowserWindow, dialog, type WebContents } from 'electron'

type Kind = { name: string; extension: string }

export type FileDialogs = {
  isOpen: () => boolean
  /** @returns the absolute path, or null if nothing was chosen */
  save: (asked: { title: string; fileName: string; kind: Kind }) => Promise<string | null>
  open: (asked: { title: string; kind: Kind }) => Promise<string | null>
}

export const createFileDialogs = ({
  contents,
  onClosed,
}: {
  /** Of the window that a dialog belongs to. */
  contents: () => WebContents
  /** A dialog has closed; the window wants the focus back. */
  onClosed: () => void
}): FileDialogs => {
  let open = 0

  const show = async <T>(work: (window: BrowserWindow) => Promise<T>): Promise<T | null> => {
    const window = BrowserWindow.fromWebContents(contents())
    // One at a time: a second would open behind the first.
    if (window === null || open > 0) return null
    open += 1
    try {
      return await work(window)
    } finally {
      open -= 1
      onClosed()
    }
  }
  const filters = ({ name, extension }: Kind): Electron.FileFilter[] => [{ name, extensions: [extension] }]

  return {
    isOpen: () => open > 0,
    save: async ({ title, fileName, kind }) => {
      const chosen = await show((window) =>
        dialog.showSaveDialog(window, {
          title,
          defaultPath: join(app.getPath('documents'), fileName),
          filters: filters(kind),
          properties: ['createDirectory', 'showOverwriteConfirmation'],
        }),
      )
      return chosen === null || chosen.canceled || chosen.filePath === '' ? null : chosen.filePath
    },
    open: async ({ title, kind }) => {
      const chosen = await show((window) =>
        dialog.showOpenDialog(window, {
          title,
          defaultPath: app.getPath('documents'),
          filters: [...filters(kind), { name: '*', extensions: ['*'] }],
          properties: ['openFile', 'dontAddToRecent'],
        }),
      )
      return (chosen?.canceled === false ? chosen.filePaths[0] : null) ?? null
    },
  }
}
