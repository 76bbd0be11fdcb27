// Calls from the page to the main process, made by a test through the page's own bridge.
import type { Page } from 'playwright/test'
import type { CallName } from '../shared/ipc/channels.ts'
import type { Input, Output } from '../shared/ipc/contract.ts'
import type { Reply } from '../shared/errors.ts'

/** As the preload puts it into the page; names and values may be wrong ones, too. */
export type Bridge = {
  launcher: {
    call: (
      name: string,
      input?: unknown,
    ) => Promise<{ ok: boolean; value?: unknown; error?: { kind: string } }>
    on: (name: string, listener: (...values: unknown[]) => void) => () => void
  }
}

export const callBridge = (page: Page, name: string, input?: unknown) =>
  page.evaluate(([asked, value]) => (globalThis as unknown as Bridge).launcher.call(asked, value), [
    name,
    input,
  ] as const)

/** The same by the contract. */
export const ask = async <N extends CallName>(
  page: Page,
  name: N,
  input?: Input<N>,
): Promise<Reply<Output<N>>> => (await callBridge(page, name, input)) as Reply<Output<N>>

export const valueOf = <T>(reply: Reply<T>): T => {
  if (!reply.ok) throw new Error(`The launcher failed: ${reply.error.kind}`)
  return reply.value
}
