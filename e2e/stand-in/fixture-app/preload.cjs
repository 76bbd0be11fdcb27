const { contextBridge, ipcRenderer } = require('electron')

contextBridge.exposeInMainWorld('fixture', {
  invoke: (channel, ...args) => ipcRenderer.invoke(channel, ...args),
  on: (channel, listener) => {
    const forward = (event, ...args) => listener(...args)
    ipcRenderer.on(channel, forward)
    return () => ipcRenderer.removeListener(channel, forward)
  },
  versions: { ...process.versions },
})
