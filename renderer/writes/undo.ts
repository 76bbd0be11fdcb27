// Mod+Z in every view: undoes the newest write.
import type { QueryClient } from '@tanstack/react-query'
import { undoWithinMs } from '../../shared/api/limits.ts'
import type { OutboxItem } from '../../shared/ipc/launcher.ts'
import { call } from '../state/bridge.ts'
import { showError, showNotice } from '../state/store.ts'
import { keys } from '../state/queries.ts'
import { undoWords } from './words.ts'

/**
 * Undoes the newest write, or reports that there is none. The main process chooses the write, because the page does not see
 * writes that are still being saved to disk.
 * @param id the item whose button was pressed
 */
export const undo = (id?: string): void =>
  void call('outbox.undo', { id }).then(
    (answer) => showNotice(undoWords(answer), answer.outcome === 'nothing' ? undefined : 'success'),
    showError,
  )

/** For inputs, where Mod+Z may mean the text. @returns whether there is a write to undo */
export function undoWriteIfAny(client: QueryClient): boolean {
  const items = client.getQueryData<OutboxItem[]>(keys.outbox) ?? []
  const isAny = items.some(({ canUndo, createdAt }) => canUndo && createdAt > Date.now() - undoWithinMs)
  if (isAny) undo()
  return isAny
}
