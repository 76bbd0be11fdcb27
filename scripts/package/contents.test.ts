import { readFileSync } from 'node:fs'
import { FuseState, FuseV1Options } from '@electron/fuses'
import { describe, expect, test } from 'vitest'
import { compareFiles, compareFuses, decidedFuses, filePatterns } from './contents.ts'

const patterns = filePatterns(readFileSync(new URL('../../electron-builder.yml', import.meta.url), 'utf8'))
const good = [
  '/package.json',
  '/out',
  '/out/main',
  '/out/main/main.js',
  '/out/preload/preload.cjs',
  '/out/renderer/index.html',
  '/out/service/embedded.js',
]

describe('the files of a packaged app', () => {
  test('are those that electron-builder.yml lists', () => {
    expect(patterns).toEqual(['out/**', 'package.json', '!**/*.map', '!node_modules/**'])
    expect(compareFiles(good, patterns)).toEqual({ extra: [], missing: [] })
  })

  test.each([
    '/out/main/main.js.map',
    '/node_modules/zod/index.js',
    '/electron/main.ts',
    '/.env',
    '/outside.js',
  ])('%s is not one of them', (path) => {
    expect(compareFiles([...good, path], patterns)).toEqual({ extra: [path.slice(1)], missing: [] })
  })

  test('include what the app does not start without', () => {
    const without = good.filter((path) => path !== '/out/preload/preload.cjs')
    expect(compareFiles(without, patterns).missing).toEqual(['out/preload/preload.cjs'])
  })

  test('cannot be compared with a configuration that lists none', () => {
    expect(() => filePatterns('asar: true\n')).toThrow('has no list "files"')
  })
})

describe('the fuses of a packaged app', () => {
  test('are as decided', () => {
    expect(compareFuses(decidedFuses)).toEqual({ wrong: [], absent: [] })
  })

  test('are wrong one by one', () => {
    const wire = { ...decidedFuses, [FuseV1Options.RunAsNode]: FuseState.ENABLE }
    expect(compareFuses(wire)).toEqual({ wrong: ['RunAsNode'], absent: [] })
  })

  test('may be removed from a binary, or newer than it', () => {
    const { [FuseV1Options.WasmTrapHandlers]: _, ...older } = decidedFuses
    const wire = { ...older, [FuseV1Options.GrantFileProtocolExtraPrivileges]: FuseState.REMOVED }
    expect(compareFuses(wire)).toEqual({
      wrong: [],
      absent: ['GrantFileProtocolExtraPrivileges', 'WasmTrapHandlers'],
    })
  })
})
