import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { LauncherTask, LauncherTaskDetail } from '../../shared/api/launcher/tasks.ts'
import type { Row } from '../../shared/ipc/launcher.ts'
import { statusWith, taskWith } from '../../shared/fixtures-testing.ts'
import { localeNow, speak } from '../../shared/language.ts'
import { en } from '../../shared/messages/en.ts'
import { rowWith } from '../../shared/search/row-testing.ts'
import { outboxItem } from '../writes/outbox-item.fake.ts'
import { fieldWith, recordWith } from '../writes/record-fields.fake.ts'
import { keyed } from '../writes/record-words.ts'
import { itemRow } from './rows.ts'
import { entriesOf, guestWords, type Known } from './detail.ts'
import { fieldsOfRow, firstField, recordFields } from './record-detail.ts'

const now = new Date('2026-11-25T12:00:00')
const known: Known = { detail: null, options: undefined, unsaved: {}, titleOf: () => null, now }
const task = rowWith({
  kind: 'task',
  id: '1',
  title: 'T',
  task: { priority: 'high', assignees: ['usr_1', 'usr_gone'], dueDate: '2026-11-23T09:00:00' },
})
const detail: LauncherTaskDetail = {
  ...taskWith({
    id: '1',
    description: 'Bring the poster',
    priority: 'low',
    estimatedTime: 90,
    linkedMeetingIds: ['mtg_1', 'mtg_unknown'],
  }),
  linkedRecords: [{ id: 'rec_1', title: 'Acme', objectSlug: 'company' }],
}
const options: Known['options'] = {
  members: [{ id: 'usr_1', name: 'Ada', email: '', avatarUrl: null }],
  sections: [],
  statuses: [statusWith('todo', { name: 'To do', isDefault: true }), statusWith('done', { name: 'Done' })],
}
/** Each entry as a line: its label, then what is read. */
const lines = (row: Row, more: Partial<Known> = {}): string[] =>
  entriesOf(itemRow(row), { ...known, ...more }).map((entry) => {
    switch (entry.type) {
      case 'field':
        return `${entry.label}: ${entry.shown} (${entry.kind})`
      case 'links':
        return `${entry.label}: ${entry.targets.map(({ title }) => title).join(', ')}`
      case 'people':
        return `${entry.label}: ${entry.names.join(', ')}`
      case 'fact':
      case 'text':
        return `${entry.label}: ${entry.text}`
      case 'guests':
        return `${entry.label}: ${entry.guests
          .map((guest) => [guest.name, guestWords(guest), guest.record?.title].filter(Boolean).join(' / '))
          .join(', ')} +${entry.more}`
      case 'subtasks':
        return `${entry.label}: ${entry.subtasks
          .map(({ title, status, due, seen }) =>
            [title, status?.name, due?.text, seen === null ? 'not saved' : seen.id]
              .filter(Boolean)
              .join(' / '),
          )
          .join(', ')}`
      case 'join':
        return 'join'
    }
  })

