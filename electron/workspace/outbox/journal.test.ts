import { expect, test, vi } from 'vitest'
import type { Document } from '../../storage/vault.ts'
import { createOutboxJournal } from './journal.ts'
import type { Entry } from './entry.ts'
import { creating } from './work.ts'
import { entry } from './entry.fake.ts'
import { noFile } from '../../storage/document.fake.ts'

/** A journal one hour after the epoch. */
const journalOn = (file: Partial<Document>) =>
  createOutboxJournal({
    file: { ...noFile, ...file },
    now: () => 3_600_000,
    onChange: () => undefined,
    log: { info: () => undefined, warn: () => undefined, bug: () => 'bug' },
  })

const saved = entry({ state: 'saved', settledAt: 0, taskId: 't1' })
const open = { id: 'b', state: 'checking' } as const
test.each<[string, Entry[], string[]]>([
  ['stays while a create with its title is not saved', [saved, entry(open)], ['a', 'b']],
  [
    'is removed where only creates of other titles are open',
    [saved, entry({ ...open, title: 'Call Globex', work: creating({ title: 'Call Globex' }, 'b') })],
    ['b'],
  ],
  ['is removed where nothing else is', [saved], []],
])('APP-05 APP-07 an old saved create %s', async (_name, entries, left) => {
  const journal = journalOn({ read: () => Promise.resolve({ entries }) })
  await journal.load()
  expect(journal.all().map(({ id }) => id)).toEqual(left)
})

test('APP-07 a write during the first read of the file loses none of its entries', async () => {
  const read = Promise.withResolvers<unknown>()
  const write = vi.fn<Document['write']>(() => Promise.resolve())
  const journal = journalOn({ read: () => read.promise, write })
  const added = journal.add([entry({ id: 'b' })], [])
  read.resolve({ entries: [entry()] })
  expect(await added).toBe('kept')
  expect(write.mock.calls[0]?.[0]).toMatchObject({ entries: [{ id: 'a' }, { id: 'b' }] })
})

test('APP-07 a write that is dropped while the file is written is not sent: no later event goes before it', async () => {
  const disk = Promise.withResolvers<undefined>()
  const journal = journalOn({
    read: () => Promise.resolve({ entries: [entry(), entry({ id: 'b' })] }),
    write: () => disk.promise,
  })
  await journal.load()
  const send = { type: 'sendStarted', serviceTime: 1 } as const
  const first = journal.apply('a', send)
  await Promise.resolve()
  const saved = journal.apply('a', { type: 'saved', stored: null })
  const dropped = journal.ask(() => journal.all().filter(({ id }) => id === 'b'), { type: 'discarded' })
  const late = journal.apply('b', send)
  disk.resolve(undefined)
  await Promise.all([first, saved, dropped, late])
  expect(journal.all()).toMatchObject([{ id: 'a', state: 'saved' }])
})
