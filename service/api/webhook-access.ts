// Who may manage webhooks. They carry every change of the workspace, also of tasks that a member does not see.
import type { MiddlewareHandler } from 'hono'
import type { AppEnv } from '../http/app-type.ts'
import { problem } from '../http/errors.ts'
import { guardedRoute } from './route-parts.ts'

// Members are not given `webhooks:write` (AUT-04); a key may be older than its owner's present role (AUT-09).
const seesEverything: MiddlewareHandler<AppEnv> = async (c, next) => {
  if (c.get('principal').role !== 'member') return next()
  return problem(c, 'forbidden', 'Only owners and admins manage webhooks.')
}

export const managingRoute = () => guardedRoute('webhooks', ['webhooks:write'], seesEverything)
