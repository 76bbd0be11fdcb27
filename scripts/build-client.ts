// Builds and packs the typed client: `npm run build -- client` writes dist/client and a tarball beside its files (AGT-02).
import { execFileSync } from 'node:child_process'
import { copyFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))

/** @returns the path of the tarball */
export function buildClient(outDir = join(root, 'dist/client')): string {
  rmSync(outDir, { recursive: true, force: true })
  const bin = join(root, 'node_modules/.bin')
  const run = (command: string, args: readonly string[], cwd: string) =>
    execFileSync(command, args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] })
  const emitting = ['--composite', 'false', '--emitDeclarationOnly', 'false', '--declaration', 'true']
  const places = ['--rewriteRelativeImportExtensions', 'true', '--rootDir', 'client', '--outDir', outDir]
  run(join(bin, 'tsc'), ['-p', 'client', ...emitting, ...places], root)
  for (const file of ['package.json', 'README.md'])
    copyFileSync(join(root, 'client', file), join(outDir, file))
  copyFileSync(join(root, 'LICENSE'), join(outDir, 'LICENSE'))
  const isWindows = process.platform === 'win32'
  const packed = execFileSync(isWindows ? 'npm.cmd' : 'npm', ['pack', '--silent', '--ignore-scripts'], {
    cwd: outDir,
    encoding: 'utf8',
    shell: isWindows,
  })
  return join(outDir, packed.trim())
}
