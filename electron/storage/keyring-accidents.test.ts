// What happens to what is at rest when the desktop's keyring is away, another one, or half broken, over several starts.
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Session } from '../../shared/ipc/launcher.ts'
import { openVault, reversed, startOn, systemKeyring } from './keyring.fake.ts'
import { type Merge, takeOver } from './take-over.ts'
import { mergeOutboxes } from '../workspace/outbox/outbox-store.ts'

const freshProfile = (): string => mkdtempSync(join(tmpdir(), 'svc-accident-'))
const filesOf = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile())
const hasToken = (folder: string): boolean =>
  filesOf(folder).some((path) => readFileSync(path, 'latin1').includes(reversed('refresh-')))

const isSignedIn = (session: Session): boolean => session.kind === 'signedIn'
const isRemembered = (session: Session): boolean => session.kind === 'signedIn' && session.remembered

const keyrings = {
  healthy: systemKeyring({ seals: 'a' }),
  away: systemKeyring({ seals: null }),
  none: systemKeyring({ seals: 'basic', backend: 'basic_text' }),
  /** Takes what is written, and opens nothing. */
  deaf: systemKeyring({ seals: 'a', opens: [] }),
  another: systemKeyring({ seals: 'b' }),
  third: systemKeyring({ seals: 'c' }),
  rotating: systemKeyring({ seals: 'd', opens: ['a', 'd'], rewrites: ['a'] }),
  rotatingInVain: systemKeyring({ seals: null, opens: ['a'], rewrites: ['a'] }),
  /** Opens whatever any of them has sealed. */
  whole: systemKeyring({ seals: 'a', opens: ['a', 'b', 'c', 'd'] }),
} as const
type Name = keyof typeof keyrings

describe('a task, a draft and a session', () => {
  test.each<[string, Name[], Name]>([
    ['that is away for one start', ['away'], 'healthy'],
    ['that is away for five starts', ['away', 'away', 'away', 'away', 'away'], 'healthy'],
    ['that protects nothing for a start', ['none'], 'healthy'],
    ['that opens nothing for a start', ['deaf'], 'healthy'],
    ['that is another one for a start', ['another'], 'healthy'],
    [
      'that is another one for five starts',
      ['another', 'another', 'another', 'another', 'another'],
      'healthy',
    ],
    ['with two accidents', ['another', 'third'], 'healthy'],
    ['with accidents of two kinds', ['another', 'away', 'another'], 'healthy'],
    ['that rotated its key', ['rotating', 'rotating'], 'rotating'],
    ['that rotated its key and could not write', ['rotatingInVain'], 'healthy'],
  ])('APP-06 T2 are there again after a keyring %s', async (_name, meanwhile, then) => {
    const profile = freshProfile()
    const before = await startOn(profile, keyrings.healthy)
    await before.signIn(1)
    await before.submit('1')
    await before.write('capture:1', 'Call Acme')
    for (const name of meanwhile) await startOn(profile, keyrings[name])
    const after = await startOn(profile, keyrings[then])
    expect([
      after.tasks(),
      await after.draft('capture:1'),
      await after.kept(),
      isSignedIn(after.session()),
    ]).toEqual([['1'], 'Call Acme', 'refresh-1', true])
  })

  test('APP-06 T2 what is written on another keyring stays there, and joins the rest once both open', async () => {
    const profile = freshProfile()
    const before = await startOn(profile, keyrings.healthy)
    await before.submit('1')
    await before.write('edit:t1', 'the first edit')
    const meanwhile = await startOn(profile, keyrings.another)
    expect([meanwhile.remembers, meanwhile.tasks()]).toEqual([true, []])
    await meanwhile.submit('2')
    await meanwhile.write('edit:t1', 'the second edit')
    expect((await startOn(profile, keyrings.another)).tasks()).toEqual(['2'])
    expect((await startOn(profile, keyrings.healthy)).tasks()).toEqual(['1'])

    const whole = await startOn(profile, keyrings.whole)
    expect([whole.tasks(), await whole.draft('edit:t1')]).toEqual([['1', '2'], 'the first edit'])
    await whole.sent('2')
    await whole.write('edit:t1', null)
    // Of a write that was killed: nobody was told that it is kept.
    writeFileSync(join(profile, 'vault-2', 'drafts.bin.0a1b2c3d4e5f.tmp'), 'half')
    const later = await startOn(profile, keyrings.whole)
    expect([later.tasks(), await later.draft('edit:t1')]).toEqual([['1'], 'the second edit'])
    expect(readdirSync(profile).filter((name) => name.startsWith('vault'))).toEqual([])
  })

  test('APP-01 a profile that has no key yet waits for no keyring that is being unlocked', async () => {
    let pauses = 0
    const pause = (): Promise<void> => Promise.resolve(void (pauses += 1))
    const profile = freshProfile()
    const { vault } = await openVault(profile, keyrings.healthy, { pause })
    expect([vault.remembers, pauses]).toEqual([true, 0])
    await openVault(profile, keyrings.another, { pause })
    expect(pauses).toBe(1)
  })

  test('APP-06 T2 a keyring that was replaced for good leaves nobody in memory-only mode', async () => {
    const profile = freshProfile()
    await (await startOn(profile, keyrings.healthy)).submit('1')
    const first = await startOn(profile, keyrings.another)
    await first.signIn(2)
    await first.submit('2')
    for (const _start of [1, 2]) {
      const later = await startOn(profile, keyrings.another)
      expect([later.remembers, later.tasks(), isSignedIn(later.session())]).toEqual([true, ['2'], true])
    }
    expect(readdirSync(profile).filter((name) => name.startsWith('vault'))).toEqual(['vault-2'])
  })

  test.each<Name>(['away', 'none', 'deaf'])(
    'APP-01 T3 with a keyring that is %s nothing is written, and a sign-in replaces the session that was kept',
    async (name) => {
      const profile = freshProfile()
      const before = await startOn(profile, keyrings.healthy)
      await before.signIn(1)
      const old = filesOf(profile).filter((path) => !path.endsWith('session.bin'))
      const meanwhile = await startOn(profile, keyrings[name])
      expect([meanwhile.remembers, isSignedIn(meanwhile.session())]).toEqual([false, false])
      await meanwhile.signIn(2)
      await meanwhile.submit('2')
      expect(filesOf(profile)).toEqual(old)
      expect(isSignedIn((await startOn(profile, keyrings.healthy)).session())).toBe(false)
    },
  )

  test('APP-06 T2 what does not go from its folder is not taken over: it would come again after it was sent', async () => {
    const profile = freshProfile()
    await (await startOn(profile, keyrings.healthy)).submit('1')
    await (await startOn(profile, keyrings.another)).submit('2')
    const { keys } = await openVault(profile, keyrings.whole)
    const bugs: string[] = []
    const log = {
      info: () => undefined,
      warn: () => undefined,
      bug: (event: string) => String(bugs.push(event)),
    }
    const goesByItself: Merge = (ours, theirs) => {
      rmSync(join(profile, 'vault-2', 'outbox.bin'))
      return mergeOutboxes(ours, theirs)
    }
    await takeOver(keys, { outbox: goesByItself }, log)
    expect([(await startOn(profile, keyrings.healthy)).tasks(), bugs]).toEqual([
      ['1'],
      ['vault.notTakenOver'],
    ])
  })

  test('APP-01 O8 signing out leaves no session behind, also of a start whose keyring did not open it', async () => {
    for (const name of ['healthy', 'away', 'none', 'deaf', 'another'] as const) {
      const profile = freshProfile()
      await (await startOn(profile, keyrings.healthy)).signIn(1)
      expect(hasToken(profile)).toBe(true)
      await (await startOn(profile, keyrings[name])).signOut()
      expect(hasToken(profile)).toBe(false)
    }
  })

  test('APP-01 what was seen goes from every folder when its person signs out', async () => {
    const profile = freshProfile()
    await (await startOn(profile, keyrings.healthy)).document('cache').write({ seen: 1 })
    await (await startOn(profile, keyrings.another)).document('cache').write({ seen: 2 })
    await (await startOn(profile, keyrings.away)).document('cache').remove()
    expect(filesOf(profile).filter((path) => path.includes('cache'))).toEqual([])
  })
})

