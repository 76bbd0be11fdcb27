// Opens what a link, the command line or the clipboard asks for (APP-02). It shows or fills in, and saves nothing.
import { flushSync } from 'react-dom'
import type { Opening } from '../../shared/ipc/launcher.ts'
import { call } from '../state/bridge.ts'
import { showCapture, showError, showItem, showSearch } from '../state/store.ts'

export const open = (opening: Opening): void => {
  if (opening.kind === 'capture') return flushSync(() => showCapture(opening.text))
  if (opening.kind === 'search') return flushSync(() => showSearch(opening.query))
  const { kind, id } = opening
  const read = kind === 'task' ? call('tasks.get', { id }) : call('records.get', { id })
  read.then(({ title }) => showItem({ kind, id, title }), showError)
}
