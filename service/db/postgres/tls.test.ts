// TLS on the way to a PostgreSQL server, and what is said where it fails.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { expectRealFailure } from '../../cli/refusal-testing.ts'
import { svc } from '../../cli/svc-testing.ts'
import { createClient } from '../../test/contract/client.ts'
import { startTestService } from '../../test/testing.ts'
import { makeCertificate, startTls } from './certificate-testing.ts'
import { ownDatabases } from './databases-testing.ts'

const database = ownDatabases()
const directory = mkdtempSync(join(tmpdir(), 'tls-'))
afterAll(() => rmSync(directory, { recursive: true }))

const good = makeCertificate()
const kept = (name: string, text: string): string => {
  const path = join(directory, name)
  writeFileSync(path, text)
  return path
}
const authority = kept('ca.crt', good.cert)

const startShowing = async (certificate = good) => {
  const shown = { certificate }
  const tls = await startTls(await database(), shown)
  onTestFinished(() => tls.close())
  return { shown, ...tls }
}

test.each([
  ['of an authority that was not named', good, '', /trusted here.*sslrootcert/],
  [
    'of another authority than the one that was named',
    makeCertificate(),
    authority,
    /trusted here.*sslrootcert/,
  ],
  ['for another host', makeCertificate({ host: 'elsewhere.test' }), undefined, /another host/],
  ['that has expired', makeCertificate({ until: 2001 }), undefined, /CERT_HAS_EXPIRED/],
])(
  'CLI-03 a server whose certificate is one %s is told in one sentence that says what to do',
  async (_which, certificate, named, sentence) => {
    const { url } = await startShowing(certificate)
    const root = named ?? kept('theirs.crt', certificate.cert)
    await expectRealFailure(
      ['migrate', '--database', `${url}?sslmode=verify-full${root && `&sslrootcert=${root}`}`],
      'database_untrusted',
      sentence,
    )
  },
)

test('CLI-03 a certificate of the URL that is no PEM file is told in one sentence', async () => {
  const { url } = await startShowing()
  const none = kept('none.crt', 'none')
  await expectRealFailure(
    ['migrate', '--database', `${url}?sslmode=verify-full&sslcert=${none}`],
    'database_untrusted',
    /PEM/,
  )
})

test.each(['prefer', 'require', 'verify-ca', 'verify-full'])(
  'CLI-03 sslmode=%s checks the certificate, and warns of nothing',
  async (mode) => {
    const { url, shown } = await startShowing()
    const words = ['migrate', '--database', `${url}?sslmode=${mode}&sslrootcert=${authority}`]
    expect(await svc(...words)).toMatchObject({ exitCode: 0, stderr: '' })
    shown.certificate = makeCertificate()
    await expectRealFailure(words, 'database_untrusted')
  },
)

test('ERR-02 a server that shows a certificate of another authority is a 503, until it shows the right one', async () => {
  const { url, shown, cut } = await startShowing()
  const service = await startTestService({ database: `${url}?sslmode=verify-full&sslrootcert=${authority}` })
  const workspace = await service.createWorkspace()
  const { token } = await service.createKey(workspace, await service.addMember(workspace))
  const caller = createClient(service.baseUrl, token)
  const ask = async () => (await caller.get('/v1/whoami')).status
  expect(await ask()).toBe(200)
  shown.certificate = makeCertificate()
  cut()
  await expect.poll(ask).toBe(503)
  const { body } = await caller.get('/readyz')
  expect(body.error?.details[0].code).toBe('database_untrusted')
  shown.certificate = good
  await expect.poll(ask).toBe(200)
  await service.close()
})
