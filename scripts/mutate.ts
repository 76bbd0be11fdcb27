// `npm run mutate [-- GROUP…]`: Stryker changes the code of each group, and the tests must notice (docs/contributing/testing.md).
import { spawnSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { groups } from '../vitest.mutate.config.ts'

const named = process.argv.slice(2)
const unknown = named.find((name) => !Object.hasOwn(groups, name))
if (unknown !== undefined) {
  console.error(`Unknown group: ${unknown}. The groups are ${Object.keys(groups).join(', ')}.`)
  process.exit(2)
}

const cwd = fileURLToPath(new URL('..', import.meta.url))
const end = Date.now() + 60 * 60_000
const failed: string[] = []
for (const [name, { files }] of Object.entries(groups)) {
  if (named.length > 0 && !named.includes(name)) continue
  const began = Date.now()
  console.log(`\n== ${name}`)
  const { status } = spawnSync('stryker', ['run', '--mutate', files.join()], {
    cwd,
    stdio: 'inherit',
    timeout: Math.max(1, end - Date.now()),
    env: { ...process.env, SVC_MUTATE: name },
  })
  if (status !== 0) failed.push(name)
  console.log(`${name}: ${Math.ceil((Date.now() - began) / 60_000)} min`)
}
// An interrupted run leaves its copy of the project there.
rmSync(`${cwd}/.stryker-tmp`, { recursive: true, force: true })
if (failed.length > 0) console.error(`Below 80 %, or not finished within an hour: ${failed.join(', ')}`)
process.exit(failed.length > 0 ? 1 : 0)
