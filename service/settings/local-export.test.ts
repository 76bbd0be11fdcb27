import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { createCookieJar } from '../oauth/oauth-testing.ts'
import { startTestService } from '../test/testing.ts'
import { createLocal } from '../local-workspace.ts'

const main = fileURLToPath(new URL('../main.ts', import.meta.url))

test.skipIf(process.platform === 'win32')(
  'APP-08 the settings of a local workspace show a command that exports it as it stands there, also from an odd folder',
  async () => {
    const directory = mkdtempSync(join(tmpdir(), 'svc-local-export-'))
    const folder = join(directory, "Ada's files")
    mkdirSync(folder)
    const service = await startTestService({ database: `file:${join(folder, 'local.db')}`, isLocal: true })
    const { personId } = await createLocal(service.store, { name: 'Ada', demo: null, at: service.now() })
    const code = await service.oauth.issuePageCode(personId)
    const { text } = await createCookieJar(service.baseUrl).follow(`/settings/local/workspace?code=${code}`)
    const commands = [...text.matchAll(/aria-label="Command">\s*([^<]*)</g)].map(([, command = '']) =>
      command.replaceAll('&#39;', "'"),
    )
    expect(commands[1]).toBe('svc import local.ndjson --workspace local --as-owner EMAIL --database URL')
    const svc = `svc() { '${process.execPath}' '${main}' "$@"; }`
    execFileSync('/bin/sh', ['-c', `${svc}\n${commands[0]}`], { cwd: directory, stdio: 'ignore' })
    expect(readFileSync(join(directory, 'local.ndjson'), 'utf8')).toContain('"email":"owner@local.invalid"')
    await service.close()
    rmSync(directory, { recursive: true })
  },
)
