// TLS between the service and a PostgreSQL server.
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openStore } from '../open.ts'
import { makeCertificate, startTls } from './certificate-testing.ts'
import { ownDatabases } from './databases-testing.ts'
import { withPlainTls } from './url.ts'

const database = ownDatabases()
const directory = mkdtempSync(join(tmpdir(), 'tls-'))

/** Opens a database whose server shows a certificate. @returns the code of the failure */
const opened = async (shown: ReturnType<typeof makeCertificate>, authority: string) => {
  const tls = await startTls(await database(), shown)
  onTestFinished(() => tls.close())
  const file = join(directory, 'ca.crt')
  writeFileSync(file, authority)
  try {
    const store = await openStore(`${tls.url}?sslmode=verify-full&sslrootcert=${file}`)
    await store.close()
    return 'trusted'
  } catch (error) {
    return (error as { storeCode?: string }).storeCode
  }
}

const [good, elsewhere] = [makeCertificate(), makeCertificate({ host: 'elsewhere.test' })]

test.each([
  ['signed by the authority in sslrootcert', good, good.cert, 'trusted'],
  ['signed by another authority', makeCertificate(), good.cert, 'database_untrusted'],
  ['for another host', elsewhere, elsewhere.cert, 'database_untrusted'],
])('CLI-03 a server certificate %s', async (_which, shown, authority, outcome) => {
  expect(await opened(shown, authority)).toBe(outcome)
})

test('CLI-03 every sslmode that promises TLS checks the certificate, without a warning of pg', () => {
  for (const mode of ['prefer', 'require', 'verify-ca', 'verify-full'])
    expect(withPlainTls(`postgres://a/b?sslmode=${mode}&c=d`)).toBe('postgres://a/b?sslmode=verify-full&c=d')
})
