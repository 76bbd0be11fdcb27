// Tasks in JSON and in iCalendar: invented tasks in the shapes of those programs (IMP-01, IMP-05).
import { expect, test } from 'vitest'
import { faultsOf, linesOf, looked, planned, refusedWith } from '../../imports-testing.ts'

const json = (document: unknown): string => JSON.stringify(document, null, 2)
const open = { priority: 'no_priority', status: 'todo' }

test('IMP-05 Google Tasks: lists, days, subtasks; deleted ones are not there', () => {
  const item = (id: string, title: string, more: object = {}) => ({
    id,
    title,
    status: 'needsAction',
    ...more,
  })
  const file = json({
    kind: 'tasks#taskLists',
    items: [
      {
        title: 'Home',
        items: [
          item('t1', 'Milk', {
            notes: 'oat',
            due: '2026-12-05T00:00:00.000Z',
            links: [{ link: 'https://m.test' }],
          }),
          item('t2', 'Fridge', { parent: 't1', status: 'completed', completed: '2026-11-27T10:00:00.000Z' }),
          item('t3', 'Gone', { deleted: true }),
          item('t4', ''),
        ],
      },
      { title: 'Empty' },
    ],
  })
  const look = looked(file, { zone: 'America/New_York' })
  expect(look).toMatchObject({ format: 'google-tasks', rows: 3, leftOut: 1, delimiter: null })
  expect(look.sample).toEqual([
    {
      line: 8,
      title: 'Milk',
      description: 'oat\n\nhttps://m.test\n\nSection: Home',
      due: '2026-12-06T04:59:59.999Z',
      ...open,
    },
    {
      line: 20,
      title: 'Fridge',
      description: 'Section: Home',
      priority: 'no_priority',
      status: 'done',
      parent: 'Milk',
    },
  ])
  expect(faultsOf(look)).toEqual(['33 title: '])
  const single = json({ kind: 'tasks#tasks', items: [item('t1', 'Milk', { status: 'completed' })] })
  expect(looked(single).sample).toMatchObject([{ title: 'Milk', status: 'done' }])
})

const graphTask = {
  id: 'g1',
  title: 'Call',
  status: 'inProgress',
  importance: 'high',
  body: { content: '<p>Ask</p>', contentType: 'html' },
  categories: ['Blue'],
  checklistItems: [
    { displayName: 'One', isChecked: true },
    { displayName: 'Two', isChecked: false },
  ],
}

const weekly = (range?: object) => ({
  pattern: { type: 'weekly', interval: 2, daysOfWeek: ['friday'] },
  range,
})

test('IMP-05 Microsoft To Do: lists or one list, days of midnight in two clocks, checklists, rules', () => {
  const dated = (dateTime: string, more: object = {}) => ({
    ...graphTask,
    dueDateTime: { dateTime, timeZone: 'UTC' },
    ...more,
  })
  const file = json([
    {
      displayName: 'Home',
      tasks: [
        dated('2026-12-05T00:00:00.0000000'),
        dated('2026-12-04T23:00:00.0000000', { id: 'g2', recurrence: weekly() }),
      ],
    },
  ])
  const description = 'Ask\n\n- [x] One\n- [ ] Two\n\nSection: Home\nLabels: Blue'
  const shared = { title: 'Call', due: '2026-12-05T22:59:59.999Z', priority: 'high', status: 'in-progress' }
  const look = looked(file)
  expect(look).toMatchObject({ format: 'microsoft-todo', rows: 2, leftOut: 0, faults: [] })
  expect(look.sample).toMatchObject([
    { ...shared, description },
    {
      ...shared,
      description: `${description}\nRepeats: every 2 weeks on FR (FREQ=WEEKLY;BYDAY=FR;INTERVAL=2)`,
    },
  ])
  expect(planned(file).drafts).toMatchObject([{ recurrence: null }, { recurrence: { after: 'due' } }])
  const single = json({ value: [{ ...graphTask, status: 'completed' }] })
  expect(looked(single).sample).toMatchObject([{ title: 'Call', status: 'done' }])
})

test.each<[name: string, more: object, draft: object]>([
  [
    'a rule without an end',
    { recurrence: weekly({ type: 'noEnd', endDate: '0001-01-01' }) },
    { recurrence: { rule: 'FREQ=WEEKLY;INTERVAL=2;BYDAY=FR' } },
  ],
  [
    'a rule that ends on a day',
    { recurrence: weekly({ type: 'endDate', endDate: '2027-06-30' }) },
    { recurrence: { rule: 'FREQ=WEEKLY;INTERVAL=2;BYDAY=FR;UNTIL=20270630' } },
  ],
  [
    'a rule that ends after some times stays words',
    { recurrence: weekly({ type: 'numbered', numberOfOccurrences: 3 }) },
    { recurrence: null },
  ],
  [
    'a first day without a last one',
    { startDateTime: { dateTime: '2026-12-05T00:00:00.0000000', timeZone: 'UTC' } },
    { startDate: Date.parse('2026-12-05T05:00:00Z') },
  ],
  [
    'a text of marks that are not closed',
    { body: { content: '<'.repeat(300_000), contentType: 'html' } },
    { title: 'Call' },
  ],
])('IMP-05 Microsoft To Do: %s', (_name, more, draft) => {
  const file = json([{ ...graphTask, ...more }])
  expect(planned(file, { zone: 'America/New_York' }).drafts).toMatchObject([draft])
})

