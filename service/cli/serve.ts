// `svc serve`: runs until it is told to stop.
import { z } from 'zod'
import { defaultHost, defaultPort } from '../config.ts'
import { operatorError } from '../operator/error.ts'
import { openSeal } from '../operator/sealing-keys.ts'
import { startService } from '../serve.ts'
import { createServiceLog } from '../service-log.ts'
import { pathOption, wholeNumber, type Command } from './command.ts'

const host = z.string().min(1).max(253).describe('a host name or an address')
const origin = z
  .url({ protocol: /^https?$/, abort: true })
  .refine((url) => new URL(url).href === `${new URL(url).origin}/`)
  .transform((url) => new URL(url).origin)
  .describe('an origin like https://data.example.com')

const keyId = z
  .string()
  .regex(/^[0-9a-f]{8}$/)
  .describe('an id of 8 digits and letters, as the error names it')

const proxy = z.enum(['none', 'trusted']).describe('none or trusted')

const stopAsked = () =>
  new Promise<void>((resolve) => {
    // `once`: a second signal ends the process at once.
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.once(signal, () => resolve())
  })

export const serve: Command = {
  name: 'serve',
  summary:
    'Serve the HTTP API and the sign-in pages until SIGTERM, SIGINT or SIGHUP, which let open requests finish.',
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
    'metrics-port': {
      value: 'PORT',
      help: 'port on which /metrics is read, 0 for any free one (default: no metrics)',
    },
    'metrics-host': { value: 'HOST', help: `address of that port (default ${defaultHost})` },
    'sealing-key-file': {
      value: 'FILE',
      help: 'keys that secrets are sealed with, the newest first (default: SVC_SEALING_KEY, else a file beside your data directory)',
    },
    'lost-sealing-key': {
      value: 'ID',
      help: 'start without this key, although secrets are sealed with it: they stay closed until they are written again',
      repeats: true,
    },
    'allow-private-webhooks': {
      help: 'let webhooks lead to http URLs and private addresses; only where everyone with a write key is trusted',
    },
  },
  example: 'svc serve --port 4700 --database file:./workspace.db',
  async run(args) {
    const stopped = stopAsked()
    const metricsPort = args.optional('metrics-port', wholeNumber(0, 65_535))
    const metricsHost = args.optional('metrics-host', host)
    if (metricsHost !== undefined && metricsPort === undefined) {
      const message = 'Nothing is read on --metrics-host without a port: give --metrics-port too.'
      throw operatorError('bad_option', message)
    }
    const starting = startService({
      database: args.database,
      host: args.optional('host', host) ?? defaultHost,
      port: args.optional('port', wholeNumber(0, 65_535)) ?? defaultPort,
      baseUrl: args.optional('base-url', origin),
      proxy: args.optional('proxy', proxy),
      metrics:
        metricsPort === undefined ? undefined : { host: metricsHost ?? defaultHost, port: metricsPort },
      webhookReach: args.has('allow-private-webhooks') ? 'any host' : 'public hosts',
      seal: openSeal({ file: args.optional('sealing-key-file', pathOption) }),
      lostKeys: args.all('lost-sealing-key', keyId),
      log: createServiceLog(),
    })
    const service = await Promise.race([starting, stopped])
    if (!service) {
      // It waits for others, whose migration may take long. The process ends soon, so it need not be waited for.
      starting.then((late) => late.close()).catch(() => {})
      return undefined
    }
    const { baseUrl, metricsUrl } = service
    const line = args.has('human')
      ? `Listening on ${baseUrl}. Ctrl+C stops.`
      : JSON.stringify({ event: 'listening', baseUrl, metricsUrl })
    process.stdout.write(`${line}\n`)
    await stopped
    await service.close()
    return undefined
  },
}
