import { Star } from 'lucide-react'
import { afterEach, describe, expect, test } from 'vitest'
import { objectWith } from '../../shared/fixtures-testing.ts'
import { rowWith } from '../../shared/search/row-testing.ts'
import { commandRow, itemRow, type PaletteRow } from '../items/rows.ts'
import { matchingCommands } from '../palette/matching-commands.ts'
import { changeable } from '../settings/keys-section.tsx'
import { keys } from '../state/queries.ts'
import { screenNow, usePaletteStore } from '../state/store.ts'
import { pressOf } from '../ui/key-press.fake.ts'
import { bindChords } from '../ui/keyboard.ts'
import { seenInRow } from '../writes/change-tasks.ts'
import type { Context, Table } from './action.ts'
import { contextWith } from './action-testing.ts'
import { actionPressed, actionsFor, commandsFor, commandsIn, labelOf, paneActions, run } from './actions.ts'
import { helpFor } from './help-sections.ts'
import { actions } from './table.ts'

const meta = [
  { label: 'Email', value: 'ann@acme.test', type: 'email' },
  { label: 'Phone', value: '030 1234', type: 'phone' },
]
const record = { objectTypeSlug: 'people', objectTypeName: 'Person', icon: null, color: null, meta }
const row = (kind: string, more = {}) => itemRow(rowWith({ kind, id: '1', title: 'Ann', ...more }))
const on = (one: ReturnType<typeof row>, changes: Partial<Context> = {}) =>
  contextWith({ row: one, ...changes })
const idsOf = (context: Context): string[] => actionsFor(context).map(({ id }) => id)
const task = on(row('task'), { tasks: [seenInRow(rowWith({ kind: 'task', id: '1', title: 'Ann' }))] })

