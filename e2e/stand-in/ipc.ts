// webContents.ipc and ipcMain: handlers, and what a page says to them.
import { createCodec } from './codec.ts'
import type { ToMain, ToPage } from './page-worlds.ts'
import { asElectron, createEvent, StrictEmitter, type Emulates } from './strict.ts'

type Handler = (event: Electron.IpcMainInvokeEvent, ...args: unknown[]) => unknown

export class IpcHub extends StrictEmitter implements Emulates<Electron.IpcMain> {
  private readonly handlers = new Map<string, Handler>()

  handle(channel: string, listener: Handler): void {
    if (this.handlers.has(channel)) throw new Error(`Attempted to register a second handler for '${channel}'`)
    this.handlers.set(channel, listener)
  }
  handleOnce(channel: string, listener: Handler): void {
    this.handle(channel, (...input) => {
      this.removeHandler(channel)
      return listener(...input)
    })
  }
  removeHandler(channel: string): void {
    this.handlers.delete(channel)
  }
  /** @internal */
  handler(channel: string): Handler | undefined {
    return this.handlers.get(channel)
  }
}

export const ipcMain = new IpcHub()

interface Sender {
  ipc: IpcHub
  contents: unknown
  frame: unknown
  deliver(message: ToPage): void
}

const codec = createCodec()

export const encodeArgs = (args: unknown[]): string => codec.encode(args)

/** Electron words a failed invoke like this; only the text of the error crosses. */
const remoteError = (channel: string, error: unknown): string =>
  `Error invoking remote method '${channel}': ${error instanceof Error ? `${error.name}: ${error.message}` : String(error)}`

export async function receiveIpc(
  sender: Sender,
  message: Extract<ToMain, { type: 'invoke' | 'send' }>,
): Promise<void> {
  const { channel } = message
  const args = codec.decode(message.args) as unknown[]
  const event = createEvent({
    type: 'frame',
    sender: sender.contents,
    senderFrame: sender.frame,
    processId: 1,
    frameId: 1,
    ports: [],
    reply: (to: string, ...values: unknown[]) =>
      sender.deliver({ type: 'event', channel: to, args: encodeArgs(values) }),
  })
  if (message.type === 'send') {
    sender.ipc.emit(channel, event, ...args)
    ipcMain.emit(channel, event, ...args)
    return
  }
  const { id } = message
  try {
    const handler = sender.ipc.handler(channel) ?? ipcMain.handler(channel)
    if (!handler) throw new Error(`No handler registered for '${channel}'`)
    const value = codec.encode(await handler(asElectron(event), ...args))
    sender.deliver({ type: 'answer', id, ok: true, value })
  } catch (error) {
    sender.deliver({ type: 'answer', id, ok: false, message: remoteError(channel, error) })
  }
}