describe('the entries of the detail pane', () => {
  const here = localeNow()
  beforeAll(() => speak('en', en, 'en-US'))
  afterAll(() => speak('en', en, here))

  test('APP-15 the details of a task add to what its row says at once, and never contradict it', () => {
    const titleOf = (_kind: string, id: string) => (id === 'mtg_1' ? 'Demo' : null)
    const ofRow = ['Priority: High', 'Due: Mon, Nov 23, 9:00 AM · 2 days late', 'Assignees: Ada']
    expect(lines(task, { options })).toEqual(ofRow)
    expect(lines(task, { options, detail: { task: detail, record: null, meeting: null }, titleOf })).toEqual([
      ...ofRow,
      'Estimate: 1h 30m',
      'Records: Acme',
      'Meetings: Demo',
      'Description: Bring the poster',
    ])
  })

  test('APP-15 unsaved changes of a task stand before what the service says', () => {
    const unsaved = { description: '', estimatedTime: 15, linkedRecordIds: [], linkedMeetingIds: [] }
    expect(
      lines(task, { options, unsaved, detail: { task: detail, record: null, meeting: null } }).slice(3),
    ).toEqual(['Estimate: 15m'])
  })

  test('LCH-11 a task shows its start and its parent, with what is not saved yet', () => {
    const of = { ...detail, startDate: new Date(2026, 10, 23).toISOString() }
    const parent = { parentTaskId: 'p', parentTask: { id: 'p', title: 'Garden' } }
    const shown = (more: Partial<LauncherTaskDetail>, unsaved: Known['unsaved'] = {}) =>
      lines(task, {
        options,
        unsaved,
        detail: { task: { ...of, ...more }, record: null, meeting: null },
        titleOf: (_kind, id) => (id === 'q' ? 'House' : null),
      }).filter((line) => /^(Start|Parent)/.test(line))
    expect(shown(parent)).toEqual(['Start date: Mon, Nov 23', 'Parent task: Garden'])
    expect(shown({ parentTaskId: 'unseen', parentTask: null })).toEqual(['Start date: Mon, Nov 23'])
    const startDate = '2026-11-26T09:00:00'
    expect(shown(parent, { startDate, parentTaskId: 'q' })).toEqual([
      'Start date: Tomorrow, 9:00 AM',
      'Parent task: House',
    ])
    expect(shown(parent, { startDate: null, parentTaskId: null })).toEqual([])
  })

  test('LCH-11 a task shows how it repeats, with what is not saved yet', () => {
    const recurrence = { rule: 'FREQ=WEEKLY;BYDAY=MO', after: 'due' } as const
    const shown = (unsaved: Known['unsaved']) =>
      lines(task, {
        options,
        unsaved,
        detail: { task: { ...detail, recurrence }, record: null, meeting: null },
      }).filter((line) => line.startsWith('Repeats'))
    expect(shown({})).toEqual(['Repeats: Every Monday'])
    expect(shown({ recurrence: { rule: 'FREQ=DAILY', after: 'completion' } })).toEqual([
      'Repeats: 1 day after completion',
    ])
    expect(shown({ recurrence: null })).toEqual([])
  })

  test('LCH-11 APP-09 a new subtask keeps its line, and so the focus, when the details that hold it come', () => {
    const writes = [outboxItem({ state: 'saved', taskId: 'y', settledAt: 6, fields: { parentTaskId: '1' } })]
    const keysOf = (subtasks: LauncherTask[]) =>
      entriesOf(itemRow(task), {
        ...known,
        options,
        writes,
        readAt: 5,
        detail: { task: detail, record: null, meeting: null, subtasks },
      }).flatMap((entry) => (entry.type === 'subtasks' ? entry.subtasks.map(({ key }) => key) : []))
    expect(keysOf([])).toEqual(keysOf([taskWith({ id: 'y', parentTaskId: '1' })]))
  })

  test('LCH-11 APP-07 subtasks have their writes, and one that is not saved yet stands last', () => {
    const below = (id: string, more = {}) => taskWith({ id, title: id, parentTaskId: '1', ...more })
    const subtasks = [
      below('dig', { dueDate: '2026-11-26T09:00:00' }),
      below('sow'),
      below('moved'),
      below('gone'),
    ]
    const writes = [
      outboxItem({
        kind: 'updateTask',
        taskId: 'sow',
        fields: { status: 'done' },
        before: { status: 'todo' },
      }),
      outboxItem({ kind: 'updateTask', taskId: 'moved', fields: { parentTaskId: null } }),
      outboxItem({ kind: 'archiveTask', taskId: 'gone' }),
      outboxItem({ title: 'Water', fields: { parentTaskId: '1' } }),
      outboxItem({ title: 'Elsewhere', fields: { parentTaskId: '2' } }),
      outboxItem({
        title: 'Read since',
        state: 'saved',
        taskId: 'x',
        settledAt: 4,
        fields: { parentTaskId: '1' },
      }),
      outboxItem({
        title: 'Saved since',
        state: 'saved',
        taskId: 'y',
        settledAt: 6,
        fields: { parentTaskId: '1' },
      }),
    ]
    const of = { task: detail, record: null, meeting: null }
    const shown = (more: Partial<Known>) =>
      lines(task, { options, ...more }).filter((line) => line.startsWith('Subtasks'))
    expect(shown({ detail: { ...of, subtasks }, writes, readAt: 5 })).toEqual([
      'Subtasks: dig / To do / Tomorrow, 9:00 AM / dig, sow / Done / sow, Water / To do / not saved, Saved since / To do / y',
    ])
    expect(shown({ detail: { ...of, subtasks: [] } })).toEqual([])
    // APP-11: a service that says no parents has no subtasks.
    expect(shown({ detail: of, writes })).toEqual([])
  })

  test('APP-15 a record has all its fields, with bare addresses', () => {
    const meta = [
      { label: 'Website', value: 'https://www.acme.example/', type: 'url' },
      { label: 'Owner', value: 'Ada', type: 'user' },
    ]
    const record = { objectTypeSlug: 'company', objectTypeName: 'Company', icon: null, color: null, meta }
    expect(lines(rowWith({ kind: 'record', id: '1', title: 'T', record }))).toEqual([
      'Website: acme.example (url)',
      'Owner: Ada (text)',
    ])
  })

  test('RCL-02 a record shows all its fields once they are known, with what is not saved yet', () => {
    const meta = [{ label: 'email', value: 'ann@acme.test', type: 'email' }]
    const facet = { objectTypeSlug: 'people', objectTypeName: 'Person', icon: null, color: null, meta }
    const row = rowWith({ kind: 'record', id: 'r1', title: 'Ann', record: facet })
    const ofRecord = recordWith({
      values: {
        text: 'Ann',
        email: 'ann@acme.test',
        number: 3,
        record_reference: 'r2',
        user_reference: 'usr_1',
      },
      linkedRecords: [{ id: 'r2', title: 'Acme', objectSlug: 'companies' }],
    })
    const fields = keyed([
      fieldWith('text', { primary: true }),
      ...(['email', 'number', 'checkbox', 'record_reference', 'user_reference', 'phone'] as const).map(
        (type) => fieldWith(type),
      ),
    ])
    const more = { fields, options, detail: { task: null, record: ofRecord, meeting: null } }
    expect(lines(row, { ...more, unsavedValues: { number: 4, phone: '030 1234' } })).toEqual([
      'email: ann@acme.test (email)',
      'number: 4 (text)',
      'record_reference: Acme',
      'user_reference: Ada',
      // The main process opens what the row itself names.
      'phone: 030 1234 (text)',
    ])
    const archived = { ...more, detail: { ...more.detail, record: { ...ofRecord, archived: true } } }
    expect(lines(row, archived)[0]).toBe('State: Archived')
    expect(lines(row)).toEqual(['email: ann@acme.test (email)'])
  })

  const nobody = { name: null, response: null, isOrganizer: false, personId: null, recordId: null }
  const guest = (email: string, more: object) => ({ ...nobody, email, ...more })
  const times = { startAt: '2026-11-25T12:10:00', endAt: '2026-11-25T13:00:00' }
  const meetingWith = (meeting: Row['meeting']) =>
    rowWith({ kind: 'meeting', id: '1', title: 'T', meeting: { ...times, ...meeting } })

  test('APP-15 a meeting names its people once they are known, and counts them before', () => {
    const meeting = meetingWith({ location: 'Room 4', joinUrl: 'https://meet.example/x', attendeeCount: 2 })
    expect(lines(meeting)).toEqual([
      'Time: in 10 min · 12:10 PM – 1:00 PM · 50m',
      'Location: Room 4',
      'Attendees: 2 people',
      'join',
    ])
    const attendees = ['Ada', 'Bo'].map((name) => guest('', { name }))
    expect(
      lines(meeting, { detail: { task: null, record: null, meeting: { attendees, tasks: [] } } })[2],
    ).toBe('Attendees: Ada / No answer, Bo / No answer +0')
  })

  test('CAL-05 the organizer is first, then everybody with an answer, and a guest leads to the record', () => {
    const attendees = [
      guest('bo@x.example', { name: 'Bo', response: 'declined' as const, recordId: 'rec_1' }),
      guest('ada@x.example', { name: 'A.', response: 'accepted' as const, personId: 'usr_1' }),
      guest('cy@x.example', { response: 'tentative' as const, recordId: 'rec_2' }),
      guest('boss@x.example', { name: 'Boss', response: 'accepted' as const, isOrganizer: true }),
    ]
    const titleOf = (_kind: string, id: string) => ({ rec_1: 'Bo Olsen', rec_3: 'Acme' })[id] ?? null
    const row = meetingWith({ attendees, attendeeCount: 9, linkedRecordIds: ['rec_1', 'rec_3'] })
    expect(lines(row, { options: { ...options, me: 'usr_1' }, titleOf }).slice(1)).toEqual([
      'Attendees: Boss / Organizer, Bo / Declined / Bo Olsen, Ada (you) / Accepted, cy@x.example / Tentative / cy@x.example +5',
      'Records: Acme',
    ])
  })

  test('CAL-08 the details say the answer, the tasks and the text, in which addresses can be opened', () => {
    const row = meetingWith({ response: 'needsAction', tentative: true, location: 'See https://x.example' })
    const meeting = { description: '<b>Agenda</b>', tasks: [{ id: 't', title: 'Poster' }] }
    expect(lines(row, { detail: { task: null, record: null, meeting } }).slice(1)).toEqual([
      'State: Tentative',
      'Your answer: Not answered',
      'Location: See https://x.example',
      'Tasks: Poster',
      'Description: <b>Agenda</b>',
    ])
  })

  test.each([
    ['2026-11-25T12:00:00', '2026-11-25T12:30:00', false, 'Now · 12:00 PM – 12:30 PM · 30m'],
    ['2026-11-25T15:10:00', '2026-11-25T16:40:00', false, '3:10 PM – 4:40 PM · 1h 30m · in 3 h'],
    ['2026-11-27T09:00:00', '2026-11-27T09:00:00', false, 'Fri, Nov 27, 9:00 AM – 9:00 AM · in 2 days'],
    ['2026-11-24T09:00:00', '2026-11-24T10:00:00', false, 'Yesterday, 9:00 AM – 10:00 AM · 1h'],
    ['2026-11-25T00:00:00Z', '2026-11-26T00:00:00Z', true, 'Today, all day'],
    ['2026-11-26T00:00:00Z', '2026-11-28T00:00:00Z', true, 'Tomorrow – Fri, Nov 27, all day · 2 days'],
    ['2026-11-23T00:00:00Z', '2026-11-24T00:00:00Z', true, 'Mon, Nov 23, all day · 2 days ago'],
  ])('CAL-08 when a meeting is: %s to %s', (startAt, endAt, allDay, words) => {
    expect(lines(meetingWith({ startAt, endAt, allDay }))[0]).toBe(`Time: ${words}`)
  })
})

