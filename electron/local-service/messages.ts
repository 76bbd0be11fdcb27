// Messages between the launcher and the process of the embedded service. Each answer repeats the id of its request.
import { z } from 'zod'
import { type Language, say } from '../../shared/language.ts'

export type ToService =
  /** `port` is used if it is free, so that open browser pages survive a restart. */
  | { type: 'start'; id: string; database: string; port: number }
  | { type: 'createLocal'; id: string; name: string; demo: { zone: string } | null; language: Language }
  | { type: 'issueLauncherCode'; id: string; codeChallenge: string }
  | { type: 'issuePageCode'; id: string }
  | { type: 'findLocal'; id: string }
  | { type: 'rename'; id: string; name: string }
  | { type: 'backUp' | 'export' | 'prepareRestore'; id: string; file: string }
  | { type: 'applyRestore' | 'cancelRestore'; id: string }
  /** Answered by the exit of the process. */
  | { type: 'stop'; id: string }

const id = z.string()

export const fromService = z.discriminatedUnion('type', [
  z.object({ type: z.literal('listening'), id, baseUrl: z.url() }),
  z.object({ type: z.literal('localCreated'), id }),
  z.object({ type: z.literal('localFound'), id, name: z.string().nullable() }),
  z.object({ type: z.literal('codeIssued'), id, code: z.string(), baseUrl: z.url() }),
  z.object({ type: z.literal('done'), id }),
  z.object({ type: z.literal('progress'), id, count: z.number() }),
  z.object({
    type: z.literal('restorePrepared'),
    id,
    createdAt: z.string(),
    name: z.string(),
    keptAs: z.string(),
  }),
  z.object({ type: z.literal('restored'), id, kept: z.string(), baseUrl: z.url() }),
  z.object({ type: z.literal('failed'), id: id.optional(), code: z.string(), message: z.string() }),
])
export type FromService = z.infer<typeof fromService>

/** Messages that answer a question, once. */
export type Answer = Extract<
  FromService,
  { type: 'localCreated' | 'localFound' | 'codeIssued' | 'done' | 'restorePrepared' | 'restored' }
>
export type Question = ToService['type']

/** The sentence for a refusal. Those of the service are for operators, in English. */
export const refusalWords = (asked: Question | undefined, code: string, message: string): string => {
  if (asked === 'backUp' || asked === 'export') return say('local.notWritten')
  if (asked === 'prepareRestore') {
    if (code === 'database_newer') return say('local.newerBackup')
    return say(code === 'not_found' ? 'local.notLocalBackup' : 'local.notBackup')
  }
  if (asked === 'applyRestore') return say(code === 'conflict' ? 'local.openElsewhere' : 'local.notRestored')
  return message
}
