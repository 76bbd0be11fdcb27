// The text of a file that comes in: its encoding is found, and a file that is not text is named (IMP-01).
import { isUtf8 } from 'node:buffer'
import { reason } from '../../../shared/api/import-reasons.ts'
import { done, refuseFor, type Outcome } from '../../base/operator-error.ts'

export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252'
/** `utf8` is the text without its byte order mark. It shares the memory of a file that is UTF-8. */
export type Decoded = { utf8: Buffer; encoding: Encoding; bom: boolean }

/** A larger file would fill the memory. */
const largest = 128 * 1024 * 1024

const marks: readonly (readonly [Encoding, readonly number[]])[] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
]

/** The first bytes of files that are often renamed or picked by mistake, by their kind in `not_text`. */
const signatures: readonly (readonly [string, readonly number[]])[] = [
  ['png', [0x89, 0x50, 0x4e, 0x47]],
  ['jpeg', [0xff, 0xd8, 0xff]],
  ['gif', [0x47, 0x49, 0x46, 0x38]],
  ['pdf', [0x25, 0x50, 0x44, 0x46]],
  ['zip', [0x50, 0x4b, 0x03, 0x04]],
  ['empty_zip', [0x50, 0x4b, 0x05, 0x06]],
  ['gzip', [0x1f, 0x8b]],
  ['rar', [0x52, 0x61, 0x72, 0x21]],
  ['seven_zip', [0x37, 0x7a, 0xbc, 0xaf]],
  ['ole', [0xd0, 0xcf, 0x11, 0xe0]],
  ['pst', [0x21, 0x42, 0x44, 0x4e]],
  ['sqlite', [0x53, 0x51, 0x4c, 0x69, 0x74, 0x65, 0x20, 0x66]],
]

const startsWith = (bytes: Uint8Array, start: readonly number[]): boolean =>
  start.every((byte, index) => bytes[index] === byte)

const isPicture = (bytes: Uint8Array): boolean =>
  startsWith(bytes, [0x52, 0x49, 0x46, 0x46]) && startsWith(bytes.subarray(8), [0x57, 0x45, 0x42, 0x50])

/** UTF-16 without a mark: every other byte of Latin text is zero. */
function unmarkedWide(bytes: Uint8Array): Encoding | undefined {
  const zeros = [0, 0]
  const some = bytes.subarray(0, 4_096)
  some.forEach((byte, index) => {
    if (byte === 0) zeros[index % 2] = (zeros[index % 2] ?? 0) + 1
  })
  const [even = 0, odd = 0] = zeros
  const many = some.length / 5
  if (odd > many && even < many / 4) return 'utf-16le'
  return even > many && odd < many / 4 ? 'utf-16be' : undefined
}

/** A file that was cut off inside of a letter is still UTF-8. */
const utf8In = (bytes: Uint8Array): Uint8Array | undefined =>
  [0, 1, 2, 3].map((cut) => bytes.subarray(0, bytes.length - cut)).find((some) => isUtf8(some))

/**
 * Text of which some lines are UTF-8 and the others windows-1252, as where files were joined. Where no line shows that it is
 * UTF-8, all are windows-1252.
 */
function mixedText(bytes: Uint8Array): { text: string; encoding: Encoding } {
  const body = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const windows = new TextDecoder('windows-1252')
  const lines: string[] = []
  let encoding: Encoding = 'windows-1252'
  for (let from = 0; from < body.length;) {
    const end = body.indexOf(10, from)
    const line = body.subarray(from, end === -1 ? body.length : end + 1)
    from += line.length
    const isText = isUtf8(line)
    if (isText && encoding !== 'utf-8' && line.some((byte) => byte > 127)) encoding = 'utf-8'
    lines.push(isText ? line.toString('utf8') : windows.decode(line))
  }
  return { text: lines.join(''), encoding }
}

/** White space of ASCII. */
const isBlank = (bytes: Uint8Array): boolean =>
  bytes.every((byte) => byte === 32 || (byte >= 9 && byte <= 13))

function decoded(body: Uint8Array, wide: Encoding | undefined): Pick<Decoded, 'encoding' | 'utf8'> {
  if (wide === 'utf-16le' || wide === 'utf-16be')
    return { encoding: wide, utf8: Buffer.from(new TextDecoder(wide, { ignoreBOM: true }).decode(body)) }
  const { text, encoding } = mixedText(body)
  return { encoding, utf8: Buffer.from(text) }
}

const notText = (kind: string) => refuseFor('invalid_file', reason('not_text', { kind }))

/**
 * Decodes UTF-8 and UTF-16 with and without a byte order mark, else windows-1252, line by line.
 * @returns a refusal for an empty file and for one that is not text
 */
export function decode(bytes: Uint8Array): Outcome<Decoded> {
  if (bytes.length === 0) return refuseFor('invalid_file', reason('empty'))
  if (bytes.length > largest) return refuseFor('invalid_file', reason('too_large'))
  const known = signatures.find(([, start]) => startsWith(bytes, start))
  if (known) return notText(known[0])
  if (isPicture(bytes)) return notText('webp')
  const mark = marks.find(([, start]) => startsWith(bytes, start))
  const body = mark ? bytes.subarray(mark[1].length) : bytes
  const wide = mark?.[0] ?? unmarkedWide(bytes)
  const bom = mark !== undefined
  const known8 = wide === undefined || wide === 'utf-8' ? utf8In(body) : undefined
  const { encoding, utf8 } = known8
    ? {
        encoding: 'utf-8' as const,
        utf8: Buffer.from(known8.buffer, known8.byteOffset, known8.byteLength),
      }
    : decoded(body, wide)
  if (utf8.includes(0)) return notText('bytes')
  if (isBlank(utf8)) return refuseFor('invalid_file', reason('empty'))
  return done({ utf8, encoding, bom })
}
