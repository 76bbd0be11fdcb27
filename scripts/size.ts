// `npm run -s size`: how large the code is. Counts lines of TypeScript that git tracks, a row per folder.
// Product code is what ships, without messages, demo data, examples and phrase tables. Test code is unit tests, fakes and
// `*-testing.ts`.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { dirname } from 'node:path'

const isTest = (path: string): boolean =>
  /(\.(test|fake)|-testing)\.tsx?$|\/(contract|proof|long|test)\//.test(path)
const isData = (path: string): boolean =>
  /\/(messages|demo|examples)\/|phrases?(-[a-z]+)?\.ts$|\/examples\.ts$|^client\/api\.ts$/.test(path)

const halves = ['electron', 'renderer', 'shared', 'service', 'client']
type Size = { files: number; product: number; tests: number }
const none: Size = { files: 0, product: 0, tests: 0 }
const sum = (sizes: Size[]): Size =>
  sizes.reduce(
    (a, b) => ({ files: a.files + b.files, product: a.product + b.product, tests: a.tests + b.tests }),
    none,
  )

const folders = new Map<string, Size>()
const paths = execFileSync('git', ['ls-files', ...halves], { encoding: 'utf8' }).split('\n')
for (const path of paths.filter((path) => /\.tsx?$/.test(path) && !isData(path))) {
  const lines = readFileSync(path, 'utf8').split('\n').length - 1
  const size = isTest(path) ? { ...none, tests: lines } : { files: 1, product: lines, tests: 0 }
  folders.set(dirname(path), sum([folders.get(dirname(path)) ?? none, size]))
}

const total = (half: string): Size =>
  sum([...folders].filter(([folder]) => `${folder}/`.startsWith(`${half}/`)).map(([, size]) => size))
const row = (name: string, { files, product, tests }: Size): string =>
  name.padEnd(36) + [files, product, tests].map((count) => count.toLocaleString('en').padStart(9)).join('')

const rows = [
  ...[...folders.keys()]
    .toSorted((a, b) => a.localeCompare(b))
    .map((folder) => row(folder, folders.get(folder) ?? none)),
  '',
  ...halves.map((half) => row(half, total(half))),
  row('launcher (without service)', sum(halves.slice(0, 3).map(total))),
]
process.stdout.write(`${'folder'.padEnd(36)}    files  product    tests\n${rows.join('\n')}\n`)
