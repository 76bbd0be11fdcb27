// What a write transaction asks and writes through: a view that saves statements, and that has to be told of the
// transaction's course. Each writer of it gets a place to go back to once it changes something.
import type { DefinitionsMemory } from '../definitions-memory.ts'
import { postponing } from './late-writes.ts'
import type { Tx } from '../store.ts'
import { remembering, type Endpoints } from './transaction-memory.ts'

export type WriteView<View = Tx> = {
  tx: View
  /** A transaction begins: nothing of the one before is true any more. */
  begun: () => void
  /**
   * Asks what a transaction of the workspace will probably ask. Called after `begun`, behind whatever it has to wait for.
   * @returns who wants events, if that was asked
   */
  anticipate: (workspaceId: string) => Promise<Endpoints | undefined>
  /** Says which version of its definitions was read with the workspace's lock. */
  tellVersion: (workspaceId: string, version: string) => void
  /** A writer begins, which may be undone by itself. */
  marked: () => void
  /** Undoes what was done since the mark. @throws when it cannot: a failure has undone more, or came before the savepoint */
  undo: () => Promise<unknown>
  /** Writes what was kept back; after this, only the commit comes. */
  finish: () => Promise<void>
}

/** @param run sends a statement of the engine */
export function writeView(
  resources: Tx,
  definitionsOf: DefinitionsMemory,
  run: (statement: string) => Promise<unknown>,
): WriteView {
  let savepoint: 'needless' | 'missing' | 'of one before' | 'set' = 'needless'

  const touch = async () => {
    const before = savepoint
    if (before !== 'missing' && before !== 'of one before') return
    savepoint = 'set'
    await run(before === 'missing' ? 'savepoint writer' : 'release savepoint writer; savepoint writer').catch(
      (error: unknown) => {
        // The only savepoint there is belongs to the writer before, which has ended well.
        savepoint = before
        throw error
      },
    )
  }
  const definitions = definitionsOf(resources)
  const memory = remembering(definitions.tx)
  const late = postponing(memory.tx, touch)
  return {
    tx: late.tx,
    anticipate: memory.anticipate,
    tellVersion: definitions.tellVersion,
    begun() {
      savepoint = 'needless'
      definitions.forget()
      memory.forget()
      late.forget()
    },
    marked() {
      savepoint = savepoint === 'needless' || savepoint === 'missing' ? 'missing' : 'of one before'
      late.mark()
    },
    async undo() {
      definitions.forget()
      memory.forget()
      late.undo()
      // Refused where a statement has failed with no savepoint before it.
      await touch()
      return run('rollback to savepoint writer')
    },
    finish: late.finish,
  }
}
