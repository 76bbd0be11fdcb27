import { z } from 'zod'
import { one, scope } from './primitives.ts'

/** `GET /v1/whoami` (AUT-07). Never holds the token. */
const whoami = z
  .object({
    workspace: z.object({ id: z.string(), name: z.string(), slug: z.string() }).nullable(),
    scopes: z.array(scope),
    keyId: z.string(),
  })
  .meta({ id: 'Identity' })
export const whoamiResponse = one(whoami)
