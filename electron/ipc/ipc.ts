// Serves the contract to one page: checks the sender, validates input and output, and wraps unexpected errors.
import type { IpcMainInvokeEvent, WebContents } from 'electron'
import {
  callChannel,
  callNames,
  type CallName,
  eventChannel,
  type EventName,
} from '../../shared/ipc/channels.ts'
import { calls, events, type EventValue, type Output, type Parsed } from '../../shared/ipc/contract.ts'
import { failed, type Reply } from '../../shared/errors.ts'
import { say } from '../../shared/language.ts'
import { appOrigin } from '../security/app-protocol.ts'
import type { Log } from '../log.ts'

/** One handler per call. Expected failures are replies; a throw is a bug. */
export type Handlers = {
  [N in CallName]: (input: Parsed<N>) => Reply<Output<N>> | Promise<Reply<Output<N>>>
}

type Sender = Pick<IpcMainInvokeEvent, 'senderFrame'>

/** Only the main frame of our own page may call. `senderFrame` is null after a navigation. */
export const isTrusted = (event: Sender, contents: Pick<WebContents, 'mainFrame'>): boolean => {
  const frame = event.senderFrame
  return frame !== null && frame === contents.mainFrame && frame.origin === appOrigin
}

const isCallName = (name: unknown): name is CallName => (callNames as readonly unknown[]).includes(name)

/** Answers one call. Never throws: an unexpected error is logged and becomes `internal` with its id. */
export const answerCall = async (
  handlers: Handlers,
  name: CallName,
  input: unknown,
  log: Log,
): Promise<Reply<unknown>> => {
  const broken = (event: string, error: unknown): Reply<never> => {
    const id = log.bug(event, error)
    return failed({
      kind: 'internal',
      id,
      message: say('main.internal', { id }),
    })
  }
  const parsed = calls[name].input.safeParse(input)
  if (!parsed.success)
    return failed({
      kind: 'invalidInput',
      message: parsed.error.issues[0]?.message ?? say('main.unusable'),
      fields: parsed.error.issues.map(({ path, message }) => ({ field: path.join('.'), message })),
    })
  try {
    // TypeScript cannot relate the handler to its schemas across the union of names.
    const handle = handlers[name] as (value: unknown) => Reply<unknown> | Promise<Reply<unknown>>
    const reply = await handle(parsed.data)
    if (!reply.ok) return reply
    const output = calls[name].output.safeParse(reply.value)
    return output.success
      ? { ok: true, value: output.data }
      : broken('ipc.badOutput', new Error(`${name}: ${output.error.issues[0]?.path.join('.') ?? ''}`))
  } catch (error) {
    return broken('ipc.threw', error)
  }
}

/** Registers on this page's own `ipc`, so that other pages cannot call. */
export const serveIpc = (contents: WebContents, handlers: Handlers, log: Log): void => {
  contents.ipc.handle(callChannel, async (event, name: unknown, input: unknown) => {
    // Checked synchronously, because the frame may be gone after an await.
    if (!isTrusted(event, contents)) {
      log.warn('ipc.untrusted')
      throw new Error('Refused')
    }
    if (!isCallName(name)) throw new Error('Refused')
    return answerCall(handlers, name, input, log)
  })
}

/** Sends an event to the page. The value is parsed, which drops fields that the contract does not name. */
export const emitTo = <N extends EventName>(
  contents: Pick<WebContents, 'send' | 'isDestroyed'>,
  name: N,
  value: EventValue<N>,
): void => {
  if (!contents.isDestroyed()) contents.send(eventChannel, name, events[name].parse(value))
}
