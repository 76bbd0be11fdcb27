// Typed access to the main process through the preload. A failed reply is thrown, because TanStack Query expects rejections.
import type { CallName, EventName } from '../../shared/ipc/channels.ts'
import type { EventValue, Input, Output } from '../../shared/ipc/contract.ts'
import type { AppError, Reply } from '../../shared/errors.ts'
import { say } from '../../shared/language.ts'

export interface LauncherBridge {
  call<N extends CallName>(name: N, input: Input<N>): Promise<Reply<Output<N>>>
  on<N extends EventName>(name: N, listener: (value: EventValue<N>) => void): () => void
}

declare global {
  interface Window {
    launcher: LauncherBridge
  }
}

class LauncherError extends Error {
  readonly reason: AppError
  constructor(reason: AppError) {
    super(reason.message)
    this.name = 'LauncherError'
    this.reason = reason
  }
}

type Asked<N extends CallName> = undefined extends Input<N> ? [input?: undefined] : [input: Input<N>]

/** Calls the main process. @throws LauncherError with the error of the reply. */
export async function call<N extends CallName>(name: N, ...[input]: Asked<N>): Promise<Output<N>> {
  const reply = await window.launcher
    .call(name, input as Input<N>)
    .catch((error: unknown): Reply<Output<N>> => ({
      ok: false,
      error: {
        kind: 'internal',
        message: error instanceof Error ? error.message : say('error.noAnswer'),
        id: 'bridge',
      },
    }))
  if (!reply.ok) throw new LauncherError(reply.error)
  return reply.value
}

/** Subscribes to an event. @returns unsubscribe */
export const on = <N extends EventName>(name: N, listener: (value: EventValue<N>) => void): (() => void) =>
  window.launcher.on(name, listener)

/** The error as a value. An unknown error becomes `internal`. */
export const reasonOf = (error: unknown): AppError =>
  error instanceof LauncherError
    ? error.reason
    : { kind: 'internal', message: error instanceof Error ? error.message : String(error), id: 'page' }
