// The storeys of the launcher and the tower of the service: a file imports from its own folder and from storeys below, type imports and `import()` included.
// Thereby no two folders import each other. Tests may look up: a grammar's phrases prove the date parser below it.
import { globSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))

/** From the ground up. Folders of one storey import neither each other nor anything above. */
const storeys: Readonly<Record<string, readonly (readonly string[])[]>> = {
  renderer: [
    ['ui'],
    ['state'],
    ['dates'],
    ['writes'],
    ['items'],
    ['shell'],
    ['capture', 'comments'],
    ['actions'],
    ['palette', 'sign-in', 'brief', 'browse', 'calendars', 'outbox', 'task', 'record', 'import'],
    // Shows the calendars that views add.
    ['settings'],
    ['app'],
    ['main.tsx'],
  ],
  electron: [
    ['log.ts', 'network.ts', 'preload.ts'],
    ['storage', 'security', 'local-service'],
    ['auth', 'workspace', 'brief', 'desktop'],
    ['window', 'ipc'],
    ['background.ts', 'settings-effects.ts'],
    ['compose.ts'],
    ['main.ts'],
  ],
  service: [
    ['base', 'language'],
    ['db'],
    ['sealing'],
    ['http'],
    ['access'],
    ['objects', 'oauth', 'changes', 'notifications', 'environments'],
    ['search', 'webhooks'],
    ['records', 'meetings'],
    ['tasks', 'openapi'],
    ['comments', 'calendars'],
    ['launcher', 'operator'],
    ['import', 'demo'],
    ['imports', 'mcp', 'rebuilding.ts'],
    ['site'],
    ['settings', 'app.ts', 'local-workspace.ts', 'sweeping.ts'],
    ['home'],
    ['web'],
    ['serve.ts'],
    ['cli', 'embedded.ts'],
    ['main.ts'],
  ],
}

/** Specifiers of relative imports: `from '…'`, `import '…'` and `import('…')`, with or without `type`. */
const importsIn = (text: string): string[] =>
  [...text.matchAll(/\b(?:from|import)\s*\(?\s*'(\.[^']+)'/g)].flatMap(([, path]) => path ?? [])

/** Files of the product in a folder. */
const filesOf = (folder: string): string[] =>
  globSync(`${folder}/**/*.{ts,tsx}`, { cwd: root }).filter(
    (path) => !/\.(test|fake)\.tsx?$|-testing\.tsx?$|^service\/test\//.test(path),
  )

/** Paths of what a file imports. */
const targetsOf = (path: string): string[] =>
  importsIn(readFileSync(join(root, path), 'utf8')).map((specifier) =>
    relative(root, join(root, dirname(path), specifier)),
  )

/** Imports that lead up or across. @param order from the ground up */
const upward = (half: string, order: readonly (readonly string[])[]): string[] => {
  const roomOf = (path: string): string => path.split('/')[1] ?? ''
  const storeyOf = (path: string): number => order.findIndex((rooms) => rooms.includes(roomOf(path)))
  return filesOf(half).flatMap((path) => {
    if (storeyOf(path) === -1) return [`${path} stands in no storey`]
    return targetsOf(path)
      .filter((target) => target.startsWith(`${half}/`) && roomOf(target) !== roomOf(path))
      .filter((target) => storeyOf(target) >= storeyOf(path))
      .map((target) => `${path} → ${target}`)
  })
}

test.each(Object.entries(storeys))(
  'no file of %s imports from its own storey’s neighbours or from above',
  (half, order) => {
    expect(upward(half, order)).toEqual([])
  },
)

test('the container is built with every folder and file that the service imports', () => {
  const copied = readFileSync(join(root, '.dockerignore'), 'utf8').match(/(?<=^!)\S+$/gm)
  const kept = new Set<string>(copied)
  const imported = ['service', 'shared', 'client'].flatMap(filesOf).flatMap(targetsOf)
  const places = [...new Set(imported.map((target) => target.split('/')[0] ?? ''))]
  expect(places.filter((place) => !kept.has(place))).toEqual([])
})

test('types, side effects and lazy parts count as imports', () => {
  const text = `import type { A } from './a.ts'\nimport './b.css'\nlazy(() => import('../c.tsx'))\nexport { d } from './d.ts'`
  expect(importsIn(text)).toEqual(['./a.ts', './b.css', '../c.tsx', './d.ts'])
})
