// Saves a file into the folder of downloads, beside what is there.
import { mkdir, open } from 'node:fs/promises'
import { basename, join, parse } from 'node:path'
import { failed, type Reply, succeeded } from '../../shared/errors.ts'
import { say } from '../../shared/language.ts'

/** "people (2).csv" and so on, before it is given up. */
const mostTries = 100

/** A name without what Windows refuses in file names, for example `left out of a:b.csv`. */
const safeName = (name: string): string =>
  // oxlint-disable-next-line no-control-regex -- they are among the refused.
  name.replaceAll(/[<>:"/\\|?*\u0000-\u001F]/g, '_').slice(-120)

/** Never replaces a file. @param folder of downloads, or null where the desktop has none */
export const saveDownload = async (
  folder: string | null,
  name: string,
  text: string,
): Promise<Reply<{ folder: string; name: string }>> => {
  const { name: stem, ext } = parse(safeName(name))
  const refused = failed({ kind: 'notKept', message: say('download.failed') })
  if (folder === null) return refused
  await mkdir(folder, { recursive: true }).catch(() => undefined)
  for (let attempt = 1; attempt <= mostTries; attempt += 1) {
    const tried = attempt === 1 ? `${stem}${ext}` : `${stem} (${attempt})${ext}`
    try {
      const file = await open(join(folder, tried), 'wx')
      try {
        await file.writeFile(text)
      } finally {
        await file.close()
      }
      return succeeded({ folder: basename(folder), name: tried })
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) return refused
    }
  }
  return refused
}
