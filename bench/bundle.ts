// `npm run -s bench -- bundle`: what the page loads before its first paint, gzipped. Build first.
import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'

const out = fileURLToPath(new URL('../out/', import.meta.url))
const kilobytes = (bytes: number): number => Math.round(bytes / 102.4) / 10

const gzipped = (file: string): number => gzipSync(readFileSync(file), { level: 9 }).length

export const benchBundle = (): Promise<Record<string, unknown>> => {
  const html = readFileSync(`${out}renderer/index.html`, 'utf8')
  const initial = [...html.matchAll(/(?:src|href)="\.\/([^"]+\.js)"/g)].map((match) => match[1] ?? '')
  const all = globSync('renderer/assets/*.js', { cwd: out })
  return Promise.resolve({
    bench: 'bundle',
    initialJsKb: kilobytes(initial.reduce((sum, file) => sum + gzipped(`${out}renderer/${file}`), 0)),
    allJsKb: kilobytes(all.reduce((sum, file) => sum + gzipped(out + file), 0)),
    mainKb: kilobytes(gzipped(`${out}main/main.js`)),
    preloadKb: kilobytes(gzipped(`${out}preload/preload.cjs`)),
    serviceKb: kilobytes(
      globSync('service/**/*.{js,mjs}', { cwd: out }).reduce((sum, file) => sum + gzipped(out + file), 0),
    ),
  })
}
