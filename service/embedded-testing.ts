// The embedded service in a process of its own, as Electron runs it.
import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import * as client from 'openid-client'
import { launcherRedirectUri } from '../shared/api/primitives.ts'
import { discover } from './oauth/oauth-testing.ts'

// `process.parentPort` of Electron, over Node's own channel.
const parentPort = `data:text/javascript,
  process.parentPort = {
    on: (_event, listener) => process.on('message', (data) => listener({ data })),
    postMessage: (message) => process.send(message),
  }`

const children: ChildProcess[] = []

type Reply = Record<string, string>

export function embed(stderr: 'ignore' | 'pipe' = 'ignore', options: string[] = []) {
  const child = fork(fileURLToPath(new URL('embedded.ts', import.meta.url)), [], {
    execPath: process.execPath,
    execArgv: [...options, '--import', parentPort],
    stdio: ['ignore', 'ignore', stderr, 'ipc'],
  })
  children.push(child)
  const ask = async (message: object): Promise<Reply> => {
    const reply = once(child, 'message')
    child.send(message)
    let [said] = await reply
    while (said.type === 'progress') [said] = await once(child, 'message')
    return said
  }
  return { child, ask }
}

type Ask = ReturnType<typeof embed>['ask']

/** Signs in as the launcher does with a code from its own service: no browser. */
export async function signInWithCode(ask: Ask, baseUrl = '') {
  const config = await discover(baseUrl)
  const verifier = client.randomPKCECodeVerifier()
  const codeChallenge = await client.calculatePKCECodeChallenge(verifier)
  const { code = '' } = await ask({ type: 'issueLauncherCode', codeChallenge })
  return await client.genericGrantRequest(config, 'authorization_code', {
    code,
    redirect_uri: launcherRedirectUri,
    code_verifier: verifier,
  })
}

/** Call after each test. */
export function endEmbedded(): void {
  for (const child of children.splice(0)) if (child.exitCode === null) child.kill('SIGKILL')
}