test('IMP-05 Asana: subtasks of subtasks, sections, days and times, fields of the team', () => {
  const file = json({
    data: [
      { gid: '0', name: 'Before:', resource_subtype: 'section' },
      {
        gid: '1',
        name: 'Hall',
        notes: 'note',
        completed: false,
        due_on: '2026-12-12',
        assignee: { name: 'Mira Brandt' },
        memberships: [{ section: { name: 'Spring fair' } }],
        tags: [{ name: 'big' }],
        custom_fields: [
          { name: 'Size', display_value: 'L' },
          { name: 'Cost', display_value: null },
        ],
        subtasks: [{ gid: '2', name: 'Power', completed: true, subtasks: [{ gid: '3', name: 'Cable' }] }],
      },
      { gid: '4', name: 'Time', due_on: '2026-12-12', due_at: '2026-12-12T10:00:00.000Z' },
    ],
  })
  const look = looked(file)
  expect(look).toMatchObject({ format: 'asana', rows: 4, leftOut: 0, faults: [] })
  expect(look.sample).toMatchObject([
    {
      title: 'Hall',
      description: 'note\n\nSize: L\n\nLabels: big',
      due: '2026-12-12T22:59:59.999Z',
      assignee: 'mira@harbour.test',
      section: 'Spring fair',
    },
    { title: 'Power', status: 'done', parent: 'Hall' },
    { title: 'Cable', parent: 'Power' },
    { title: 'Time', due: '2026-12-12T10:00:00.000Z' },
  ])
})

test('IMP-01 tasks of JSON without line breaks are told apart by their place', () => {
  const cards = ['One', '', 'Three'].map((name, index) => ({ id: `k${index}`, name }))
  const look = looked(JSON.stringify({ actions: [{ type: 'x', data: { card: { id: 'k2' } } }], cards }))
  expect(look.sample.map(({ line, title }) => [line, title])).toEqual([
    [1, 'One'],
    [3, 'Three'],
  ])
  expect(faultsOf(look)).toEqual(['2 name: '])
})

test('IMP-05 to-dos of iCalendar: folds, days, zones, parents, alarms that are not theirs', () => {
  const file = linesOf(
    'BEGIN:VCALENDAR',
    'X-WR-CALNAME:Haus',
    'BEGIN:VTODO',
    'UID:a',
    'SUMMARY:Milch\\, frisch',
    'DESCRIPTION:2 Liter\\nB',
    ' io',
    'DUE;VALUE=DATE:20261205',
    'PRIORITY:1',
    'CATEGORIES:Laden,Woche',
    'STATUS:NEEDS-ACTION',
    'BEGIN:VALARM',
    'DESCRIPTION:Reminder',
    'TRIGGER:-PT15M',
    'END:VALARM',
    'RRULE:FREQ=WEEKLY',
    'END:VTODO',
    'BEGIN:VTODO',
    'UID:b',
    'SUMMARY:Anruf',
    'DUE;TZID=America/New_York:20261205T093000',
    'STATUS:COMPLETED',
    'RELATED-TO;RELTYPE=SIBLING:c',
    'RELATED-TO;RELTYPE=PARENT:a',
    'END:VTODO',
    'BEGIN:VTODO',
    'UID:c',
    'DUE:soon',
    'END:VTODO',
    'BEGIN:VTODO',
    'SUMMARY:Bald',
    'END:VALARM',
    'DUE:soon',
    'STATUS:CANCELLED',
    'END:VTODO',
    'END:VCALENDAR',
  )
  const look = looked(file)
  expect(look).toMatchObject({ format: 'icalendar', rows: 4, leftOut: 1, delimiter: null })
  expect(look.sample).toEqual([
    {
      line: 3,
      title: 'Milch, frisch',
      description: '2 Liter\nBio\n\nSection: Haus\nLabels: Laden, Woche\nRepeats: every week (FREQ=WEEKLY)',
      due: '2026-12-05T22:59:59.999Z',
      repeat: { rule: 'FREQ=WEEKLY', after: 'due' },
      priority: 'high',
      status: 'todo',
    },
    {
      line: 18,
      title: 'Anruf',
      description: 'Section: Haus',
      due: '2026-12-05T14:30:00.000Z',
      priority: 'no_priority',
      status: 'done',
      parent: 'Milch, frisch',
    },
    {
      line: 30,
      title: 'Bald',
      description: 'Status: Canceled\n\nSection: Haus\nDue: soon',
      priority: 'no_priority',
      status: 'done',
    },
  ])
  expect(faultsOf(look)).toEqual(['26 SUMMARY: ', '30 DUE: soon'])
  expect(refusedWith(file, { object: 'people' })).toBe('The file holds tasks. Import it as `tasks`.')
  expect(refusedWith(`${file}\nBEGIN:VEVENT\nEND:VEVENT`)).toMatch(/^This is a calendar/)
})
