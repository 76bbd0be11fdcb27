// `svc serve`: runs until it is told to stop.
import { z } from 'zod'
import { defaultHost, defaultPort } from '../config.ts'
import { createLog, startService } from '../serve.ts'
import { wholeNumber, type Command } from './command.ts'

const host = z.string().min(1).max(253).describe('a host name or an address')
const origin = z
  .url({ protocol: /^https?$/ })
  .refine((url) => new URL(url).pathname === '/')
  .transform((url) => new URL(url).origin)
  .describe('an origin like https://data.example.com')

const proxy = z.enum(['none', 'trusted']).describe('none or trusted')

const stopAsked = () =>
  new Promise<void>((resolve) => {
    // `once`: a second signal ends the process at once.
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => resolve())
  })

export const serve: Command = {
  name: 'serve',
  summary:
    'Serve the HTTP API and the sign-in pages until SIGTERM or SIGINT, which let open requests finish.',
  options: {
    host: { value: 'HOST', help: `address to listen on (default ${defaultHost})` },
    port: { value: 'PORT', help: `port to listen on, 0 for any free one (default ${defaultPort})` },
    'base-url': {
      value: 'URL',
      help: 'origin under which others reach the service, when it is behind a proxy',
    },
    proxy: {
      value: 'none|trusted',
      help: 'trusted: take client addresses from X-Forwarded-For; only where nothing but the proxy can reach the port',
    },
  },
  example: 'svc serve --port 4700 --database file:./workspace.db',
  async run(args) {
    const stopped = stopAsked()
    const service = await startService({
      database: args.database,
      host: args.optional('host', host) ?? defaultHost,
      port: args.optional('port', wholeNumber(0, 65_535)) ?? defaultPort,
      baseUrl: args.optional('base-url', origin),
      proxy: args.optional('proxy', proxy),
      log: createLog('info'),
    })
    process.stdout.write(`${JSON.stringify({ event: 'listening', baseUrl: service.baseUrl })}\n`)
    await stopped
    await service.close()
    return undefined
  },
}
