// Which product files run: V8's precise coverage of the page and of the main process, by the source maps of the bundles.
import { readFileSync } from 'node:fs'
import type { Session } from 'node:inspector'
import { type SourceMapPayload, SourceMap } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Launched } from './launch.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const productFile = /^(?:renderer|electron|shared)\/.+\.tsx?$/

/** As much of a script's coverage as is read here. */
type Script = {
  url: string
  functions: { ranges: { startOffset: number; endOffset: number; count: number }[] }[]
}
type Bundle = { map: SourceMap; length: number; lineStarts: number[]; folder: string }

const bundles = new Map<string, Bundle>()

const bundleAt = (path: string): Bundle => {
  const known = bundles.get(path)
  if (known !== undefined) return known
  const text = readFileSync(path, 'utf8')
  const lineStarts = [0, ...[...text.matchAll(/\n/g)].map(({ index }) => index + 1)]
  const map = new SourceMap(JSON.parse(readFileSync(`${path}.map`, 'utf8')) as SourceMapPayload)
  const bundle = { map, length: text.length, lineStarts, folder: dirname(path) }
  bundles.set(path, bundle)
  return bundle
}

/** The source file of a position in a bundle, relative to the repository, and the line in it, from 0. */
const sourceAt = (
  { map, lineStarts, folder }: Bundle,
  offset: number,
): { file: string; line: number } | null => {
  const at = lineStarts.findLastIndex((start) => start <= offset)
  // Code of the bundler itself has no source.
  const { originalSource, originalLine = 0 }: { originalSource?: string; originalLine?: number } =
    map.findEntry(at, offset - (lineStarts[at] ?? 0))
  return originalSource === undefined
    ? null
    : { file: relative(root, join(folder, originalSource)), line: originalLine }
}

const pathOf = (url: string): string | null => {
  const path = /\/out\/main\/(.+)$/.exec(url)?.[1]
  if (path !== undefined) return join(root, 'out/main', path)
  const asset = /^(?:app|https):\/\/.+\/(assets\/[^/]+\.js)$/.exec(url)?.[1]
  return asset === undefined ? null : join(root, 'out/renderer', asset)
}

const filesIn = (scripts: readonly Script[]): string[] => {
  const files = scripts.flatMap(({ url, functions }) => {
    const path = pathOf(url)
    if (path === null) return []
    const bundle = bundleAt(path)
    return functions.flatMap(({ ranges: [range] }) => {
      if (range === undefined || range.count === 0) return []
      // The bundle itself, which ran when it was loaded.
      if (range.startOffset === 0 && range.endOffset === bundle.length) return []
      return sourceAt(bundle, range.startOffset)?.file ?? []
    })
  })
  return [...new Set(files)].filter((file) => productFile.test(file)).toSorted()
}

type Kept = { coverage: Session }

const startInMain = ({ app }: Launched): Promise<void> =>
  app.evaluate(() => {
    const { Session } = process.getBuiltinModule('node:inspector')
    const session = new Session()
    session.connect()
    session.post('Profiler.enable')
    session.post('Profiler.startPreciseCoverage', { callCount: false, detailed: false })
    Object.assign(globalThis, { coverage: session })
  })

const takeInMain = ({ app }: Launched): Promise<Script[]> =>
  app.evaluate(
    () =>
      new Promise<Script[]>((resolve, reject) => {
        const { coverage } = globalThis as unknown as Kept
        coverage.post('Profiler.takePreciseCoverage', (error, taken) => {
          coverage.disconnect()
          if (error !== null) return reject(error)
          resolve(taken.result.filter(({ url }) => url.includes('/out/main/')))
        })
      }),
  )

/** @returns the files of which a function ran while `work` was done, sorted */
export const filesThatRun = async (
  launched: Launched,
  work: () => Promise<void>,
): Promise<{ page: string[]; main: string[] }> => {
  const session = await launched.page.context().newCDPSession(launched.page)
  await session.send('Profiler.enable')
  await startInMain(launched)
  await session.send('Profiler.startPreciseCoverage', { callCount: false, detailed: false })
  await work()
  const page = (await session.send('Profiler.takePreciseCoverage')).result
  const main = await takeInMain(launched)
  await session.detach()
  return { page: filesIn(page), main: filesIn(main) }
}

/** @returns how many times a function of the page was called while `work` was done */
export const callsOf = async (
  { page }: Pick<Launched, 'page'>,
  { file, name }: { file: string; name: string },
  work: () => Promise<void>,
): Promise<number> => {
  const lines = readFileSync(join(root, file), 'utf8').split('\n')
  const session = await page.context().newCDPSession(page)
  await session.send('Profiler.enable')
  await session.send('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
  await work()
  const { result } = await session.send('Profiler.takePreciseCoverage')
  await session.detach()
  const counts = result.flatMap(({ url, functions }) => {
    const path = pathOf(url)
    if (path === null) return []
    const bundle = bundleAt(path)
    return functions.flatMap(({ ranges: [range] }) => {
      const source = range === undefined ? null : sourceAt(bundle, range.startOffset)
      return source?.file === file && lines[source.line]?.includes(`function ${name}(`) === true
        ? (range?.count ?? 0)
        : []
    })
  })
  return counts.reduce((sum, count) => sum + count, 0)
}