describe('the action panel', () => {
  test('APP-15 a row offers to copy the contacts that it has', () => {
    expect(idsOf(on(row('record', { record })))).toEqual(expect.arrayContaining(['copyEmail', 'copyPhone']))
    expect(idsOf(on(row('member', { subtitle: 'ann@acme.test' })))).toContain('copyEmail')
    expect(idsOf(on(row('member', { subtitle: 'ann@acme.test' })))).not.toContain('copyPhone')
    expect(idsOf(on(row('task')))).not.toContain('copyEmail')
  })

  test('APP-03 every action has a title and a group, and the actions of a group stand together', () => {
    for (const kind of ['task', 'record', 'meeting', 'member', 'novelty']) {
      const shown = actionsFor(on(row(kind, { record }), { use: { visits: [], choices: [], pinned: false } }))
      expect(shown.every(({ title, group }) => title !== '' && group !== undefined)).toBe(true)
      const runs = shown.filter(({ group }, at) => group !== shown[at - 1]?.group)
      expect(new Set(runs.map(({ group }) => group)).size).toBe(runs.length)
    }
  })

  test('APP-04 Enter joins a meeting that runs, and opens another one; a meeting without a link is never joined', () => {
    const at = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()
    const meeting = { startAt: at(-5), endAt: at(25), joinUrl: 'https://meet.example/x' }
    const named = (changes: object) =>
      actionsFor(on(row('meeting', { meeting: { ...meeting, ...changes } }))).map(
        ({ id, title }) => `${id}: ${title}`,
      )
    expect(named({}).slice(0, 2)).toEqual(['open: Join meeting', 'openInBrowser: Open in browser'])
    expect(named({ startAt: at(20) }).slice(0, 2)).toEqual(['open: Open in browser', 'join: Join meeting'])
    expect(named({ joinUrl: null }).join()).not.toContain('Join')
  })

  test('APP-16 several tasks offer what changes all of them', () => {
    const [one] = task.tasks
    const ids = idsOf({ ...task, tasks: one === undefined ? [] : [one, one] })
    expect(ids).toEqual(['toggleDone', 'due', 'snooze', 'status', 'priority', 'assign', 'link', 'delete'])
  })

  test('APP-03 the action of a record names what is browsed in the plural, where it can be', () => {
    const browse = (objects: Context['objects']) =>
      actionsFor(on(row('record', { record }), { objects })).find(({ id }) => id === 'browseObject')?.title
    expect([browse([objectWith('people', 'People')]), browse([])]).toEqual(['Browse people', undefined])
  })

  const writes = ['editRecord', 'archiveRecord']
  const may = (canWrite: boolean | undefined) => [
    { ...objectWith('people', 'People'), ...(canWrite !== undefined && { canWrite }) },
  ]

  test('RCL-02 a record offers to edit and archive it where the person may, in the panel and in the pane', () => {
    for (const view of ['palette', 'browse'] as const) {
      const context = on(row('record', { record }), { view, objects: may(true) })
      expect(idsOf(context)).toEqual(expect.arrayContaining(writes))
      expect(paneActions(context).map(({ id }) => id)).toEqual(expect.arrayContaining(writes))
    }
    // Undefined: an older service.
    for (const canWrite of [false, undefined]) {
      const context = on(row('record', { record }), { objects: may(canWrite) })
      const shown = [...idsOf(context), ...paneActions(context).map(({ id }) => id)]
      expect(shown.filter((id) => writes.includes(id))).toEqual([])
    }
  })

  test('RCL-02 each object that can be written has a command for a new record, which opens its form', () => {
    const commands = commandsFor([...may(true), objectWith('deals', 'Deals')])
    expect(commands.map(({ id, title }) => [id, title])).toEqual([['newRecord', 'New peopl']])
    const [command] = commands
    if (command === undefined) return
    run('open', contextWith({ row: commandRow(command) }))
    expect(screenNow(usePaletteStore.getState())).toEqual({
      kind: 'newRecord',
      start: { objectSlug: 'people' },
    })
  })

  test('RCL-02 the chord of editing says why a record cannot be changed', () => {
    run('edit', on(row('record', { record }), { objects: may(false) }))
    expect(usePaletteStore.getState().notice?.text).toMatch(/^Your role may not create or change People/)
    run('edit', on(row('record', { record }), { objects: may(undefined) }))
    expect(usePaletteStore.getState().notice?.text).toMatch(/^This service cannot create or change records/)
  })

  test('APP-11 a kind that is not known can be opened and copied', () => {
    expect(idsOf(on(row('novelty')))).toEqual(expect.arrayContaining(['open', 'copyTitle', 'copyLink']))
  })

  test('APP-04 the brief offers joining, rescheduling and copying without an item, too', () => {
    expect(idsOf(contextWith({ view: 'brief' }))).toEqual(['join', 'rescheduleOverdue', 'copyTitle'])
    expect(idsOf(contextWith())).toEqual([])
  })

  test('APP-14 a command with a word of state in its name stands below the tasks of that state', () => {
    const scores = (asksForState: boolean) =>
      matchingCommands('overdue', commandsIn(), [], 'commands', asksForState).map(({ row, score }) => [
        row.key,
        score > 0,
      ])
    expect(scores(true)).toEqual([['command:rescheduleOverdue', false]])
    expect(scores(false)).toEqual([['command:rescheduleOverdue', true]])
  })
})

test('APP-09 no chord is bound twice, and every action is called something in the panel and in the help', () => {
  const entries = Object.entries(actions as Table)
  const bound = entries.flatMap(([id, { chord }]) => (chord === undefined ? [] : [{ chord, id }]))
  const twice = [...Map.groupBy(bound, ({ chord }) => chord).values()].filter((some) => some.length > 1)
  expect(twice).toEqual([])
  expect(actionsFor(task).filter(({ title }) => title === '')).toEqual([])
  const unnamed = entries.filter(([, action]) => action.chord !== undefined && labelOf(action) === '')
  expect(unnamed.map(([id]) => id)).toEqual([])
})

