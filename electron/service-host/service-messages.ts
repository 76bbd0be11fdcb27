// What the main process and the embedded service say to one another, over the port that only the two of them have. Each
// answer repeats the id of its question.
import { z } from 'zod'

export type ToService =
  /** `port` is taken when it is free, so that pages that are open in a browser outlive a restart. */
  | { type: 'start'; id: string; database: string; port: number }
  | { type: 'createLocal'; id: string; name: string; email: string; demo: boolean }
  | { type: 'issueSignInCode'; id: string; codeChallenge: string }
  | { type: 'issuePageCode'; id: string }
  /** It answers by its exit. */
  | { type: 'stop'; id: string }

const id = z.string()

export const fromService = z.discriminatedUnion('type', [
  z.object({ type: z.literal('listening'), id, baseUrl: z.url() }),
  z.object({ type: z.literal('localCreated'), id }),
  z.object({ type: z.literal('codeIssued'), id, code: z.string(), baseUrl: z.url() }),
  z.object({ type: z.literal('failed'), id: id.optional(), message: z.string() }),
])
export type FromService = z.infer<typeof fromService>
