// Mod+Z, in every view: the newest write is undone, also after the next summon.
import type { QueryClient } from '@tanstack/react-query'
import { type OutboxItem, undoWithinMs } from '../../shared/ipc/launcher.ts'
import { call } from '../app/bridge.ts'
import { failLoudly } from '../app/fail-loudly.ts'
import { tell } from '../app/palette-store.ts'
import { keys } from '../app/queries.ts'
import { undoWords } from './outbox-words.ts'

/**
 * Undoes the newest write, or says that there is none. The main process knows which one that is: a write that is just being
 * kept is not known here yet.
 * @param id of the one whose button was pressed
 */
export const undo = (id?: string): void =>
  void call('outbox.undo', { id }).then(
    (answer) => tell(undoWords(answer), answer.outcome === 'nothing' ? undefined : 'success'),
    failLoudly,
  )

/** The same where Mod+Z may mean the text. @returns whether a write is known here that can be undone */
export function undoWriteIfAny(client: QueryClient): boolean {
  const items = client.getQueryData<OutboxItem[]>(keys.outbox) ?? []
  const isAny = items.some(({ canUndo, createdAt }) => canUndo && createdAt > Date.now() - undoWithinMs)
  if (isAny) undo()
  return isAny
}
