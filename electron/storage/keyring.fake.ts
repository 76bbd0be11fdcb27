// For tests of what is kept at rest: desktop keyrings that seal and open by name, and a whole start of a profile on one.
import { succeeded } from '../../shared/errors.ts'
import type { Draft } from '../../shared/ipc/launcher.ts'
import { createSessionRunner } from '../auth/session-runner.ts'
import { createTokenVault } from '../auth/token-vault.ts'
import { openDataKeys } from './data-keys.ts'
import { createKeyring, type SystemKeyring } from './keyring.ts'
import type { Log } from '../desktop/log.ts'
import { createSealedDocuments } from './sealed-documents.ts'
import { createDrafts, mergeDrafts } from '../workspace/drafts.ts'
import { creating, newEntry } from '../workspace/outbox/entry.ts'
import { createOutboxStore, mergeOutboxes } from '../workspace/outbox/outbox-store.ts'

const quiet: Log = { info: () => undefined, warn: () => undefined, bug: () => 'bug' }
export const reversed = (text: string): string => text.split('').toReversed().join('')

/** Reverses text under a name: enough to see what is on disk. */
export const systemKeyring = ({
  seals,
  opens = seals === null ? [] : [seals],
  rewrites = [],
  backend = 'gnome_libsecret',
}: {
  /** The key that it writes with; null where it fails. */
  seals: string | null
  opens?: readonly string[]
  /** Keys that it opens and does not want to see again. */
  rewrites?: readonly string[]
  backend?: ReturnType<SystemKeyring['getSelectedStorageBackend']>
}): SystemKeyring => ({
  isAsyncEncryptionAvailable: () => Promise.resolve(true),
  getSelectedStorageBackend: () => backend,
  encryptStringAsync: (text) =>
    seals === null
      ? Promise.reject(new Error('locked'))
      : Promise.resolve(Buffer.from(`${seals}:${reversed(text)}`)),
  decryptStringAsync: (bytes) => {
    const [by = '', text = ''] = bytes.toString().split(/:(.*)/s)
    return opens.includes(by)
      ? Promise.resolve({ result: reversed(text), shouldReEncrypt: rewrites.includes(by) })
      : Promise.reject(new Error('another key'))
  },
})

export const openVault = async (
  profile: string,
  system: SystemKeyring,
  {
    platform = 'linux',
    pause = () => Promise.resolve(),
  }: { platform?: NodeJS.Platform; pause?: () => Promise<void> } = {},
) => {
  const keyring = createKeyring({ system, platform, log: quiet })
  const keys = await openDataKeys({ profile, keyring, log: quiet, pause })
  const vault = createTokenVault({
    folder: profile,
    keyring,
    remembers: keys.inUse !== null,
    log: quiet,
    pause,
  })
  return { keys, vault }
}

const person = { id: 'usr_1', name: 'Ada', email: 'ada@acme.test' }
const text = (draft: Draft | null): string | null => draft?.text ?? null

/** The program as far as its texts and its session go. What a sign-in keeps is `refresh-` with its number. */
export const startOn = async (profile: string, system: SystemKeyring) => {
  const { keys, vault } = await openVault(profile, system)
  const { open: document } = createSealedDocuments({
    dataKeys: Promise.resolve(keys),
    merges: { outbox: mergeOutboxes, drafts: mergeDrafts },
    log: quiet,
  })
  let granting = 0
  const session = createSessionRunner({
    vault: Promise.resolve(vault),
    signIn: {
      begin: () =>
        Promise.resolve(
          succeeded({
            outcome: Promise.resolve(
              succeeded({
                identity: { user: person, workspaceId: 'wsp_1', workspaceName: 'Acme' },
                tokens: { accessToken: 'a', expiresAt: 1, refreshToken: `refresh-${granting}` },
              }),
            ),
            cancel: () => undefined,
          }),
        ),
      refresh: () => Promise.reject(new Error('not asked')),
      revoke: () => Promise.resolve(),
    },
    localBase: () => Promise.reject(new Error('not asked')),
    now: () => 0,
    newId: () => String(granting),
    log: quiet,
    onChange: () => onSession(),
    onWipe: () => undefined,
  })
  let onSession = (): void => undefined
  await session.restored
  const outbox = createOutboxStore(document('outbox'))
  let { entries } = await outbox.load()
  const drafts = createDrafts({
    file: document('drafts'),
    owner: () => 'ada',
    now: () => 0,
    setTimer: () => () => undefined,
    onProblem: (problem) => {
      throw problem
    },
  })

  return {
    keys,
    document,
    remembers: vault.remembers,
    kept: async () => (await vault.load())?.refreshToken ?? null,
    tasks: () => entries.map(({ id }) => id),
    submit: async (id: string) => {
      const task = newEntry({
        id,
        owner: 'ada',
        work: creating({ title: id }),
        title: id,
        createdAt: Number(id),
      })
      entries = [...entries, task]
      await outbox.save({ entries, keyOwners: [] })
    },
    /** The service has it: it is here no more. */
    sent: async (id: string) => {
      entries = entries.filter((one) => one.id !== id)
      await outbox.save({ entries, keyOwners: [] })
    },
    draft: async (key: 'capture:1' | 'edit:t1') => {
      const reply = await drafts.get(key)
      return reply.ok ? text(reply.value) : null
    },
    write: async (key: 'capture:1' | 'edit:t1', words: string | null) => {
      await drafts.set(key, words === null ? null : { text: words })
      await drafts.settled()
    },
    session: session.get,
    signIn: async (number: number) => {
      granting = number
      const { promise, resolve } = Promise.withResolvers<undefined>()
      onSession = () => {
        if (session.get().kind === 'signedIn') resolve(undefined)
      }
      await session.signIn({ kind: 'remote', base: new URL('https://acme.example') })
      await promise
    },
    signOut: () => session.signOut(),
  }
}