type Deed = 'task' | 'send' | 'capture' | 'edit' | 'signIn' | 'signOut'
const anyStart = fc.record({
  on: fc.constantFrom<Name>(
    'healthy',
    'away',
    'none',
    'deaf',
    'another',
    'third',
    'rotating',
    'rotatingInVain',
  ),
  deeds: fc.array(fc.constantFrom<Deed>('task', 'send', 'capture', 'edit', 'signIn', 'signOut'), {
    maxLength: 4,
  }),
})

test('APP-06 T2 whatever becomes of the keyring, what was kept comes back once and what was sent does not, and only the last session is kept', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyStart, { maxLength: 6 }), async (starts) => {
      const profile = freshProfile()
      const tasks = new Set<string>()
      const drafts = new Set<string>()
      let session: string | null = null
      let count = 0
      for (const { on, deeds } of starts) {
        const run = await startOn(profile, keyrings[on])
        for (const deed of deeds) {
          const id = String((count += 1))
          switch (deed) {
            case 'task':
              await run.submit(id)
              if (run.remembers) tasks.add(id)
              break
            case 'send': {
              const [first] = run.tasks()
              if (first === undefined) break
              await run.sent(first)
              tasks.delete(first)
              break
            }
            case 'capture':
            case 'edit': {
              const key = deed === 'capture' ? 'capture:1' : 'edit:t1'
              const replaced = await run.draft(key)
              await run.write(key, id)
              if (run.remembers) drafts.add(id)
              if (replaced !== null) drafts.delete(replaced)
              break
            }
            case 'signIn':
              if (isSignedIn(run.session())) break
              await run.signIn(count)
              session = isRemembered(run.session()) ? `refresh-${count}` : null
              break
            case 'signOut':
              await run.signOut()
              session = null
              expect(hasToken(profile)).toBe(false)
              break
          }
        }
      }
      const first = await startOn(profile, keyrings.whole)
      expect([first.tasks().toSorted(), await first.kept()]).toEqual([[...tasks].toSorted(), session])
      const found: string[] = []
      for (let run = first, more = true; more; run = await startOn(profile, keyrings.whole)) {
        more = false
        for (const key of ['capture:1', 'edit:t1'] as const) {
          const draft = await run.draft(key)
          if (draft === null) continue
          more = true
          found.push(draft)
          await run.write(key, null)
        }
      }
      expect(found.toSorted()).toEqual([...drafts].toSorted())
    }),
  )
})
