// The demo workspace, served for one sign-in, and a proxy in front of it that remembers what secrets it gave out.
import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { chromium } from 'playwright/test'
import { headlessChromium } from '../chromium.ts'
import { checkedOut, type DemoMember, type DemoWorkspace, serve } from '../../bench/running-service.ts'

/** Runs one `svc` command and reads what it prints. */
const svc = <T>(database: string, ...args: string[]): T =>
  JSON.parse(
    execFileSync(process.execPath, [checkedOut, ...args, '--database', database], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }),
  ) as T

/** The name that an ID token holds of its person. */
const nameIn = (idToken: string): string[] => {
  const claims = JSON.parse(Buffer.from(idToken.split('.')[1] ?? '', 'base64url').toString()) as {
    name?: string
  }
  return claims.name === undefined ? [] : [claims.name]
}

type TokenAnswer = { access_token?: string; refresh_token?: string; id_token?: string }

/** An HTTP proxy, as `--proxy-server` names it, that keeps the tokens that pass and the paths that are asked. */
const openRecorder = async () => {
  const secrets = new Set<string>()
  const paths: string[] = []
  const server = createServer((incoming, outgoing) => {
    const url = new URL(incoming.url ?? '')
    paths.push(url.pathname)
    // The tokens in a compressed answer could not be read here.
    const headers = { ...incoming.headers, 'accept-encoding': 'identity' }
    const forwarded = request(url, { method: incoming.method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      const parts: Buffer[] = []
      answer.on('data', (part: Buffer) => parts.push(part))
      answer.on('end', () => {
        if (!url.pathname.endsWith('/token')) return
        const tokens = JSON.parse(Buffer.concat(parts).toString()) as TokenAnswer
        for (const token of [tokens.access_token, tokens.refresh_token, tokens.id_token])
          if (token !== undefined) secrets.add(token)
        if (tokens.id_token !== undefined) for (const name of nameIn(tokens.id_token)) secrets.add(name)
      })
      answer.pipe(outgoing)
    })
    forwarded.on('error', () => outgoing.destroy())
    incoming.pipe(forwarded)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const close = (): void => {
    server.close()
    server.closeAllConnections()
  }
  return { url: `http://127.0.0.1:${port}`, secrets, paths, close }
}

export type DemoService = {
  address: string
  owner: DemoMember
  /** Chromium's switches that send a program's requests through the recorder. */
  switches: readonly string[]
  /** Tokens that were given out, and the names in them. */
  secrets: () => readonly string[]
  /** How many requests a path had. */
  requests: (path: RegExp) => number
  /** Tasks of this title. */
  titled: (title: string) => Promise<number>
  close: () => void
}

export const openDemoService = async (folder: string): Promise<DemoService> => {
  const database = `file:${join(folder, 'demo.sqlite')}`
  const { workspaces } = svc<{ workspaces: DemoWorkspace[] }>(database, 'demo')
  const owner = workspaces.find(({ slug }) => slug === 'acme')?.members[0]
  if (owner === undefined) throw new Error('The demo has no acme owner.')
  const keyOptions = ['--workspace', 'acme', '--as', owner.email, '--scopes', 'tasks:read']
  const { token } = svc<{ token: string }>(database, 'key', 'create', ...keyOptions)
  const { baseUrl = '', pid } = await serve(checkedOut, database)
  const recorder = await openRecorder()
  return {
    address: baseUrl,
    owner,
    // Chromium sends nothing for this machine through a proxy unless it is told to.
    switches: [`--proxy-server=${recorder.url}`, '--proxy-bypass-list=<-loopback>'],
    secrets: () => [...recorder.secrets],
    requests: (path) => recorder.paths.filter((one) => path.test(one)).length,
    titled: async (title) => {
      const response = await fetch(`${baseUrl}/v1/tasks?limit=100`, {
        headers: { Authorization: `Bearer ${token}` },
      })
      if (!response.ok) throw new Error(`the service answered ${response.status}`)
      const { data } = (await response.json()) as { data: { title: string }[] }
      return data.filter((task) => task.title === title).length
    },
    close: () => {
      recorder.close()
      if (pid !== undefined) process.kill(pid, 'SIGKILL')
    },
  }
}

/** What the person does in the browser: signs in, allows, and sees the last page. */
export const allowInBrowser = async (address: string, { email, password }: DemoMember): Promise<void> => {
  const browser = await chromium.launch({
    executablePath: headlessChromium(),
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-sync'],
  })
  try {
    const page = await browser.newPage()
    await page.goto(address)
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password').fill(password)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('button', { name: 'Allow' }).click()
    await page.waitForURL(/127\.0\.0\.1:\d+\/done/)
  } finally {
    await browser.close()
  }
}
