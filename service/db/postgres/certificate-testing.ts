// Self-signed certificates (RFC 5280), and a TLS proxy for a PostgreSQL server that has no TLS.
import { generateKeyPairSync, sign } from 'node:crypto'
import { connect, createServer, type Socket } from 'node:net'
import { TLSSocket } from 'node:tls'
import { endTogether, startListening } from './between-testing.ts'

type Certificate = { key: string; cert: string }

const hex = (text: string) => Buffer.from(text, 'hex')
/** One value in DER. */
const der = (tag: number, ...parts: Buffer[]): Buffer => {
  const body = Buffer.concat(parts)
  const size = body.length < 128 ? [body.length] : [0x82, body.length >> 8, body.length & 255]
  return Buffer.concat([Buffer.from([tag, ...size]), body])
}
const sequence = (...parts: Buffer[]) => der(0x30, ...parts)
const extension = (id: string, value: Buffer) => sequence(hex(id), der(0x04, value))

const ecdsaWithSha256 = sequence(hex('06082a8648ce3d040302'))
const commonName = sequence(der(0x31, sequence(hex('0603550403'), der(0x0c, Buffer.from('test')))))
const loopback = der(0x87, Buffer.from([127, 0, 0, 1]))

/**
 * Makes a certificate that signs itself.
 * @param options.host a name in place of 127.0.0.1
 */
export function makeCertificate({ host }: { host?: string } = {}): Certificate {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const time = (year: number) => der(0x18, Buffer.from(`${year}0101000000Z`))
  const place = host === undefined ? loopback : der(0x82, Buffer.from(host))
  const content = sequence(
    der(0xa0, hex('020102')),
    hex('020101'),
    ecdsaWithSha256,
    commonName,
    sequence(time(2000), time(2099)),
    commonName,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(extension('0603551d11', sequence(place)))),
  )
  const signature = der(0x03, Buffer.from([0]), sign('sha256', content, privateKey))
  const cert = sequence(content, ecdsaWithSha256, signature).toString('base64')
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${cert}\n-----END CERTIFICATE-----\n`,
  }
}

/** @returns the URL of the same database by way of TLS */
export async function startTls(url: string, shown: Certificate) {
  const { hostname, port } = new URL(url)
  const open = new Set<Socket>()
  const listener = createServer((store) => {
    open.add(store)
    store.on('error', () => {})
    // The request for TLS, to which S says yes.
    store.once('data', () => {
      store.write('S')
      const secured = new TLSSocket(store, { isServer: true, ...shown })
      const server = connect(Number(port), hostname)
      secured.pipe(server).pipe(secured)
      endTogether(secured, server)
    })
  })
  const cut = () => open.forEach((socket) => socket.destroy())
  return await startListening(listener, url, cut)
}
