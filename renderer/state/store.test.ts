import { beforeEach, describe, expect, test } from 'vitest'
import {
  goBack,
  goTo,
  replaceScreen,
  resetView,
  type Screen,
  screenNow,
  select,
  showMeeting,
  showView,
  showNotice,
  tellOfChange,
  tellWithoutUndo,
  tellOfWrite,
  setQuery,
  usePaletteStore,
  createAccountSwitch,
} from './store.ts'
import { ada as someone } from '../../shared/fixtures-testing.ts'
import type { Account, Session } from '../../shared/ipc/launcher.ts'

const kinds = (): string =>
  usePaletteStore
    .getState()
    .screens.map(({ kind }) => kind)
    .join(' > ')
const edit: Screen = { kind: 'editTask', id: 't1', title: 'Call' }
const newTask: Screen = { kind: 'newTask', start: {} }
const capture: Screen = { kind: 'capture' }
const outbox: Screen = { kind: 'outbox' }

beforeEach(() => {
  resetView()
  usePaletteStore.setState({ notice: null })
})

describe('APP-17 the stack of screens', () => {
  test.each<[string, () => void, string]>([
    ['a summon shows its view', () => showView('brief', 1), 'brief'],
    ['another summon replaces what is open', () => (goTo(edit), showView('brief', 1)), 'brief'],
    [
      'the first view, summoned, keeps what is open',
      () => (goTo(edit), showView('palette', 1)),
      'palette > editTask',
    ],
    [
      'the hotkey of the open view makes it the first',
      () => (goTo(capture), showView('capture', 1)),
      'capture',
    ],
    ['one opens above another', () => (goTo(outbox), goTo(edit)), 'palette > outbox > editTask'],
    ['going back closes the last one only', () => (goTo(outbox), goTo(edit), goBack()), 'palette > outbox'],
    [
      'a replaced screen returns to the same place',
      () => (goTo(edit), replaceScreen(newTask), goBack()),
      'palette',
    ],
    [
      'a replaced first screen stays the first',
      () => (showView('brief', 1), replaceScreen(capture)),
      'capture',
    ],
    ['a hide resets to the palette', () => (showView('brief', 1), goTo(edit), resetView()), 'palette'],
  ])('APP-17 %s', (_what, act, expected) => {
    act()
    expect(kinds()).toBe(expected)
  })

  test('APP-17 there is nothing behind the first screen', () => {
    showView('capture', 1)
    expect(goBack()).toBe(false)
    expect(screenNow(usePaletteStore.getState())).toEqual({ kind: 'capture' })
  })

  test('APP-17 query, scope and selection are there again after going back', () => {
    showView('palette', 1)
    setQuery('quarry', 'tasks')
    select('task:t1')
    goTo(edit)
    expect(goBack()).toBe(true)
    expect(usePaletteStore.getState()).toMatchObject({
      query: 'quarry',
      scope: 'tasks',
      selectedKey: 'task:t1',
    })
  })

  test('APP-17 a hide and another view empty the palette', () => {
    setQuery('quarry', 'tasks')
    showView('brief', 1)
    expect(usePaletteStore.getState()).toMatchObject({ query: '', scope: null, selectedKey: null })
    setQuery('quarry')
    resetView()
    expect(usePaletteStore.getState()).toMatchObject({ query: '', scope: null, selectedKey: null })
  })
})

test('CAL-08 the details of a meeting are shown in the palette, in place of what was open', () => {
  showView('palette', 1)
  goTo(edit)
  showMeeting({ id: 'm1', title: ' Weekly review ' })
  expect(kinds()).toBe('palette')
  expect(usePaletteStore.getState()).toMatchObject({
    query: 'Weekly review',
    scope: 'meetings',
    selectedKey: 'meeting:m1',
  })
})

describe('APP-16 the message about a write', () => {
  const saved = { text: 'Saved: “Call”', tone: 'success', at: Date.now(), canUndo: true } as const
  const said = (): string | undefined => usePaletteStore.getState().notice?.text

  test.each<[string, () => void, string]>([
    ['says what was changed also once it is saved', () => tellOfChange('Done: “Call”'), 'Done: “Call”'],
    ['of a save gives way to its outcome', () => tellOfChange('Saving “Call”', true), 'Saved: “Call”'],
    ['names all tasks that were made at once', () => tellWithoutUndo('4 tasks made'), '4 tasks made'],
    [
      'names the last of several that are saved one after another',
      () => tellOfWrite({ ...saved, text: 'Saved: “Ask”' }),
      'Saved: “Call”',
    ],
    ['takes the place of other messages', () => showNotice('Title copied'), 'Saved: “Call”'],
  ])('APP-16 %s', (_what, before, expected) => {
    before()
    tellOfWrite(saved)
    expect(said()).toBe(expected)
  })

  test('APP-16 always says a failure', () => {
    tellOfChange('Done: “Call”')
    tellOfWrite({ text: 'Needs you', tone: 'danger', at: Date.now(), canUndo: false })
    expect(said()).toBe('Needs you')
  })

  test('APP-16 is gone at a summon after which undo no longer works', () => {
    tellOfWrite(saved)
    showView('palette', 1)
    expect(said()).toBe(saved.text)
    usePaletteStore.setState({ notice: { ...saved, at: Date.now() - 60_000 } })
    showView('palette', 2)
    expect(said()).toBeUndefined()
  })
})

const remote = (id: string, workspaceAddress = someone.workspaceAddress): Account => ({
  ...someone,
  workspaceAddress,
  user: { ...someone.user, id },
})
const local = (id: string, workspaceAddress: string): Account => ({
  ...remote(id, workspaceAddress),
  kind: 'local',
})
const signedIn = (account: Account): Session => ({ kind: 'signedIn', account, remembered: true })
const signingIn: Session = { kind: 'signingIn', workspaceAddress: 'https://acme.example' }
const expired = (previous: Account): Session => ({ kind: 'signedOut', reason: 'expired', previous })
const left: Session = { kind: 'signedOut', reason: 'user', previous: null }

const [ada, bob] = [remote('ada'), remote('bob')]
const twice = [expired(ada), signingIn, expired(ada), signingIn]
const inGlobex: Account = { ...ada, workspaceId: 'wsp_2', workspaceName: 'Globex' }
const elsewhere = remote('ada', 'https://other.example')
const [home, homeLater] = [local('eve', 'http://127.0.0.1:1'), local('eve', 'http://127.0.0.1:2')]

test.each<[what: string, sessions: Session[], dropsAt: number[]]>([
  ['a renewed token', [signedIn(ada), signedIn(ada)], []],
  ['the same account after an expiry', [signedIn(ada), expired(ada), signingIn, signedIn(ada)], []],
  ['another account after an expiry', [signedIn(ada), expired(ada), signingIn, signedIn(bob)], [3]],
  ['another account, if the page started expired', [expired(ada), signingIn, signedIn(bob)], [2]],
  ['another account after a failed sign-in', [signedIn(ada), ...twice, signedIn(bob)], [5]],
  ['the same id in another workspace', [expired(ada), signingIn, signedIn(elsewhere)], [2]],
  ['another workspace of the service', [signedIn(ada), expired(ada), signingIn, signedIn(inGlobex)], [3]],
  ['the local workspace at another address', [signedIn(home), signedIn(homeLater)], []],
  ['a sign-out', [signedIn(ada), left], [1]],
])('APP-01 the page drops its data for another account only: %s', (_what, sessions, dropsAt) => {
  const drops = sessions.map(createAccountSwitch())
  expect(drops.flatMap((isDropped, at) => (isDropped ? [at] : []))).toEqual(dropsAt)
})
