import { expect, test, vi } from 'vitest'
import { createOutboxJournal } from './outbox-journal.ts'
import { creating, type Entry } from './entry.ts'
import { entry } from './entry.fake.ts'
import type { OutboxStore, Stored } from './outbox-store.ts'

/** A journal with these entries, one hour after the epoch. */
const open = async (entries: Entry[], onChange = () => {}) => {
  const journal = createOutboxJournal({
    store: { load: () => Promise.resolve({ entries, keyOwners: [] }), save: () => Promise.resolve() },
    now: () => 3_600_000,
    onChange,
    log: { info: () => undefined, warn: () => undefined, bug: () => 'bug' },
  })
  await journal.load()
  return journal
}

/** The ids that are left one hour after the epoch. */
const leftOf = async (entries: Entry[]): Promise<string[]> => (await open(entries)).all().map(({ id }) => id)
const saved = entry({ state: 'saved', settledAt: 0, taskId: 't1' })

test('APP-07 a saved create stays while a create with its title is not saved', async () => {
  expect(await leftOf([saved, entry({ id: 'b', state: 'checking' })])).toEqual(['a', 'b'])
})

test('APP-05 a saved create is removed once no other create with its title is open', async () => {
  const other = creating({ title: 'Call Globex' }, 'b')
  expect(
    await leftOf([saved, entry({ id: 'b', state: 'checking', title: 'Call Globex', work: other })]),
  ).toEqual(['b'])
  expect(await leftOf([saved])).toEqual([])
})

test('APP-06 a hint is reported only if it changes an entry', async () => {
  const onChange = vi.fn()
  const locked = entry({ error: { kind: 'locked', message: 'm' }, notBefore: 4_000_000 })
  const journal = await open([locked, entry({ id: 'b', title: 'Call Globex' })], onChange)
  onChange.mockClear()
  await journal.hint({ type: 'serviceAnswered' })
  expect(journal.find('a')).toMatchObject({ error: null, notBefore: 3_600_000 })
  expect(onChange).toHaveBeenCalledOnce()
  await journal.hint({ type: 'serviceAnswered' })
  expect(onChange).toHaveBeenCalledOnce()
})

test('APP-07 a write during the first read of the file loses none of its entries', async () => {
  const read = Promise.withResolvers<Stored>()
  const save = vi.fn<OutboxStore['save']>(() => Promise.resolve())
  const journal = createOutboxJournal({
    store: { load: () => read.promise, save },
    now: () => 0,
    onChange: () => undefined,
    log: { info: () => undefined, warn: () => undefined, bug: () => 'bug' },
  })
  const added = journal.add([entry({ id: 'b' })], [])
  read.resolve({ entries: [entry()], keyOwners: [] })
  expect(await added).toBe('kept')
  expect(save.mock.calls[0]?.[0].entries.map(({ id }) => id)).toEqual(['a', 'b'])
})
