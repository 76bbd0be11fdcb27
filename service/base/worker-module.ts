// The modules of threads. In a build each is one file, beside the bundle or above its parts. It is given as text: files inside the
// archive of a packaged app can be read, but no thread starts from them.
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/**
 * @param source the module in a checkout
 * @param built its file in a build, such as `read-worker.mjs`
 */
export function workerModule(source: URL, built: string): URL {
  if (existsSync(source)) return source
  const files = [`./${built}`, `../${built}`].map((place) => fileURLToPath(new URL(place, import.meta.url)))
  const file = files.find((place) => existsSync(place))
  if (file === undefined) throw new Error(`${built} is missing in this build`)
  return new URL(`data:text/javascript;base64,${readFileSync(file, 'base64')}`)
}
