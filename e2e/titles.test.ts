// Specs of one worker share a service. A task that an earlier spec has left is counted by a later one that waits for its title, and
// the order of the specs depends on how long each takes.
import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const folder = new URL('./', import.meta.url)
const specs = readdirSync(folder)
  // The screenshot specs run alone, on a service of their own.
  .filter((name) => name.endsWith('.spec.ts') && !name.startsWith('screenshots'))
  .map((name) => ({ name, text: readFileSync(new URL(name, folder), 'utf8') }))
  .filter(({ text }) => text.includes(`from './signed-in.ts'`))

const counted = /(?:\bisStored\(service, |\btitled\()'([^']+)'/g

test('a title that a spec counts in the service is in no other spec', () => {
  const shared = specs.flatMap(({ name, text }) =>
    [...new Set([...text.matchAll(counted)].map(([, title = '']) => title))].flatMap((title) =>
      specs
        .filter((other) => other.name !== name)
        // Alone, or at the beginning of a captured line.
        .filter((other) => [`'${title}'`, `'${title} `].some((quoted) => other.text.includes(quoted)))
        .map((other) => `${title}: ${name}, ${other.name}`),
    ),
  )
  expect(specs.length).toBeGreaterThan(50)
  expect(shared).toEqual([])
})
