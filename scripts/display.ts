// Displays of Linux: whether one answers, and a virtual one for machines that have none.
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect, type NetConnectOpts } from 'node:net'
import { homedir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'

const cookieName = 'MIT-MAGIC-COOKIE-1'
const socketFolder = '/tmp/.X11-unix'

type Address = { number: string; places: NetConnectOpts[] }

const addressOf = (display: string, folder: string): Address | null => {
  const [, host = '', number = ''] = /^(.*):(\d{1,5})(?:\.\d+)?$/.exec(display) ?? []
  if (number === '') return null
  const path = `${folder}/X${number}`
  if (host === '' || host === 'unix') return { number, places: [{ path }, { path: `\0${path}` }] }
  return { number, places: [{ host, port: 6000 + Number(number) }] }
}

/** The cookies of an authority file for a display, whichever host they are for. */
const cookiesIn = (file: string, display: string): Buffer[] => {
  let content: Buffer
  try {
    content = readFileSync(file)
  } catch {
    return []
  }
  const cookies: Buffer[] = []
  let at = 0
  const field = (): Buffer => {
    const end = at + 2 + content.readUInt16BE(at)
    const value = content.subarray(at + 2, end)
    at = end
    return value
  }
  while (at + 10 <= content.length) {
    at += 2
    field()
    const [number, name, cookie] = [field().toString(), field().toString(), field()]
    if (name === cookieName && (number === display || number === '')) cookies.push(cookie)
  }
  return cookies
}

/** An entry for every host and every display. */
const authorityEntry = (cookie: Buffer): Buffer => {
  const field = (value: Buffer): Buffer =>
    Buffer.concat([Buffer.from([value.length >> 8, value.length & 255]), value])
  const none = field(Buffer.alloc(0))
  return Buffer.concat([Buffer.from([255, 255]), none, none, field(Buffer.from(cookieName)), field(cookie)])
}

/** The first words of an X11 client. */
const greeting = (cookie: Buffer | null): Buffer => {
  const name = Buffer.from(cookie === null ? '' : cookieName)
  const data = cookie ?? Buffer.alloc(0)
  const head = Buffer.alloc(12)
  head.write('l')
  head.writeUInt16LE(11, 2)
  head.writeUInt16LE(name.length, 6)
  head.writeUInt16LE(data.length, 8)
  const padded = (part: Buffer): Buffer => Buffer.concat([part, Buffer.alloc(-part.length & 3)])
  return Buffer.concat([head, padded(name), padded(data)])
}

const accepts = (place: NetConnectOpts, cookie: Buffer | null): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(place)
    const end = (accepted: boolean): void => {
      socket.destroy()
      resolve(accepted)
    }
    socket.setTimeout(5_000, () => end(false))
    socket.once('connect', () => socket.write(greeting(cookie)))
    // The first byte says yes or no.
    socket.once('data', (answer) => end(answer[0] === 1))
    socket.once('error', () => end(false))
    socket.once('close', () => end(false))
  })

export const authorityFile = (): string => process.env['XAUTHORITY'] ?? join(homedir(), '.Xauthority')

/** Whether an X11 client would be let in. */
export const displayAnswers = async (
  display: string,
  authority: string,
  folder = socketFolder,
): Promise<boolean> => {
  const address = addressOf(display, folder)
  if (address === null) return false
  for (const place of address.places)
    for (const cookie of [...cookiesIn(authority, address.number), null])
      if (await accepts(place, cookie)) return true
  return false
}

export type VirtualDisplay = {
  env: Record<string, string>
  /** Holds the pixels, in the format of xwd. */
  frame: string
  /** Ends it, if this process started it. */
  stop: () => void
}

/**
 * The virtual display of this checkout. A second start finds the one that runs: it shows the launcher that is to be asked.
 * @throws with a sentence where it does not start
 */
export const openVirtualDisplay = async (folder: string): Promise<VirtualDisplay> => {
  const authority = join(folder, 'authority')
  const numberFile = join(folder, 'number')
  const displayOf = (number: string, stop: () => void): VirtualDisplay => ({
    env: { DISPLAY: `:${number}`, XAUTHORITY: authority },
    frame: join(folder, 'Xvfb_screen0'),
    stop,
  })
  try {
    const number = readFileSync(numberFile, 'utf8')
    if (await displayAnswers(`:${number}`, authority)) return displayOf(number, () => undefined)
  } catch {
    // There was none yet.
  }

  mkdirSync(folder, { recursive: true, mode: 0o700 })
  // Without a cookie, everybody on this machine could watch and type.
  writeFileSync(authority, authorityEntry(randomBytes(16)), { mode: 0o600 })
  const server = spawn(
    'Xvfb',
    // It chooses a free number. It ends with its last client, also when this process was killed.
    ['-displayfd', '3', '-terminate', '-auth', authority, '-fbdir', folder].concat([
      '-screen',
      '0',
      '1280x800x24',
      '-nocursor',
      '-nolisten',
      'tcp',
    ]),
    // Ctrl+C is for the launcher: it needs the display until it has ended.
    { stdio: ['ignore', 'ignore', 'pipe', 'pipe'], detached: true },
  )
  let said = ''
  server.stderr?.on('data', (text: Buffer) => (said += text.toString()))
  const number = await new Promise<string>((resolve, reject) => {
    const fail = (): void => reject(new Error(`Xvfb, the virtual display, does not start: ${said.trim()}`))
    server.once('error', fail)
    server.once('exit', fail)
    ;(server.stdio[3] as Readable).once('data', (text: Buffer) => resolve(text.toString().trim()))
  })
  writeFileSync(numberFile, number)
  server.unref()
  return displayOf(number, () => {
    rmSync(numberFile, { force: true })
    server.kill()
  })
}