describe('a made-up action, added as one entry', () => {
  afterEach(() => bindChords(new Map()))
  const did: string[] = []
  const star: Table[string] = {
    title: 'command.capture',
    icon: Star,
    chord: 'Mod+Shift+Y',
    in: ['palette', 'brief', 'browse'],
    on: ['task', 'record'],
    group: 'change',
    pane: { place: 'foot', on: ['task', 'record'] },
    command: { name: 'command.capture' },
    run: ({ view, row: of }) => did.push(`${view} ${of?.title ?? 'nothing'}`),
  }
  const table: Table = { ...actions, star }

  test.each(['palette', 'brief', 'browse'] as const)(
    'APP-03 is in the panel of %s, and its chord runs it there',
    (view) => {
      const context = on(row('record'), { view })
      expect(actionsFor(context, table).map(({ id }) => id)).toContain('star')
      const pressed = actionPressed(pressOf('Ctrl+Shift+Y'), view, { mac: false, table })
      run(pressed ?? '', context, table)
      expect(did.pop()).toBe(`${view} Ann`)
    },
  )

  test('APP-15 is a button of the detail pane that runs it', () => {
    const button = paneActions(task, table).find(({ id }) => id === 'star')
    button?.run()
    expect(did.pop()).toBe('palette Ann')
  })

  test('APP-03 is a command, which Enter runs', () => {
    const command = commandsIn(table).find(({ id }) => id === 'star')
    expect(command?.title).toBe('Capture a task')
    if (command === undefined) return
    const { title } = command
    run('open', contextWith({ row: { type: 'command', key: 'command:star', title, command } }), table)
    expect(did.pop()).toBe('palette Capture a task')
  })

  test('APP-09 is in the help of each of its views, and in the settings, where its chord can be changed', () => {
    for (const view of ['palette', 'brief', 'browse'] as const)
      expect(helpFor(view, '', table)[0]?.keys).toContainEqual(['Mod+Shift+Y', 'Capture a task'])
    expect(changeable(table)).toContain('star')
  })
})

test('APP-16 an input without a task says that one is to be selected; with one it opens the panel at it', () => {
  const shown: string[] = []
  const host = { show: (panel: string) => shown.push(panel), refresh: () => {} }
  run('due', contextWith({ host }))
  run('due', { ...task, host })
  expect(shown).toEqual(['due'])
})

describe('a notification of the brief', () => {
  const target = { kind: 'task', id: 't' }
  const noted = (more = {}) => ({ id: 'n', title: 'Lena did it', type: 'task_changed', count: 1, ...more })
  const noteOf = (notification: ReturnType<typeof noted>) => {
    const context = contextWith({ view: 'brief' })
    const brief = { tasks: [], meetings: [], notifications: [notification], integrationIssues: [] }
    context.client.setQueryData(keys.brief, { brief, fetchedAt: 0, source: 'live', failed: [] })
    return { ...context, row: { ...row('notification'), notification } as PaletteRow }
  }

  test('NOT-02 can be opened and read, and all can be read at once', () => {
    expect(actionsFor(noteOf(noted({ target }))).map(({ title }) => title)).toEqual(
      expect.arrayContaining(['Open', 'Mark as read', 'Read all']),
    )
    expect(actionPressed(pressOf('Ctrl+Shift+R'), 'brief', { mac: false })).toBe('markRead')
    expect(actionPressed(pressOf('Ctrl+Shift+L'), 'brief', { mac: false })).toBe('readAll')
  })

  test('APP-11 of an older service it opens in the browser, and cannot be read', () => {
    const titles = actionsFor(noteOf(noted({ count: undefined }))).map(({ title }) => title)
    expect(titles).toContain('Open in browser')
    expect(titles).not.toContain('Mark as read')
    expect(titles).not.toContain('Read all')
  })

  test('NOT-02 the key of reading says where there is nothing to read', () => {
    run('markRead', contextWith({ view: 'brief' }))
    expect(usePaletteStore.getState().notice?.text).toBe('Select a notification first')
    run('readAll', contextWith({ view: 'brief' }))
    expect(usePaletteStore.getState().notice?.text).toBe('All read.')
  })
})
