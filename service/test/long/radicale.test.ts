// A real host of calendars: Debian's Radicale, a CalDAV server that also gives a whole calendar as one file.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { type Need, provide } from '../../../scripts/debian.ts'
import { createClient } from '../contract/client.ts'
import { freePort } from '../free-port-testing.ts'
import { startTestService } from '../testing.ts'

/** The package without a service that would start with the machine. */
const radicale: Need = {
  name: 'Radicale (python3 -m radicale)',
  packages: ['python3-radicale'],
  isThere: () => existsSync('/usr/lib/python3/dist-packages/radicale/__main__.py'),
}

const now = Date.UTC(2027, 0, 4, 9)

/** On a port and in a folder of its own. Only who is signed in as `ann`, with any password, has calendars there. */
async function startRadicale() {
  const dir = mkdtempSync(join(tmpdir(), 'svc-radicale-'))
  const port = await freePort()
  writeFileSync(join(dir, 'rights'), '[all]\nuser: .*\ncollection: .*\npermissions: RrWw\n')
  const options = {
    '--config': '',
    '--server-hosts': `127.0.0.1:${port}`,
    '--storage-filesystem-folder': join(dir, 'data'),
    '--auth-type': 'none',
    '--rights-type': 'from_file',
    '--rights-file': join(dir, 'rights'),
  }
  const child = spawn('/usr/bin/python3', ['-m', 'radicale', ...Object.entries(options).flat()], {
    stdio: 'ignore',
  })
  const baseUrl = `http://127.0.0.1:${port}`
  const send = async (method: string, path: string, body?: string): Promise<void> => {
    const answer = await fetch(`${baseUrl}${path}`, {
      method,
      headers: {
        authorization: `Basic ${Buffer.from('ann:any').toString('base64')}`,
        'content-type': 'text/calendar',
      },
      ...(body !== undefined && { body }),
    })
    if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}.`)
  }
  const stop = async (): Promise<void> => {
    if (child.exitCode === null && child.signalCode === null) {
      const exited = once(child, 'exit')
      child.kill()
      await exited
    }
    rmSync(dir, { recursive: true, force: true })
  }
  try {
    await vi.waitFor(() => fetch(baseUrl), { timeout: 60_000, interval: 200 })
  } catch (error) {
    await stop()
    throw error
  }
  return { port, send, stop }
}

/** Passes requests on, and remembers what was asked and answered. */
async function startRelay(port: number) {
  const seen: { asked: string | undefined; etag: string | undefined }[] = []
  const server = createServer((incoming, outgoing) => {
    const { url = '/', headers } = incoming
    const onward = request({ host: '127.0.0.1', port, path: url, headers }, (answer) => {
      seen.push({ asked: headers['if-none-match'], etag: answer.headers.etag })
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(outgoing)
    })
    onward.on('error', () => outgoing.destroy())
    incoming.pipe(onward)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    stop: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

const eventAs = (uid: string, start: string, title: string): string =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Example//EN',
    'BEGIN:VEVENT',
    `UID:${uid}@feeds.example`,
    'DTSTAMP:20261101T000000Z',
    `DTSTART:${start}`,
    'DURATION:PT1H',
    `SUMMARY:${title}`,
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ].join('\r\n')

test('CAL-01 CAL-03 a calendar of Radicale is read, read again with its ETag, and followed when it changes', async (context) => {
  const missing = provide([radicale])
  if (missing !== null) return context.skip(missing)
  const host = await startRadicale()
  const relay = await startRelay(host.port)
  const service = await startTestService({ calendarNetwork: 'any host', now: () => now })
  try {
    for (const calendar of ['work', 'home']) await host.send('MKCALENDAR', `/ann/${calendar}/`)
    await host.send('PUT', '/ann/work/one.ics', eventAs('one', '20270104T100000Z', 'Planning'))
    await host.send('PUT', '/ann/work/two.ics', eventAs('two', '20270105T100000Z', 'Review'))
    await host.send('PUT', '/ann/home/three.ics', eventAs('three', '20270106T180000Z', 'Dinner'))

    const workspace = await service.createWorkspace()
    const person = await service.addMember(workspace)
    const launcher = createClient(service.baseUrl, await service.signIn(workspace, person))
    const add = async (calendar: string): Promise<string> => {
      const added = await launcher.post('/v1/launcher/calendars', {
        url: `${relay.baseUrl}/ann/${calendar}/`,
      })
      expect(added.status).toBe(201)
      return String(added.body.data.id)
    }
    const work = await add('work')
    await add('home')
    const titles = async (): Promise<string[]> => {
      const { body } = await launcher.get(
        '/v1/launcher/meetings?from=2027-01-04T00:00:00Z&to=2027-01-11T00:00:00Z',
      )
      return (body.data as { title: string }[]).map(({ title }) => title)
    }
    const readAgain = async (): Promise<unknown> =>
      (await launcher.post(`/v1/launcher/calendars/${work}/read`)).body.data.problem
    expect(await titles()).toEqual(['Planning', 'Review', 'Dinner'])

    const before = relay.seen.at(0)?.etag
    expect(before).toBeTruthy()
    expect(await readAgain()).toBeNull()
    expect(relay.seen.at(-1)).toEqual({ asked: before, etag: before })
    expect(await titles()).toEqual(['Planning', 'Review', 'Dinner'])

    await host.send('PUT', '/ann/work/one.ics', eventAs('one', '20270107T100000Z', 'Planning moved'))
    await host.send('DELETE', '/ann/work/two.ics')
    expect(await readAgain()).toBeNull()
    expect(relay.seen.at(-1)?.etag).not.toBe(before)
    expect(await titles()).toEqual(['Dinner', 'Planning moved'])

    await host.stop()
    expect(await readAgain()).toMatchObject({ code: 'calendar_unreachable' })
    expect(await titles()).toEqual(['Dinner', 'Planning moved'])
  } finally {
    await service.close()
    relay.stop()
    await host.stop()
  }
})
