// Packs the app for real, around a stand-in for Electron's folder: the configuration passes electron-builder's own
// schema, and the archive and the fuses are read back from what it wrote.
import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { createPackage, listPackage } from '@electron/asar'
import { getCurrentFuseWire } from '@electron/fuses'
import { test } from 'playwright/test'
import { expect } from './expect.ts'
import { compareFiles, compareFuses, filePatterns } from '../scripts/package/contents.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

/** A folder with just what electron-builder touches: an executable that carries a fuse wire, and a default app. */
const makeDistribution = async (dir: string): Promise<string> => {
  mkdirSync(`${dir}/resources`, { recursive: true })
  mkdirSync(`${dir}/locales`)
  writeFileSync(`${dir}/locales/en-US.pak`, '')
  const { version } = JSON.parse(readFileSync(`${root}node_modules/electron/package.json`, 'utf8')) as {
    version: string
  }
  writeFileSync(`${dir}/version`, version)
  const sentinel = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX'
  const fuses = '1'.repeat(9)
  writeFileSync(
    `${dir}/electron`,
    Buffer.concat([
      Buffer.from(`\x7fELF${sentinel}`, 'latin1'),
      Buffer.from([1, fuses.length]),
      Buffer.from(fuses),
    ]),
  )
  chmodSync(`${dir}/electron`, 0o755)
  mkdirSync(`${dir}/app`, { recursive: true })
  writeFileSync(`${dir}/app/package.json`, '{}')
  await createPackage(`${dir}/app`, `${dir}/resources/default_app.asar`)
  return dir
}

test('APP-09 the package holds the bundles and nothing else, with every fuse decided', async ({}, testInfo) => {
  const distribution = await makeDistribution(testInfo.outputPath('electron'))
  const output = testInfo.outputPath('dist')
  execFileSync(
    process.execPath,
    [
      `${root}node_modules/electron-builder/cli.js`,
      '--linux',
      'dir',
      `-c.electronDist=${distribution}`,
      `-c.directories.output=${output}`,
    ],
    { cwd: root, stdio: 'pipe' },
  )

  const packed = listPackage(`${output}/linux-unpacked/resources/app.asar`, { isPack: false })
  const { main } = JSON.parse(readFileSync(`${root}package.json`, 'utf8')) as { main: string }
  expect(packed).toContain(`/${main}`)
  const patterns = filePatterns(readFileSync(`${root}electron-builder.yml`, 'utf8'))
  expect(compareFiles(packed, patterns)).toEqual({ extra: [], missing: [] })
  const folders = /^\/(package\.json|out(\/(main|preload|renderer|service)(\/.*)?)?)$/
  expect(packed.filter((path) => !folders.test(path))).toEqual([])

  const wire = await getCurrentFuseWire(`${output}/linux-unpacked/svc-launcher`)
  expect(compareFuses(wire)).toEqual({ wrong: [], absent: [] })
})
