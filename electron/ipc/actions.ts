// Actions that combine several parts: signing in, opening items in the browser, and a locked vault.
import { failed, type Reply, succeeded } from '../../shared/errors.ts'
import { say } from '../../shared/language.ts'
import type { Session } from '../../shared/ipc/launcher.ts'
import { type Contact, contactAddress, isLoopbackHost } from '../security/external-address.ts'
import type { OpenExternal } from '../security/hardening.ts'
import type { IssueCode, SignInTarget } from '../auth/sign-in.ts'
import type { LocalPerson, OneTimeCode } from '../local-service/service-host.ts'
import type { Vault } from '../storage/vault.ts'

export type Actions = {
  signIn: (typed: string) => Promise<Reply<Session>>
  /** Opens the page of the pending sign-in in the browser once more. */
  reopenSignIn: () => Promise<Reply<undefined>>
  copySignInLink: () => Promise<Reply<undefined>>
  findLocal: () => Promise<Reply<string | null>>
  createLocal: (person: LocalPerson) => Promise<Reply<Session>>
  openLocal: () => Promise<Reply<Session>>
  openItem: (kind: string, id: string) => Promise<Reply<undefined>>
  openDeveloperSettings: () => Promise<Reply<undefined>>
  joinMeeting: (id: string) => Promise<Reply<undefined>>
  /** Joins the meeting that runs or comes next today. @returns whether there is one */
  joinNext: () => Promise<Reply<boolean>>
  /** Writes to, calls or opens a contact of this item. */
  openContact: (kind: string, id: string, value: string) => Promise<Reply<undefined>>
  /** Restarts, so that the keyring is asked again. @param lose also where changes would be lost. @returns how many would be. */
  retryVault: (lose: boolean) => Promise<Reply<{ unsaved: number }>>
  startOver: () => Promise<Reply<undefined>>
}

const invalidAddress = (message: string): Reply<never> =>
  failed({ kind: 'invalidInput', message, fields: [{ field: 'workspaceAddress', message }] })

const noPendingSignIn = (): Reply<never> =>
  failed({ kind: 'unavailable', message: say('signInError.notPending') })

/**
 * Parses a workspace address as typed. Without a scheme it is https, or http on this machine. Plain http on any other host is
 * refused, because the sign-in would be sent unencrypted.
 * @returns the base URL without query, fragment and trailing slash.
 */
export const parseWorkspaceAddress = (typed: string): Reply<URL> => {
  const text = typed.trim()
  const withScheme = /^[a-z][a-z0-9+.-]*:\/\//i.test(text)
  const guess = `https://${text}`
  const isHere = !withScheme && URL.canParse(guess) && isLoopbackHost(new URL(guess).hostname)
  const full = withScheme ? text : isHere ? `http://${text}` : guess
  if (text === '' || /\s/.test(text) || !URL.canParse(full)) return invalidAddress(say('address.invalid'))
  const url = new URL(full)
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return invalidAddress(say('address.notHttps'))
  if (url.username !== '' || url.password !== '') return invalidAddress(say('address.credentials'))
  if (url.protocol === 'http:' && !isLoopbackHost(url.hostname))
    return invalidAddress(say('address.notEncrypted'))
  url.search = ''
  url.hash = ''
  url.pathname = url.pathname.replace(/\/+$/, '')
  return succeeded(url)
}

// The service may have restarted on another port. The old address must not receive a code.
const moved = (): Reply<never> => failed({ kind: 'unavailable', message: say('main.localStarting') })

export type LocalTarget = () => Promise<Reply<SignInTarget & { kind: 'local' }>>

/** Address and means of a sign-in to the local workspace. */
export const createLocalTarget =
  (service: {
    baseUrl: () => Promise<Reply<URL>>
    issueLauncherCode: (codeChallenge: string) => Promise<Reply<OneTimeCode>>
  }): LocalTarget =>
  async () => {
    const base = await service.baseUrl()
    if (!base.ok) return base
    const issueCode: IssueCode = async (codeChallenge) => {
      const issued = await service.issueLauncherCode(codeChallenge)
      if (!issued.ok) return issued
      return issued.value.base.origin === base.value.origin ? succeeded(issued.value.code) : moved()
    }
    return succeeded({ kind: 'local', base: base.value, issueCode })
  }

