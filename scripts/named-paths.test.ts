// Files, folders and commands that comments and documents name, and the links of documents.
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import program from '../package.json' with { type: 'json' }
import { optionsOf } from '../service/cli/command.ts'
import { commands } from '../service/cli/commands.ts'

const cwd = fileURLToPath(new URL('..', import.meta.url))
const made = /(^|\/)(node_modules|dist|out|test-results|\.stryker-tmp|\.git)$/
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

const documents = paths.filter((path) => path.endsWith('.md'))
const read = (path: string): string => readFileSync(join(cwd, path), 'utf8')
const block = /^```(\w*)\n(.*?)^```/gms

/** The anchors of a document's headings, as GitHub makes them. */
const anchorsOf = (path: string): ReadonlySet<string> => {
  const anchors = new Set<string>()
  for (const [, heading = ''] of read(path)
    .replace(block, '')
    .matchAll(/^#+ +(.*)$/gm)) {
    const plain = heading.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').toLowerCase()
    const anchor = plain.replace(/[^\p{L}\p{N}\p{M}\s_-]/gu, '').replace(/\s/g, '-')
    let twin = 0
    while (anchors.has(twin === 0 ? anchor : `${anchor}-${twin}`)) twin += 1
    anchors.add(twin === 0 ? anchor : `${anchor}-${twin}`)
  }
  return anchors
}

test('every relative link of a document leads to a file or folder, and its anchor to a heading', () => {
  const broken = documents.flatMap((path) =>
    [
      ...read(path)
        .replace(block, '')
        .matchAll(/\]\(\s*([^)\s]+)\)|(?:src|srcset|href)="([^"]+)"/g),
    ]
      .map(([, link, attribute]) => link ?? attribute ?? '')
      .filter((target) => !/^[a-z]+:/.test(target))
      .filter((target) => {
        const [file = '', anchor] = target.split('#')
        const there = file === '' ? path : join(dirname(path), file)
        return !existsSync(join(cwd, there)) || (anchor !== undefined && !anchorsOf(there).has(anchor))
      })
      .map((target) => `${path} ${target}`),
  )
  expect(broken).toEqual([])
})

/** What a reader may paste: lines of shell, and code within a sentence. */
const codeOf = (path: string): string[] => {
  const text = read(path)
  const lines = [...text.matchAll(block)].flatMap(([, language, code = '']) =>
    language === 'sh' ? code.split('\n') : [],
  )
  const spans = [...text.replace(block, '').matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => code)
  return [...lines.map((line) => line.replace(/\s#.*/, '')), ...spans].flatMap((code) => code.split(/;|&&/))
}

const scripts: Record<string, string> = program.scripts
const everywhere = ['human', 'help', 'version']

/** Why a call of `svc` would be refused. */
const faultOf = (call: string): string | null => {
  const [, named = ''] = /^((?:[a-z][a-z-]*(?: |$))*)/.exec(`${call} `) ?? []
  const words = named.trim().split(' ')
  const command = words
    .map((_, index) => words.slice(0, words.length - index).join(' '))
    .flatMap((name) => commands.filter((known) => known.name === name))[0]
  if (command === undefined)
    return named === '' ||
      (words.length === 1 && commands.some(({ name }) => name.startsWith(`${words[0]} `)))
      ? null
      : 'no such command'
  const options = [...Object.keys(optionsOf(command)), ...everywhere]
  return call.match(/(?<=\s--)[a-z-]+/g)?.find((option) => !options.includes(option)) ?? null
}

test('every npm script, command of svc and option of it that a document names is there', () => {
  const gone = documents.flatMap((path) =>
    codeOf(path).flatMap((code) => {
      const [, script] = /^\s*npm run (?:-s )?([\w:-]+)/.exec(code) ?? []
      if (script !== undefined && !Object.hasOwn(scripts, script)) return [`${path} ${code}`]
      const [, call] = /^\s*(?:npm run (?:-s )?svc --|svc) +(.*)/.exec(code) ?? []
      const fault = call === undefined ? null : faultOf(call)
      return fault === null ? [] : [`${path} ${code}: ${fault}`]
    }),
  )
  expect(gone).toEqual([])
})
