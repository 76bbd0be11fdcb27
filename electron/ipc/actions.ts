// What needs two parts at once: signing in by address or locally, and opening what was shown.
import { failed, type Reply, succeeded } from '../../shared/errors.ts'
import { say } from '../../shared/language.ts'
import type { Account, Session } from '../../shared/ipc/launcher.ts'
import type { OpenExternal } from '../security/hardening.ts'
import type { LoginHint } from '../auth/sign-in.ts'
import type { LocalPerson, OneTimeCode } from '../service-host/service-host.ts'

type SignInTarget = { kind: Account['kind']; base: URL; loginHint?: LoginHint }

export type Actions = {
  signIn: (typed: string) => Promise<Reply<Session>>
  createLocal: (person: LocalPerson) => Promise<Reply<Session>>
  openItem: (kind: string, id: string) => Promise<Reply<undefined>>
  joinMeeting: (id: string) => Promise<Reply<undefined>>
}

export const createActions = ({
  session,
  service,
  parseAddress,
  addresses,
  openExternal,
}: {
  session: {
    get: () => Session
    signIn: (target: SignInTarget) => Promise<Reply<Session>>
  }
  service: {
    baseUrl: () => Promise<Reply<URL>>
    createLocal: (person: LocalPerson) => Promise<Reply<undefined>>
    issueSignInCode: (codeChallenge: string) => Promise<Reply<OneTimeCode>>
    issuePageCode: () => Promise<Reply<OneTimeCode>>
  }
  parseAddress: (typed: string) => Reply<URL>
  addresses: {
    addressOf: (kind: string, id: string) => Reply<string>
    joinAddressOf: (id: string) => Reply<string>
  }
  openExternal: OpenExternal
}): Actions => {
  // A service that starts again may come back at another port, and whoever has the old one then gets no code.
  const moved = (): Reply<never> => failed({ kind: 'unavailable', message: say('main.localStarting') })

  const signInLocally = async (): Promise<Reply<Session>> => {
    const base = await service.baseUrl()
    if (!base.ok) return base
    const loginHint: LoginHint = async (codeChallenge) => {
      const issued = await service.issueSignInCode(codeChallenge)
      if (!issued.ok) return issued
      return issued.value.base.origin === base.value.origin ? succeeded(`code:${issued.value.code}`) : moved()
    }
    return session.signIn({ kind: 'local', base: base.value, loginHint })
  }

  // Nobody has a password here: a one-time code signs the browser in, and the page drops it from the address.
  const localPage = async (kind: string, id: string): Promise<Reply<string>> => {
    const issued = await service.issuePageCode()
    if (!issued.ok) return issued
    const { code, base } = issued.value
    const address = addresses.addressOf(kind, id)
    if (!address.ok) return address
    const page = new URL(address.value)
    if (page.origin !== base.origin) return moved()
    page.searchParams.set('code', code)
    return succeeded(page.href)
  }

  return {
    signIn: async (typed) => {
      const current = session.get()
      // The expired session of this computer's own workspace needs no password either.
      if (
        current.kind === 'signedOut' &&
        current.previous?.kind === 'local' &&
        current.previous.workspaceAddress === typed
      )
        return signInLocally()
      const base = parseAddress(typed)
      return base.ok ? session.signIn({ kind: 'remote', base: base.value }) : base
    },

    createLocal: async (person) => {
      if (session.get().kind === 'signedIn')
        return failed({ kind: 'invalidInput', message: say('main.signOutFirst'), fields: [] })
      const created = await service.createLocal(person)
      return created.ok ? signInLocally() : created
    },

    openItem: async (kind, id) => {
      const current = session.get()
      const isLocal = current.kind === 'signedIn' && current.account.kind === 'local'
      const address = isLocal ? await localPage(kind, id) : addresses.addressOf(kind, id)
      if (!address.ok) return address
      const { origin } = new URL(address.value)
      return (await openExternal(address.value, { origins: [origin], loopback: 'allowed' }))
        ? succeeded(undefined)
        : failed({ kind: 'unavailable', message: say('main.browserNotOpened') })
    },

    joinMeeting: async (id) => {
      const address = addresses.joinAddressOf(id)
      if (!address.ok) return address
      return (await openExternal(address.value, { origins: 'any', loopback: 'refused' }))
        ? succeeded(undefined)
        : failed({ kind: 'unexpectedAnswer', message: say('main.unsafeMeeting') })
    },
  }
}
