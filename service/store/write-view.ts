// What a write transaction asks and writes through: a view that saves statements, and that has to be told of the
// transaction's course.
import { postponing } from './late-search.ts'
import type { Tx } from './store.ts'
import { remembering } from './transaction-memory.ts'

export type WriteView<View = Tx> = {
  tx: View
  /** A transaction begins: nothing of the one before is true any more. */
  begun: () => void
  marked: () => void
  /** Everything since the mark is undone. */
  undone: () => void
  /** Writes what was kept back; after this, only the commit comes. */
  finish: () => Promise<void>
}

export function writeView(resources: Tx): WriteView {
  const memory = remembering(resources)
  const search = postponing(memory.tx)
  return {
    tx: search.tx,
    begun() {
      memory.forget()
      search.forget()
    },
    marked: search.mark,
    undone() {
      memory.forget()
      search.undo()
    },
    finish: search.finish,
  }
}
