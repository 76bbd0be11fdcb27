import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { LauncherTaskDetail } from '../../../shared/api/launcher-tasks.ts'
import type { Row } from '../../../shared/ipc/launcher.ts'
import { taskWith } from '../../../shared/fixtures-testing.ts'
import { localeNow, speak } from '../../../shared/language.ts'
import { en } from '../../../shared/messages/en.ts'
import { rowWith } from '../../../shared/search/row-testing.ts'
import { itemRow } from '../rows/rows.ts'
import { entriesOf, type Known } from './detail-entries.ts'

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
    expect(lines(task, { options, detail: { task: detail, meeting: null }, titleOf })).toEqual([
      ...ofRow,
      'Estimate: 1h 30m',
      'Records: Acme',
      'Meetings: Demo',
      'Description: Bring the poster',
    ])
  })

  test('APP-15 unsaved changes of a task stand before what the service says', () => {
    const unsaved = { description: '', estimatedTime: 15, linkedRecordIds: [], linkedMeetingIds: [] }
    expect(lines(task, { options, unsaved, detail: { task: detail, meeting: null } }).slice(3)).toEqual([
      'Estimate: 15m',
    ])
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

  test('APP-15 a meeting names its people once they are known, and counts them before', () => {
    const meeting = rowWith({
      kind: 'meeting',
      id: '1',
      title: 'T',
      meeting: {
        startAt: '2026-11-25T12:10:00',
        endAt: '2026-11-25T13:00:00',
        location: 'Room 4',
        joinUrl: 'https://meet.example/x',
        attendeeCount: 2,
      },
    })
    expect(lines(meeting)).toEqual([
      'Time: in 10 min · 12:10 PM – 1:00 PM',
      'Location: Room 4',
      'Attendees: 2 people',
      'join',
    ])
    const attendees = [
      { id: 'a', name: 'Ada' },
      { id: 'b', name: 'Bo' },
    ]
    const of = { id: '1', title: 'T', startAt: '', endAt: '', attendees }
    expect(lines(meeting, { detail: { task: null, meeting: of } })[2]).toBe('Attendees: Ada, Bo')
  })
})
