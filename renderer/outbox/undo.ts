// Mod+Z, in every view: the last write is taken back, also after the next summon.
import type { QueryClient } from '@tanstack/react-query'
import { say } from '../../shared/language.ts'
import type { OutboxItem } from '../../shared/launcher.ts'
import { call } from '../bridge.ts'
import { failLoudly } from '../fail-loudly.ts'
import { tell } from '../palette-store.ts'
import { keys } from '../queries.ts'
import { lastUndoable, undoWords } from './outbox-words.ts'

/** Asked for a moment ago: a second press that comes before the answer means the write before. */
const asked = new Set<string>()

export const undoItem = (id: string): void => {
  asked.add(id)
  call('outbox.undo', { id })
    .then((answer) => tell(undoWords(answer), 'success'), failLoudly)
    .finally(() => asked.delete(id))
}

/** Takes back the last write of the last minute; each time the one before. @returns whether there was one. */
export function undoLast(client: QueryClient): boolean {
  const items = client.getQueryData<OutboxItem[]>(keys.outbox) ?? []
  const item = lastUndoable(
    items.filter(({ id }) => !asked.has(id)),
    Date.now(),
  )
  if (item === null) return false
  undoItem(item.id)
  return true
}

/** The same where Mod+Z has no other meaning: that nothing is left is said. */
export function undoLastOrSay(client: QueryClient): void {
  if (!undoLast(client)) tell(say('said.nothingToUndo'))
}
