// Files and folders that comments and documents name.
import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const cwd = fileURLToPath(new URL('..', import.meta.url))
const made = /(^|\/)(node_modules|dist|out|test-results|\.git)$/
const paths = globSync('**/*', { cwd, exclude: (path) => made.test(path) })
const known = `\n${paths.map((path) => `/${path}\n`).join('')}`

/** Named, and not of this folder: examples of names, types of Electron, the output of a build. */
const elsewhere = new Set(['token-vault.ts', 'tokenManager.ts', 'electron.d.ts', 'out/'])

const comment = /^\s*(?:\/\/|\/?\*)(.*)| \/\/ (.*)/
/** A file by its ending, and a folder between backticks. */
const named =
  /(?<![\w/.@:*{<-])[\w-][\w.-]*(?:\/[\w.-]+)*\.(?:tsx?|md)\b(?![\w.-]*[({])|(?<=`)(?:[\w.-]+\/)+(?=`)/g

test('every file and folder that a comment or a document names is there, by its path or the end of one', () => {
  const gone = paths
    .filter((path) => /\.(tsx?|md)$/.test(path) && path !== 'CHANGELOG.md')
    .flatMap((path) =>
      readFileSync(`${cwd}/${path}`, 'utf8')
        .split('\n')
        .flatMap((line, index) => {
          const [, whole, behind] = comment.exec(line) ?? []
          const text = path.endsWith('.md') ? line : (whole ?? behind ?? '')
          return (text.match(named) ?? [])
            .filter((name) => !elsewhere.has(name) && !known.includes(`/${name.replace(/\/$/, '')}\n`))
            .map((name) => `${path}:${index + 1} ${name}`)
        }),
    )
  expect(gone).toEqual([])
})