export const createActions = ({
  session,
  localTarget,
  service,
  addresses,
  openExternal,
  writeClipboard,
  vault,
  unsaved,
  restart,
}: {
  session: {
    get: () => Session
    signIn: (target: SignInTarget) => Promise<Reply<Session>>
    signInAddress: () => string | null
    vaultOpened: () => void
  }
  localTarget: LocalTarget
  service: {
    findLocal: () => Promise<Reply<string | null>>
    createLocal: (person: LocalPerson) => Promise<Reply<undefined>>
    issuePageCode: () => Promise<Reply<OneTimeCode>>
  }
  addresses: {
    addressOf: (kind: string, id: string) => Reply<string>
    joinAddressOf: (id: string) => Reply<string>
    meetingToJoin: () => { id: string } | null
    contactOf: (kind: string, id: string, value: string) => Reply<Contact>
  }
  openExternal: OpenExternal
  writeClipboard: (text: string) => void | Promise<void>
  vault: Pick<Vault, 'state' | 'startOver'>
  /** How many writes wait and how many drafts there are. */
  unsaved: () => Promise<number>
  restart: () => void
}): Actions => {
  const signInLocally = async (): Promise<Reply<Session>> => {
    const target = await localTarget()
    return target.ok ? session.signIn(target.value) : target
  }

  // A local workspace has no password. A one-time code signs the browser in; the page removes it from the address.
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

  const openPage = async (address: string): Promise<Reply<undefined>> =>
    (await openExternal(address, { origins: [new URL(address).origin], loopback: 'allowed' }))
      ? succeeded(undefined)
      : failed({ kind: 'unavailable', message: say('main.browserNotOpened') })

  const joinMeeting = async (id: string): Promise<Reply<undefined>> => {
    const address = addresses.joinAddressOf(id)
    if (!address.ok) return address
    return (await openExternal(address.value, { origins: 'any', loopback: 'refused' }))
      ? succeeded(undefined)
      : failed({ kind: 'unexpectedAnswer', message: say('main.unsafeMeeting') })
  }

  return {
    signIn: async (typed) => {
      const base = parseWorkspaceAddress(typed)
      return base.ok ? session.signIn({ kind: 'remote', base: base.value }) : base
    },

    reopenSignIn: async () => {
      const address = session.signInAddress()
      if (address === null) return noPendingSignIn()
      return (await openExternal(address, { origins: [new URL(address).origin], loopback: 'allowed' }))
        ? succeeded(undefined)
        : failed({ kind: 'unavailable', message: say('main.browserNotOpened.again') })
    },

    copySignInLink: async () => {
      const address = session.signInAddress()
      if (address === null) return noPendingSignIn()
      await writeClipboard(address)
      return succeeded(undefined)
    },

    findLocal: service.findLocal,
    openLocal: signInLocally,

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
      return address.ok ? openPage(address.value) : address
    },

    openDeveloperSettings: async () => {
      const current = session.get()
      if (current.kind !== 'signedIn') return failed({ kind: 'signedOut', message: say('main.signInAgain') })
      const { kind, workspaceAddress } = current.account
      if (kind === 'remote') return openPage(`${workspaceAddress.replace(/\/$/, '')}/settings`)
      const issued = await service.issuePageCode()
      if (!issued.ok) return issued
      const page = new URL('/settings', issued.value.base)
      page.searchParams.set('code', issued.value.code)
      return openPage(page.href)
    },

    joinMeeting,
    joinNext: async () => {
      const next = addresses.meetingToJoin()
      if (next === null) return succeeded(false)
      const joined = await joinMeeting(next.id)
      return joined.ok ? succeeded(true) : joined
    },

    openContact: async (kind, id, value) => {
      const contact = addresses.contactOf(kind, id, value)
      if (!contact.ok) return contact
      return (await openExternal(contactAddress(contact.value), 'contact'))
        ? succeeded(undefined)
        : failed({ kind: 'unavailable', message: say('main.contactNotOpened', { value }) })
    },

    retryVault: async (lose) => {
      if ((await vault.state()) !== 'locked') return succeeded({ unsaved: 0 })
      const count = lose ? 0 : await unsaved()
      if (count === 0) restart()
      return succeeded({ unsaved: count })
    },

    startOver: async () => {
      if (!(await vault.startOver()))
        return failed({ kind: 'unavailable', message: say('main.keyringRefuses') })
      session.vaultOpened()
      return succeeded(undefined)
    },
  }
}
