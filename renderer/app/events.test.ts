import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import type { EventName } from '../../shared/ipc/channels.ts'
import type { EventValue } from '../../shared/ipc/contract.ts'
import { ada } from '../../shared/fixtures-testing.ts'
import type { on } from '../state/bridge.ts'
import { keepInStep } from './events.ts'
import { keys } from '../state/queries.ts'
import { resetView, usePaletteStore } from '../state/store.ts'

const signedIn = (id: string): EventValue<'session.changed'> => ({
  kind: 'signedIn',
  account: { ...ada, user: { ...ada.user, id } },
  remembered: true,
})
const signedOut: EventValue<'session.changed'> = { kind: 'signedOut', reason: 'user', previous: null }

const start = () => {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity, retry: false } } })
  const listeners = new Map<EventName, (value: never) => void>()
  const listen: typeof on = (name, listener) => {
    listeners.set(name, listener)
    return () => listeners.delete(name)
  }
  keepInStep(client, listen)
  const say = <N extends EventName>(name: N, value: EventValue<N>): void =>
    listeners.get(name)?.(value as never)
  /** Subscribes to a query. @returns the mock of its query function */
  const watch = (queryKey: readonly unknown[], answer: () => unknown) => {
    const ask = vi.fn(() => Promise.resolve(answer()))
    new QueryObserver(client, { queryKey, queryFn: ask }).subscribe(() => undefined)
    return ask
  }
  return { client, say, watch }
}

test('APP-01 outbox, drafts and results of one person are not shown to the next', async () => {
  const { client, say, watch } = start()
  let person = 'ada'
  const [outbox, drafts, home] = [keys.outbox, keys.drafts, keys.home].map((key) => watch(key, () => person))
  say('session.changed', signedIn('ada'))
  await expect.poll(() => client.getQueryData(keys.drafts)).toBe('ada')
  client.setQueryData(keys.search('secret', null), { rows: ['of ada'] })

  say('session.changed', signedOut)
  person = 'bob'
  say('session.changed', signedIn('bob'))
  // Immediately, before any refetch.
  const shown = [keys.outbox, keys.drafts, keys.home, keys.search('secret', null)]
  expect(shown.filter((key) => client.getQueryData(key) !== undefined)).toEqual([])
  await expect.poll(() => shown.slice(0, 2).map((key) => client.getQueryData(key))).toEqual(['bob', 'bob'])
  expect([outbox, drafts].map((ask) => ask?.mock.calls.length)).toEqual([3, 3])
  expect(home).toBeDefined()
})

test('APP-01 a switch to another workspace of the same person shows nothing of the first', async () => {
  const { client, say, watch } = start()
  let workspace = 'acme'
  for (const key of [keys.outbox, keys.drafts, keys.lists]) watch(key, () => workspace)
  say('session.changed', signedIn('ada'))
  await expect.poll(() => client.getQueryData(keys.drafts)).toBe('acme')
  await expect.poll(() => client.getQueryData(keys.lists)).toBe('acme')
  client.setQueryData(keys.search('secret', null), { rows: ['of acme'] })
  workspace = 'globex'
  const inGlobex = { ...ada, workspaceId: 'wsp_2', user: { ...ada.user, id: 'ada' } }
  say('session.changed', { kind: 'signedIn', account: inGlobex, remembered: true })
  const shown = [keys.outbox, keys.drafts, keys.lists, keys.search('secret', null)]
  expect(shown.filter((key) => client.getQueryData(key) !== undefined)).toEqual([])
  await expect.poll(() => client.getQueryData(keys.outbox)).toBe('globex')
})

test('APP-01 a refreshed token of the same person refetches nothing', async () => {
  const { client, say, watch } = start()
  say('session.changed', signedIn('ada'))
  const outbox = watch(keys.outbox, () => [])
  await expect.poll(() => client.getQueryData(keys.outbox)).toEqual([])
  say('session.changed', signedIn('ada'))
  expect(client.getQueryData(keys.outbox)).toEqual([])
  expect(outbox).toHaveBeenCalledTimes(1)
})

test('APP-03 a change of home refetches home; a change of everything refetches searches too', async () => {
  const { client, say, watch } = start()
  const home = watch(keys.home, () => 'home')
  const search = watch(keys.search('acme', null), () => 'rows')
  await expect.poll(() => client.isFetching()).toBe(0)
  say('data.changed', 'home')
  await expect.poll(() => home.mock.calls.length).toBe(2)
  expect(search).toHaveBeenCalledTimes(1)
  say('data.changed', 'everything')
  await expect.poll(() => [home.mock.calls.length, search.mock.calls.length]).toEqual([3, 2])
})

test('FED-03 what others change refetches just what it affects', async () => {
  const { client, say, watch } = start()
  const brief = watch(keys.brief, () => 'brief')
  const form = watch(keys.task('t'), () => 'task')
  const calendars = watch(keys.calendars, () => 'calendars')
  const records = watch(keys.browse('people', ''), () => 'records')
  await expect.poll(() => client.isFetching()).toBe(0)
  const calls = () => [brief, form, records, calendars].map(({ mock }) => mock.calls.length)
  say('data.changed', { kinds: ['task', 'comment'], gone: [], unseen: [] })
  await expect.poll(calls).toEqual([2, 2, 1, 1])
  say('data.changed', { kinds: ['record'], gone: ['record:r'], unseen: [] })
  await expect.poll(calls).toEqual([2, 2, 2, 1])
  say('data.changed', { kinds: ['notification'], gone: [], unseen: [] })
  await expect.poll(calls).toEqual([3, 2, 2, 1])
})

test('FED-03 what went out of sight is known until the view is left', () => {
  const { say } = start()
  const gone = ['task:a', 'task:b']
  say('data.changed', { kinds: ['task'], gone, unseen: ['task:a'] })
  say('data.changed', { kinds: ['task'], gone: ['task:c'], unseen: ['task:c'] })
  expect([...usePaletteStore.getState().unseen.keys()]).toEqual(['task:a', 'task:c'])
  resetView()
  expect(usePaletteStore.getState().unseen.size).toBe(0)
})
