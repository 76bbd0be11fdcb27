// The interface of the store.
import type { Kysely } from 'kysely'
import type { Database } from './schema.ts'
import type { SharedState } from './shared-state.store.ts'

/**
 * A transaction, or a connection that is asked without one. A store is a file of functions that take it, and then the workspace,
 * so that none can omit it.
 */
export type Tx = Kysely<Database>

/** How processes that share a database hear of one another's writes. Nothing is promised to arrive. */
export type Signals = {
  /** Says that something was written in a workspace. */
  notify(workspaceId: string): void
  /** @param hear gets the workspaces; none where it may be any. @returns ends it */
  listen(hear: (workspaceIds: readonly string[] | undefined) => void): () => void
}

export type Store = {
  /** Reads one consistent snapshot. */
  read<T>(run: (tx: Tx) => Promise<T>): Promise<T>
  /**
   * Asks without a transaction, which costs less: each statement says what was committed when it was asked, so two of them may
   * speak of two moments.
   */
  ask<T>(run: (tx: Tx) => Promise<T>): Promise<T>
  /**
   * Commits whole or not at all, and is on disk when it resolves. May run twice.
   * @param workspaceId the workspace that is written in: nobody else writes in it meanwhile, but for those who share the transaction
   * @param touches what it changes or relies on, by names: writes that have none in common run side by side in one transaction
   * (`write-queue.ts`). Left out: it runs by itself
   */
  write<T>(run: (tx: Tx) => Promise<T>, workspaceId?: string, touches?: readonly string[]): Promise<T>
  /**
   * Finds out by a small write whether the database takes writes.
   * @param at epoch milliseconds
   * @throws StoreError
   */
  probe(at: number): Promise<void>
  /**
   * To be called between the transactions of a long operation. Writers of other processes get their turn, where the engine
   * does not queue them.
   */
  giveWay?(): Promise<void>
  /**
   * Whether a service has the database open, where only one can.
   * @throws StoreError
   */
  isServed?(): boolean
  /**
   * To be called after many rows have come, where an engine plans by what it has counted. Never throws.
   * @param rows how many, roughly
   */
  optimize?(rows: number): Promise<void>
  /** Counts shared by all processes that may serve the database. */
  shared?: SharedState
  signals?: Signals
  /** A number that differs after another process has written, where the engine has one. */
  version?(): Promise<number>
  close(): Promise<void>
}
