// Mod+Z, in every view: the last write is taken back, also after the next summon.
import type { QueryClient } from '@tanstack/react-query'
import { say } from '../../shared/language.ts'
import type { OutboxItem } from '../../shared/ipc/launcher.ts'
import { call } from '../app/bridge.ts'
import { failLoudly } from '../app/fail-loudly.ts'
import { tell } from '../app/palette-store.ts'
import { keys } from '../app/queries.ts'
import { lastUndoable, undoWords } from './outbox-words.ts'

/** Asked for a moment ago: a second press that comes before the answer means the write before. */
const asked = new Set<string>()

export const undoItem = (id: string): void => {
  asked.add(id)
  call('outbox.undo', { id })
    .then((answer) => tell(undoWords(answer), 'success'), failLoudly)
    .finally(() => asked.delete(id))
}

const lastOf = (items: readonly OutboxItem[]): OutboxItem | null =>
  lastUndoable(
    items.filter(({ id }) => !asked.has(id)),
    Date.now(),
  )

/**
 * Takes back the last write of the last minute, each time the one before, or says that nothing is left. The main process
 * is asked which one that is: a write that is just being kept is not known here yet.
 */
export const undoLastOrSay = (): void =>
  void call('outbox.get').then((items) => {
    const item = lastOf(items)
    if (item === null) tell(say('said.nothingToUndo'))
    else undoItem(item.id)
  }, failLoudly)

/** The same where Mod+Z may mean the text. @returns whether a write is known here that can be taken back. */
export function undoLast(client: QueryClient): boolean {
  if (lastOf(client.getQueryData<OutboxItem[]>(keys.outbox) ?? []) === null) return false
  undoLastOrSay()
  return true
}
