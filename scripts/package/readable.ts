// Finds texts that stand unencrypted in the files of a folder.
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'

/** As JavaScript and Chromium's stores write text. */
const encodings = ['utf8', 'utf16le'] as const

/** @returns the files below a folder that hold one of these texts, each with the place of the text in the list */
export const filesWith = (folder: string, texts: readonly string[]): string[] => {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  )
  return files.flatMap(({ parentPath, name }) => {
    const file = join(parentPath, name)
    const content = readFileSync(file)
    return texts.flatMap((text, index) =>
      encodings.some((encoding) => content.includes(Buffer.from(text, encoding)))
        ? [`${relative(folder, file)} (text ${index + 1})`]
        : [],
    )
  })
}
