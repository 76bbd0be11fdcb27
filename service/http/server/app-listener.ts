// What hands the requests of a server to the application.
import type { OpenAPIHono } from '@hono/zod-openapi'
import { getRequestListener, RequestError } from '@hono/node-server'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Logger } from 'pino'
import type { AppEnv } from '../app-type.ts'
import type { Metrics } from './metrics.ts'
import { logCaller, requestIdOf } from './request-log.ts'

const failed = (status: number, error: string) =>
  Response.json({ error }, { status, headers: { 'Cache-Control': 'no-store' } })

export function createAppListener({
  app,
  log,
  metrics,
}: {
  app: OpenAPIHono<AppEnv>
  log: Logger
  metrics: Metrics | undefined
}): (request: IncomingMessage, response: ServerResponse) => Promise<void> {
  return getRequestListener(
    (request, { outgoing }) => {
      const bindings: AppEnv['Bindings'] = {
        requestId: requestIdOf(outgoing),
        onCaller: (caller) => logCaller(outgoing, caller),
        onRoute: (route) => metrics?.name(outgoing, route),
      }
      return app.fetch(request, bindings)
    },
    {
      overrideGlobalObjects: true,
      errorHandler(error) {
        if (error instanceof RequestError) return failed(400, 'The request cannot be read.')
        log.error({ err: error }, 'A request failed.')
        return failed(500, 'The service failed.')
      },
    },
  )
}
