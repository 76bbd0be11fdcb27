// Mod+Z, in every view: the last write is taken back, also after the next summon.
import type { QueryClient } from '@tanstack/react-query'
import type { OutboxItem } from '../../shared/launcher.ts'
import { call } from '../bridge.ts'
import { failLoudly } from '../fail-loudly.ts'
import { tell } from '../palette-store.ts'
import { keys } from '../queries.ts'
import { lastUndoable, undoWords } from './outbox-words.ts'

export const undoItem = (id: string): void => {
  call('outbox.undo', { id }).then((answer) => tell(undoWords(answer), 'success'), failLoudly)
}

/** Takes back the last write of the last minute. @returns whether there was one. */
export function undoLast(client: QueryClient): boolean {
  const item = lastUndoable(client.getQueryData<OutboxItem[]>(keys.outbox) ?? [], Date.now())
  if (item === null) return false
  undoItem(item.id)
  return true
}
