// docs/contributing/testing.md must list each spec that the stand-in skips, because machines without the binary never run them.
import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const folder = new URL('.', import.meta.url)
const tag = '@real-binary'

/** Title of a test without its requirement and its tag, beside its file. */
const tagged = readdirSync(folder)
  .filter((name) => name.endsWith('.spec.ts'))
  .flatMap((name) => {
    const text = readFileSync(new URL(name, folder), 'utf8')
    const titles = [...text.matchAll(/^test\(\s*(['"`])(.*) @real-binary\1/gm)].map(
      ([, , title = '']) => title,
    )
    // One that is tagged in another way would be skipped and told of nowhere.
    expect(titles, name).toHaveLength(text.split(`${tag}'`).length - 1)
    return titles.map((title) => `e2e/${name}: ${title.replace(/^(?:[A-Z]{3}-\d\d )+/, '')}`)
  })

test('APP-09 docs/contributing/testing.md lists each spec that only the real binary runs, and no other', () => {
  const listed = [
    ...(readFileSync(new URL('../docs/contributing/testing.md', folder), 'utf8')
      .split('## The security checklist')[0]
      ?.matchAll(/^\| `(e2e\/[\w-]+\.spec\.ts)` \| (.*) \|$/gm) ?? []),
  ].map(([, file, title]) => `${file}: ${title}`)
  expect(tagged.length).toBeGreaterThan(0)
  expect(listed.toSorted()).toEqual(tagged.toSorted())
})
