// A tray for a desktop that has none: the D-Bus service with which programs register their icons (StatusNotifierWatcher).
// It speaks just the part of D-Bus that this takes: https://dbus.freedesktop.org/doc/dbus-specification.html
import { once } from 'node:events'
import { connect } from 'node:net'

const call = 1
const methodReturn = 2
const fields = { path: 1, interface: 2, member: 3, replySerial: 5, destination: 6, sender: 7, signature: 8 }

type Address = { destination: string; path: string; interface: string }
const bus: Address = {
  destination: 'org.freedesktop.DBus',
  path: '/org/freedesktop/DBus',
  interface: 'org.freedesktop.DBus',
}

const uint32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}
const text = (value: string): Buffer =>
  Buffer.concat([uint32(Buffer.byteLength(value)), Buffer.from(`${value}\0`)])
const aligned = (bytes: Buffer, to: number): Buffer =>
  Buffer.concat([bytes, Buffer.alloc(-bytes.length & (to - 1))])
const typeOf = (types: string): Buffer =>
  Buffer.from(`${String.fromCharCode(types.length)}${types}\0`, 'latin1')

type Body = { types: string; bytes: Buffer }
const nothing: Body = { types: '', bytes: Buffer.alloc(0) }
const isTrue: Body = { types: 'v', bytes: Buffer.concat([typeOf('b'), Buffer.alloc(1), uint32(1)]) }

const field = (code: number, type: string, value: Buffer): Buffer =>
  Buffer.concat([Buffer.from([code]), typeOf(type), value])

const encode = (type: number, serial: number, named: readonly Buffer[], body: Body): Buffer => {
  const all = body.types === '' ? named : [...named, field(fields.signature, 'g', typeOf(body.types))]
  const list = all.reduce((before, next) => Buffer.concat([aligned(before, 8), next]), Buffer.alloc(0))
  const head = Buffer.concat([
    Buffer.from(['l'.charCodeAt(0), type, 0, 1]),
    uint32(body.bytes.length),
    uint32(serial),
  ])
  return Buffer.concat([aligned(Buffer.concat([head, uint32(list.length), list]), 8), body.bytes])
}

type Message = { type: number; serial: number; named: Map<number, string | number>; size: number }

/** @returns null while the bytes do not hold a whole message. */
const decode = (bytes: Buffer): Message | null => {
  if (bytes.length < 16) return null
  const end = 16 + bytes.readUInt32LE(12)
  const size = ((end + 7) & ~7) + bytes.readUInt32LE(4)
  if (bytes.length < size) return null
  const named: Message['named'] = new Map()
  let at = 16
  while (at < end) {
    at = (at + 7) & ~7
    const [code = 0, , type = 0] = bytes.subarray(at, at + 3)
    at += 4
    if (type === 'u'.charCodeAt(0)) {
      named.set(code, bytes.readUInt32LE(at))
      at += 4
      continue
    }
    const isSignature = type === 'g'.charCodeAt(0)
    const length = isSignature ? bytes.readUInt8(at) : bytes.readUInt32LE(at)
    at += isSignature ? 1 : 4
    named.set(code, bytes.toString('utf8', at, at + length))
    at += length + 1
  }
  return { type: bytes.readUInt8(1), serial: bytes.readUInt32LE(8), named, size }
}

export type TrayHost = {
  /** The connections that registered an icon. */
  icons: () => readonly string[]
  /** Clicks on an icon. */
  click: (icon: string) => void
  close: () => void
}

/** @param socketPath of the session bus */
export const openTrayHost = async (socketPath: string): Promise<TrayHost> => {
  const socket = connect(socketPath)
  await once(socket, 'connect')
  const uid = Buffer.from(String(process.getuid?.() ?? 0)).toString('hex')
  socket.write(`\0AUTH EXTERNAL ${uid}\r\n`)
  await once(socket, 'data')
  socket.write('BEGIN\r\n')

  let serial = 0
  const send = (to: Address, member: string, body: Body): void => {
    serial += 1
    const named = [
      field(fields.path, 'o', text(to.path)),
      field(fields.interface, 's', text(to.interface)),
      field(fields.member, 's', text(member)),
      field(fields.destination, 's', text(to.destination)),
    ]
    socket.write(encode(call, serial, named, body))
  }

  const icons: string[] = []
  const answer = ({ serial: asked, named }: Message): void => {
    const from = String(named.get(fields.sender))
    const member = named.get(fields.member)
    if (member === 'RegisterStatusNotifierItem') icons.push(from)
    serial += 1
    const to = [field(fields.replySerial, 'u', uint32(asked)), field(fields.destination, 's', text(from))]
    // The one property that programs read says whether there is a tray.
    socket.write(encode(methodReturn, serial, to, member === 'Get' ? isTrue : nothing))
  }
  let received = Buffer.alloc(0)
  socket.on('data', (bytes: Buffer) => {
    received = Buffer.concat([received, bytes])
    for (let next = decode(received); next !== null; next = decode(received)) {
      received = received.subarray(next.size)
      if (next.type === call) answer(next)
    }
  })

  send(bus, 'Hello', nothing)
  const name = aligned(text('org.kde.StatusNotifierWatcher'), 4)
  send(bus, 'RequestName', { types: 'su', bytes: Buffer.concat([name, uint32(0)]) })
  return {
    icons: () => icons,
    click: (icon) => {
      const item = {
        destination: icon,
        path: '/StatusNotifierItem',
        interface: 'org.kde.StatusNotifierItem',
      }
      // Two integers: where on the screen.
      send(item, 'Activate', { types: 'ii', bytes: Buffer.alloc(8) })
    },
    close: () => socket.destroy(),
  }
}
