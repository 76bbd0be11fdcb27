// The bridge into the page: two functions with checked names. No Electron object is exposed.
import { contextBridge, ipcRenderer } from 'electron'
import { callChannel, callNames, eventChannel, eventNames } from '../shared/ipc/channels.ts'

const known: readonly string[] = callNames
const heard: readonly string[] = eventNames

contextBridge.exposeInMainWorld('launcher', {
  call: (name: string, input: unknown): Promise<unknown> =>
    known.includes(name)
      ? ipcRenderer.invoke(callChannel, name, input)
      : Promise.reject(new Error(`Unknown call: ${name}`)),

  on: (name: string, listener: (value: unknown) => void): (() => void) => {
    if (!heard.includes(name)) throw new Error(`Unknown event: ${name}`)
    const forward = (_event: unknown, told: string, value: unknown): void => {
      if (told === name) listener(value)
    }
    ipcRenderer.on(eventChannel, forward)
    return () => {
      ipcRenderer.removeListener(eventChannel, forward)
    }
  },
})
