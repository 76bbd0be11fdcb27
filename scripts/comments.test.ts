// A comment of the service begins with its subject, not with a clause about it.
import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const cwd = fileURLToPath(new URL('..', import.meta.url))

/** The first word of a comment: on lines of its own, behind code, in a block. */
const beginning = /(?<!^[ \t]*\/\/.*\n)^[ \t]*\/\/ *(\w+)|\S \/\/ (\w+)|\/\*\*?\s+(?:\* )?(\w+)/gm
const unclear = new Set(['What', 'Of', 'Where', 'Who', 'Whoever', 'Those', 'Behind'])

test('no comment of the service begins with What, Of, Where, Who, Whoever, Those or Behind', () => {
  const found = globSync('service/**/*.ts', { cwd }).flatMap((path) => {
    const text = readFileSync(`${cwd}/${path}`, 'utf8')
    return [...text.matchAll(beginning)]
      .filter(([, line, behind, block]) => unclear.has(line ?? behind ?? block ?? ''))
      .map(({ index, 0: comment }) => `${path}:${text.slice(0, index).split('\n').length} ${comment.trim()}`)
  })
  expect(found).toEqual([])
})