const field = (type: string, value: string) => recordFields([{ label: 'Field', value, type }])[0]

describe('the fields of a record', () => {
  test.each([
    ['email', 'ann@acme.test', 'email', ['copy', 'mail']],
    ['phone', '+49 (30) 123-45', 'phone', ['copy', 'call']],
    ['url', 'https://acme.test/about', 'url', ['open', 'copy']],
    ['text', 'Head of sales', 'text', ['copy']],
  ])('APP-15 a field of type %s with %s is %s and offers %j', (type, value, kind, offers) => {
    expect(field(type, value)).toMatchObject({ value, kind, offers })
  })

  test.each([
    ['email', 'ask the front desk'],
    ['email', 'ann@acme.test, bob@acme.test'],
    ['phone', 'on request'],
    ['url', 'javascript:alert(1)'],
    ['hologram', 'https://acme.test'],
  ])('APP-11 a %s field with %s is only copied', (type, value) => {
    expect(field(type, value)).toMatchObject({ kind: 'text', offers: ['copy'] })
  })

  test('APP-15 empty values are left out, and white space around a value too', () => {
    const meta = [
      { label: 'Email', value: ' ', type: 'email' },
      { label: 'Phone', value: ' 030 1234 ', type: 'phone' },
    ]
    expect(recordFields(meta).map(({ label, value }) => [label, value])).toEqual([['Phone', '030 1234']])
  })
})

test('APP-15 a member has an email address, a task has no fields', () => {
  const shown = { id: '1', title: 'Ann', subtitle: 'ann@acme.test' }
  const fields = fieldsOfRow(rowWith({ ...shown, kind: 'member' }))
  expect(firstField(fields, 'email')?.value).toBe('ann@acme.test')
  expect(firstField(fields, 'phone')).toBeUndefined()
  expect(fieldsOfRow(rowWith({ ...shown, kind: 'task' }))).toEqual([])
})
