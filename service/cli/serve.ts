// `svc serve`: runs until a signal stops it.
import { z } from 'zod'
import { defaultHost, defaultPort } from '../base/config.ts'
import { operatorError } from '../base/operator-error.ts'
import { openSeal } from '../sealing/sealing-keys.ts'
import { startService } from '../serve.ts'
import { createServiceLog } from '../base/service-log.ts'
import { originOption, pathOption, sealingKeyOption, wholeNumber, type Command } from './command.ts'

const host = z.string().min(1).max(253).describe('a host name or an address')
const keyId = z
  .string()
  .regex(/^[0-9a-f]{8}$/)
  .describe('an id of 8 digits and letters, as the error names it')

const proxy = z.enum(['none', 'trusted']).describe('none or trusted')

const stopAsked = () =>
  new Promise<void>((resolve) => {
    // A second signal ends the process at once.
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.once(signal, () => resolve())
  })

export const serve: Command = {
  name: 'serve',
  summary:
    'Serve the HTTP API and the sign-in pages. SIGTERM, SIGINT and SIGHUP stop it after open requests have finished.',
  options: {
    host: { value: 'HOST', help: `address to listen on (default ${defaultHost})` },
    port: { value: 'PORT', help: `port to listen on, 0 for any free one (default ${defaultPort})` },
    'base-url': {
      value: 'URL',
      help: 'public origin of the service, if it is behind a proxy',
    },
    proxy: {
      value: 'none|trusted',
      help: 'trusted: take client addresses from X-Forwarded-For; only where nothing but the proxy can reach the port',
    },
    'metrics-port': {
      value: 'PORT',
      help: 'port of /metrics, 0 for any free one (default: no metrics)',
    },
    'metrics-host': { value: 'HOST', help: `address of that port (default ${defaultHost})` },
    'sealing-key-file': sealingKeyOption,
    'lost-sealing-key': {
      value: 'ID',
      help: 'start without this key, although secrets are sealed with it; they cannot be read until they are written again',
      repeats: true,
    },
    'allow-private-calendars': {
      help: 'read calendars from http URLs and private addresses too',
    },
    'allow-private-webhooks': {
      help: 'allow webhooks to http URLs and private addresses; only if everyone with a write key is trusted',
    },
  },
  example: 'svc serve --port 4700 --database file:./workspace.db',
  async run(args) {
    const stopped = stopAsked()
    const metricsPort = args.optional('metrics-port', wholeNumber(0, 65_535))
    const metricsHost = args.optional('metrics-host', host)
    if (metricsHost !== undefined && metricsPort === undefined) {
      const message = '--metrics-host needs --metrics-port.'
      throw operatorError('bad_option', message)
    }
    const starting = startService({
      database: args.database,
      host: args.optional('host', host) ?? defaultHost,
      port: args.optional('port', wholeNumber(0, 65_535)) ?? defaultPort,
      baseUrl: args.optional('base-url', originOption),
      proxy: args.optional('proxy', proxy),
      metrics:
        metricsPort === undefined ? undefined : { host: metricsHost ?? defaultHost, port: metricsPort },
      webhookNetwork: args.has('allow-private-webhooks') ? 'any host' : 'public hosts',
      calendarNetwork: args.has('allow-private-calendars') ? 'any host' : 'public hosts',
      seal: openSeal({ file: args.optional('sealing-key-file', pathOption) }),
      lostKeys: args.all('lost-sealing-key', keyId),
      log: createServiceLog(),
    })
    const service = await Promise.race([starting, stopped])
    if (!service) {
      // The start may wait for a long migration of another process. This process ends soon, so do not wait.
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
