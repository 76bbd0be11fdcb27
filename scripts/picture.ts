// A picture of the virtual display: its frame buffer, in the format of xwd, as a PNG.
import { readFileSync } from 'node:fs'
import { crc32, deflateSync } from 'node:zlib'

export type Picture = { width: number; height: number; rgb: Buffer }

/** Reads 32 bits a pixel, which is what Xvfb has at depth 24. */
export const readXwd = (file: Buffer): Picture => {
  const word = (index: number): number => file.readUInt32BE(index * 4)
  const [headerSize, width, height, bitsPerPixel, bytesPerLine, colors] = [0, 4, 5, 11, 12, 19].map(word) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ]
  const isLittleEndian = word(7) === 0
  if (bitsPerPixel !== 32) throw new Error(`A frame buffer with ${bitsPerPixel} bits a pixel cannot be read.`)
  const rgb = Buffer.alloc(width * height * 3)
  const pixels = headerSize + colors * 12
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const at = pixels + y * bytesPerLine + x * 4
      const pixel = isLittleEndian ? file.readUInt32LE(at) : file.readUInt32BE(at)
      rgb.writeUIntBE(pixel & 0xffffff, (y * width + x) * 3, 3)
    }
  return { width, height, rgb }
}

/** @returns what lies on the black background of a display, or null where nothing does. */
export const cropToContent = ({ width, height, rgb }: Picture): Picture | null => {
  let [left, top, right, bottom] = [width, height, -1, -1]
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      if (rgb.readUIntBE((y * width + x) * 3, 3) === 0) continue
      left = Math.min(left, x)
      right = Math.max(right, x)
      top = Math.min(top, y)
      bottom = y
    }
  if (right < 0) return null
  const lines = Array.from({ length: bottom - top + 1 }, (_, y) =>
    rgb.subarray(((top + y) * width + left) * 3, ((top + y) * width + right + 1) * 3),
  )
  return { width: right - left + 1, height: bottom - top + 1, rgb: Buffer.concat(lines) }
}

/** A window that has painted shows more than its background. */
const hasPainted = ({ rgb }: Picture): boolean => {
  for (let at = 3; at < rgb.length; at += 3) if (rgb.compare(rgb, 0, 3, at, at + 3) !== 0) return true
  return false
}

export const encodePng = ({ width, height, rgb }: Picture): Buffer => {
  const chunk = (type: string, data: Buffer): Buffer => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
    const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
    length.writeUInt32BE(data.length)
    check.writeUInt32BE(crc32(body))
    return Buffer.concat([length, body, check])
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width)
  header.writeUInt32BE(height, 4)
  // 8 bits a channel, red, green and blue.
  header.set([8, 2], 8)
  const unfiltered = Buffer.from([0])
  const lines = Array.from({ length: height }, (_, y) => [
    unfiltered,
    rgb.subarray(y * width * 3, (y + 1) * width * 3),
  ]).flat()
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.concat(lines))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/**
 * Waits until a window has painted and rests.
 * @returns a PNG, or null where nothing was shown in time
 */
export const takePicture = async (frame: string, timeoutMs = 30_000): Promise<Buffer | null> => {
  const end = performance.now() + timeoutMs
  let before: Buffer | null = null
  let alike = 0
  while (performance.now() < end) {
    const content = cropToContent(readXwd(readFileSync(frame)))
    // A blinking caret changes the picture twice a second.
    alike = content !== null && before?.equals(content.rgb) === true ? alike + 1 : 0
    if (content !== null && alike >= 3 && hasPainted(content)) return encodePng(content)
    before = content?.rgb ?? null
    await pause(100)
  }
  return null
}
