// What needs two parts at once: signing in by address or locally, and opening what was shown.
import { failed, type Reply, succeeded } from '../shared/errors.ts'
import { say } from '../shared/language.ts'
import type { Account, Session } from '../shared/launcher.ts'
import type { OpenExternal } from './open-external.ts'
import type { LocalPerson } from './service-host.ts'

type SignInTarget = { kind: Account['kind']; base: URL; loginHint?: string }

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
    createLocal: (person: LocalPerson) => Promise<Reply<string>>
    issueSignInCode: () => Promise<Reply<string>>
  }
  parseAddress: (typed: string) => Reply<URL>
  addresses: {
    addressOf: (kind: string, id: string) => Reply<string>
    joinAddressOf: (id: string) => Reply<string>
  }
  openExternal: OpenExternal
}): Actions => {
  const signInLocally = async (code: Reply<string>): Promise<Reply<Session>> => {
    if (!code.ok) return code
    const base = await service.baseUrl()
    return base.ok
      ? session.signIn({ kind: 'local', base: base.value, loginHint: `code:${code.value}` })
      : base
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
        return signInLocally(await service.issueSignInCode())
      const base = parseAddress(typed)
      return base.ok ? session.signIn({ kind: 'remote', base: base.value }) : base
    },

    createLocal: async (person) =>
      session.get().kind === 'signedIn'
        ? failed({ kind: 'invalidInput', message: say('main.signOutFirst'), fields: [] })
        : signInLocally(await service.createLocal(person)),

    openItem: async (kind, id) => {
      const address = addresses.addressOf(kind, id)
      if (!address.ok) return address
      const target = new URL(address.value)
      const current = session.get()
      if (current.kind === 'signedIn' && current.account.kind === 'local') {
        // Nobody has a password here: a one-time code signs the browser in, and the page drops it from the address.
        const code = await service.issueSignInCode()
        if (code.ok) target.searchParams.set('code', code.value)
      }
      return (await openExternal(target.href, { origins: [target.origin], loopback: 'allowed' }))
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
