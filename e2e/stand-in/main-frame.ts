// The main frame of a page: what a handler compares and reads to know who asks. Only main frames have a preload.
import { originOf } from './app-scheme.ts'
import { asElectron, strict } from './strict.ts'

export type MainFrame = Pick<
  Electron.WebFrameMain,
  'url' | 'origin' | 'parent' | 'top' | 'detached' | 'name' | 'routingId' | 'processId' | 'isDestroyed'
>

/** One object for the life of the page: `event.senderFrame === contents.mainFrame`. */
export function createMainFrame(contents: { getURL(): string; isDestroyed(): boolean }): MainFrame {
  const frame: MainFrame = {
    get url() {
      return contents.getURL()
    },
    get origin() {
      return originOf(contents.getURL())
    },
    parent: null,
    get top() {
      return asElectron<Electron.WebFrameMain>(frame)
    },
    get detached() {
      return contents.isDestroyed()
    },
    name: '',
    routingId: 1,
    processId: 1,
    isDestroyed: () => contents.isDestroyed(),
  }
  return strict('webFrameMain', frame)
}
