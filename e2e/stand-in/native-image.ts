// nativeImage: keeps bytes and knows the size of a PNG; nothing is drawn.
import { readFileSync } from 'node:fs'
import { strict } from './strict.ts'

type Image = Partial<Electron.NativeImage>
type Emulated = Partial<typeof Electron.NativeImage>

const pngSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47])

function createImage(bytes: Buffer): Electron.NativeImage {
  let isTemplate = false
  const isPng = bytes.subarray(0, 4).equals(pngSignature)
  const image = {
    isEmpty: () => !isPng,
    // A PNG starts with its header chunk: width and height at bytes 16 and 20.
    getSize: () =>
      isPng ? { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) } : { width: 0, height: 0 },
    toPNG: () => bytes,
    toDataURL: () => `data:image/png;base64,${bytes.toString('base64')}`,
    setTemplateImage: (option) => {
      isTemplate = option
    },
    isTemplateImage: () => isTemplate,
  } satisfies Image
  return strict('nativeImage', image) as unknown as Electron.NativeImage
}

export const nativeImage = strict('nativeImage', {
  createEmpty: () => createImage(Buffer.alloc(0)),
  createFromBuffer: (buffer) => createImage(buffer),
  createFromPath: (path) => {
    try {
      return createImage(readFileSync(path))
    } catch {
      return createImage(Buffer.alloc(0)) // as Electron: an unreadable file is an empty image
    }
  },
  createFromDataURL: (url) => createImage(Buffer.from(url.replace(/^[^,]*,/, ''), 'base64')),
} satisfies Emulated)
