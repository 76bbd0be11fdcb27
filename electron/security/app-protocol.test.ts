import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { contentSecurityPolicy, isOwnAddress, resolveAsset, serveAsset } from './app-protocol.ts'

const root = mkdtempSync(join(tmpdir(), 'svc-assets-'))
writeFileSync(join(root, 'index.html'), '<p>page</p>')
writeFileSync(join(root, 'app.js'), 'export {}')

describe('files of the page', () => {
  test.each([
    'app://launcher/../main.js',
    'app://launcher/..%2f..%2fetc/passwd.html',
    'app://launcher/%2e%2e/%2e%2e/secret.json',
    'app://launcher/..%5c..%5csecret.json',
    'app://launcher/a%00.html',
    'app://launcher/%E0%A4%A.html',
    'app://launcher//etc/passwd',
    'app://other/index.html',
    'app://launcher:80/index.html',
    'app://launcher/index.html.map',
    'app://launcher/no-extension',
    'https://launcher/index.html',
    'file:///etc/passwd',
    'not an address',
  ])('APP-09 C3 %s names no file outside the folder', (address) => {
    const asset = resolveAsset(root, address)
    expect(asset === null || asset.path.startsWith(`${root}/`)).toBe(true)
    expect(asset?.path.includes('..') ?? false).toBe(false)
  })

  test.each([
    ['app://launcher/', 'index.html', 'text/html; charset=utf-8'],
    ['app://launcher/app.js?v=1#x', 'app.js', 'text/javascript; charset=utf-8'],
    ['app://launcher/assets/a%20b.css', 'assets/a b.css', 'text/css; charset=utf-8'],
  ])('APP-09 %s is %s', (address, path, mediaType) => {
    expect(resolveAsset(root, address)).toEqual({ path: join(root, path), mediaType })
  })

  test('APP-09 C1 C3 every response has the policy, and only GET and HEAD are served', async () => {
    const page = await serveAsset(root, new Request('app://launcher/index.html'))
    expect([page.status, await page.text()]).toEqual([200, '<p>page</p>'])
    const missing = await serveAsset(root, new Request('app://launcher/missing.js'))
    const head = await serveAsset(root, new Request('app://launcher/app.js', { method: 'HEAD' }))
    const post = await serveAsset(root, new Request('app://launcher/app.js', { method: 'POST', body: 'x' }))
    expect([missing.status, head.status, await head.text(), post.status]).toEqual([404, 200, '', 405])
    for (const answer of [page, missing, head, post]) {
      expect(answer.headers.get('content-security-policy')).toBe(contentSecurityPolicy)
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
    }
    expect(contentSecurityPolicy).not.toMatch(/unsafe|http|\*/)
  })

  test('APP-09 W5 another scheme with the same opaque origin is not ours', () => {
    expect(isOwnAddress('app://launcher/x')).toBe(true)
    for (const other of [
      'data:text/html,x',
      'file:///x',
      'app://launcher.evil/x',
      'app:launcher',
      'https://launcher/',
    ])
      expect(isOwnAddress(other)).toBe(false)
  })
})
