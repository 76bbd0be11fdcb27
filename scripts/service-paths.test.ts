import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { serviceCeilings, type ServicePath } from './service-paths.ts'

const script = fileURLToPath(new URL('service-paths.ts', import.meta.url))

test('a warm request and a delivery run few files of the service', () => {
  const { stdout, stderr } = spawnSync(process.execPath, [script], { encoding: 'utf8' })
  expect(stderr).toBe('')
  const measured = JSON.parse(stdout) as Record<ServicePath, string[]>
  for (const [name, files] of Object.entries(measured))
    expect
      .soft(files.length, `${name} runs ${files.join(' ')}`)
      .toBeLessThanOrEqual(serviceCeilings[name as ServicePath])
}, 60_000)
