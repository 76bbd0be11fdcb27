import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

test('every benchmark loads in plain Node, which knows no JSX', () => {
  const main = fileURLToPath(new URL('main.ts', import.meta.url))
  const { stderr, stdout } = spawnSync(process.execPath, [main, 'nothing'], { encoding: 'utf8' })
  expect(stderr + stdout).toContain('Name a benchmark')
})
