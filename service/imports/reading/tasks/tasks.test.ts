// Tasks as programs export them: invented tasks in the shapes of those programs (IMP-01, IMP-05).
import { describe, expect, test } from 'vitest'
import type { ImportChoices } from '../../../../shared/api/launcher/imports.ts'
import { faultsOf, linesOf, looked, refusedWith } from '../../imports-testing.ts'

const open = { priority: 'no_priority', status: 'todo' }

describe('Todoist', () => {
  const file = [
    '\ufeffTYPE,CONTENT,PRIORITY,INDENT,DESCRIPTION,AUTHOR,RESPONSIBLE,DATE,DATE_LANG,TIMEZONE',
    'meta,view_style=list,,,,,,,,',
    'task,Paint the hall @team @soon,1,1,"Two',
    'coats",Ada (1),Mira Brandt (2),12. März 2027,de,Europe/Berlin',
    ',,,,,,,,,',
    'section,Outside,,,,,,,,',
    'task,Buy rollers,2,2,,Ada (1),,2027-03-10 14:30,en,America/New_York',
    'note,"Ask: ""Which size?""",,,,Ada (1),,,,',
    'task,Paint the fence,4,1,,Ada (1),Somebody (9),every 3rd friday,en,Europe/Berlin',
    'task,Buy brushes,3,2,,Ada (1),,next week,en,Europe/Berlin',
    'task,,4,1,,Ada (1),,,,',
  ].join('\r\n')

  test('IMP-05 settings, sections and comments are not tasks; INDENT, priorities, labels, dates in words and zones are read', () => {
    const look = looked(file)
    expect(look).toMatchObject({ format: 'todoist', bom: true, rows: 5, leftOut: 1, repeating: 1 })
    expect(look.sample).toEqual([
      {
        line: 3,
        title: 'Paint the hall',
        description: 'Two\ncoats\n\nLabels: @team, @soon',
        due: '2027-03-12T22:59:59.999Z',
        priority: 'urgent',
        status: 'todo',
        assignee: 'mira@harbour.test',
      },
      {
        line: 7,
        title: 'Buy rollers',
        description: 'Comment: Ask: "Which size?"\n\nSection: Outside',
        due: '2027-03-10T19:30:00.000Z',
        priority: 'high',
        status: 'todo',
      },
      {
        line: 9,
        title: 'Paint the fence',
        description: 'Section: Outside\nAssignee: Somebody\nDue: every 3rd friday',
        ...open,
      },
      {
        line: 10,
        title: 'Buy brushes',
        description: 'Section: Outside\nDue: next week',
        priority: 'medium',
        status: 'todo',
        parent: 'Paint the fence',
      },
    ])
    expect(faultsOf(look)).toEqual(['10 DATE: next week', '11 CONTENT: '])
    expect(look.mapping).toContainEqual({ columns: ['INDENT'], field: 'parent' })
  })

  test('IMP-03 a column that is left out is known by its place, and can go back there', () => {
    const dateOf = (choices: ImportChoices) =>
      looked(file, choices).columns.find(({ name }) => name === 'DATE')
    const column = looked(file).columns.findIndex(({ name }) => name === 'DATE')
    expect(dateOf({})).toMatchObject({ field: 'due' })
    expect(dateOf({})).not.toHaveProperty('suggested')
    expect(dateOf({ columns: [{ column, field: null }] })).toMatchObject({ field: null, suggested: 'due' })
    expect(dateOf({ columns: [{ column, field: 'due' }] })).toMatchObject({ field: 'due' })
    expect(refusedWith(file, { columns: [{ column, field: 'start' }] })).toBe(
      'The columns of Todoist have their places. They can only be left out.',
    )
  })
})

describe('Asana', () => {
  test('IMP-05 a link above the header, parents by name, done by a date, days in numbers, a section that exists', () => {
    const file = linesOf(
      'https://app.asana.test/0/1,,,,,,,',
      ',,,,,,,',
      'Name,Task ID,Completed At,Section/Column,Assignee,Assignee Email,Due Date,Notes,Parent task,Priority',
      'Book the hall,1.2E+15,20/9/2026,Spring fair,,noah@harbour.test,22/9/2026,"With ""exits""",,High',
      'Call the owner,2,,,Mira Brandt,,3/10/2026,,Book the hall,',
      'Hang lamps,3,,Later,,guest@else.test,,,No such task,',
    )
    const look = looked(file)
    expect(look).toMatchObject({ format: 'asana', rows: 3, leftOut: 0 })
    expect(look.sample).toEqual([
      {
        line: 4,
        title: 'Book the hall',
        description: 'With "exits"',
        due: '2026-09-22T21:59:59.999Z',
        priority: 'high',
        status: 'done',
        assignee: 'noah@harbour.test',
        section: 'Spring fair',
      },
      {
        line: 5,
        title: 'Call the owner',
        due: '2026-10-03T21:59:59.999Z',
        ...open,
        parent: 'Book the hall',
        assignee: 'mira@harbour.test',
      },
      { line: 6, title: 'Hang lamps', description: 'Section: Later\nAssignee: guest@else.test', ...open },
    ])
    expect(faultsOf(look)).toEqual(['6 Parent task: No such task'])
  })

  test('IMP-05 a task that names itself as its parent is kept, and its fault says so', () => {
    const file = linesOf(
      'Name,Task ID,Completed At,Section/Column,Parent task',
      'Hang lamps,1,,,Hang lamps',
      'Egg,2,,,Hen',
      'Hen,3,,,Egg',
    )
    expect(looked(file).faults.map(({ line, code }) => [line, code])).toEqual([
      [2, 'parent_itself'],
      [3, 'parent_below'],
    ])
  })
})

describe('Linear', () => {
  const head =
    'ID,Team,Title,Description,Status,Priority,Assignee,Labels,Cycle Number,Completed,Canceled,Due Date,Parent issue,SLA Status'
  test('IMP-05 both kinds of dates, short rows, parents by id, apostrophes, states of the team', () => {
    const file = linesOf(
      head,
      'A-2,Ops,Sort cables,,In Progress,Medium,mira@harbour.test,"Bug, Desk",,,,2027-05-04,A-1',
      `A-1,Ops,'=SUM is off,"- one`,
      `- two",Done,Urgent,,,,Wed Nov 18 2026 10:00:00 GMT+0000 (GMT+00:00),,Mon Mar 15 2027 00:00:00 GMT+0000 (GMT+00:00),,`,
      'A-3,Ops,Old form,,Canceled,No priority,,,,,2026-05-13T11:21:41.000Z,,A-3,',
      `A-4,Ops,'tis cold,,Backlog,Low,,,,,,,,`,
    )
    const look = looked(file)
    expect(look).toMatchObject({ format: 'linear', rows: 4, leftOut: 0 })
    expect(look.sample).toEqual([
      {
        line: 2,
        title: 'Sort cables',
        description: 'Labels: Bug, Desk',
        due: '2027-05-04T21:59:59.999Z',
        priority: 'medium',
        status: 'in-progress',
        parent: '=SUM is off',
        assignee: 'mira@harbour.test',
      },
      {
        line: 3,
        title: '=SUM is off',
        description: '- one\n- two',
        due: '2027-03-15T22:59:59.999Z',
        priority: 'urgent',
        status: 'done',
      },
      {
        line: 5,
        title: 'Old form',
        description: 'Status: Canceled',
        priority: 'no_priority',
        status: 'done',
      },
      { line: 6, title: "'tis cold", description: 'Status: Backlog', priority: 'low', status: 'todo' },
    ])
    expect(faultsOf(look)).toEqual(['5 Parent issue: A-3'])
  })

  test('IMP-05 tasks that are below each other lose one parent', () => {
    const look = looked(linesOf(head, 'B-1,O,One,,Todo,,,,,,,,B-2,', 'B-2,O,Two,,Todo,,,,,,,,B-1,'))
    expect(look.sample.map(({ title, parent }) => [title, parent])).toEqual([
      ['One', undefined],
      ['Two', 'One'],
    ])
    expect(faultsOf(look)).toEqual(['2 Parent issue: B-2'])
  })
})

describe('TickTick', () => {
  test('IMP-05 the header below a preamble, whole days in their own zone, bare returns, rules in words', () => {
    const head =
      '"List Name","Title","Kind","Content","Is Check list","Due Date","Repeat","Priority","Status","Timezone","Is All Day","taskId","parentId"'
    const file = linesOf(
      '\ufeff"Date: 2026-11-27+0000"',
      '"Version: 7.2"',
      '"Status: ',
      '0 Normal',
      '-1 Abandoned"',
      '',
      head,
      '"Home","Wash","TEXT","soap\rwater","N","2027-03-02T23:00:00+0000","FREQ=DAILY;INTERVAL=2","5","0","Europe/Berlin","true","7",""',
      '"Home","Dry","TEXT","","N","2027-03-04T08:30:00+0000","","1","2","Europe/Berlin","false","8","7"',
    )
    const look = looked(file, { zone: 'America/New_York' })
    expect(look).toMatchObject({ format: 'ticktick', bom: true, rows: 2 })
    expect(look).not.toHaveProperty('repeating')
    expect(look.sample).toEqual([
      {
        line: 8,
        title: 'Wash',
        description: 'soap\nwater\n\nSection: Home\nRepeats: every 2 days (FREQ=DAILY;INTERVAL=2)',
        due: '2027-03-04T04:59:59.999Z',
        repeat: { rule: 'FREQ=DAILY;INTERVAL=2', after: 'due' },
        priority: 'high',
        status: 'todo',
      },
      {
        line: 9,
        title: 'Dry',
        description: 'Section: Home',
        due: '2027-03-04T08:30:00.000Z',
        priority: 'low',
        status: 'done',
        parent: 'Wash',
      },
    ])
  })
})

describe('Trello', () => {
  const board = {
    lists: [{ id: 'l1', name: 'Soon', closed: false }],
    labels: [{ id: 'b1', name: '', color: 'red' }],
    members: [{ id: 'm1', fullName: 'Noah Berg' }],
    customFields: [
      { id: 'f1', name: 'Cost' },
      { id: 'f2', name: 'Size', options: [{ id: 'o1', value: { text: 'Large' } }] },
    ],
    checklists: [
      {
        id: 'c1',
        idCard: 'k1',
        name: 'Steps',
        checkItems: [
          { name: 'Second', state: 'incomplete', pos: 2 },
          { name: 'First', state: 'complete', pos: 1 },
        ],
      },
    ],
    cards: [
      {
        id: 'k1',
        name: 'Move',
        desc: 'By van',
        due: '2027-03-20T16:00:00.000Z',
        idList: 'l1',
        idLabels: ['b1'],
        idMembers: ['m1'],
        attachments: [{ name: 'plan.pdf', url: 'https://t.test/plan.pdf' }],
        customFieldItems: [
          { idCustomField: 'f1', value: { number: '12' } },
          { idCustomField: 'f2', idValue: 'o1', value: null },
        ],
      },
      { id: 'k2', name: 'Old', desc: '', due: null, closed: true, idList: 'l1' },
      { id: 'k3', name: ' ', desc: '', due: null, idList: 'l1' },
    ],
    actions: [
      {
        type: 'commentCard',
        date: '2026-11-20T08:00:00.000Z',
        data: { text: 'Soon!', card: { id: 'k1' } },
        memberCreator: { fullName: 'Ada' },
      },
    ],
  }

  test('IMP-05 lists, checklists, comments, members, files, own fields; archived cards are done', () => {
    const look = looked(JSON.stringify(board, null, 2))
    expect(look).toMatchObject({ format: 'trello', delimiter: null, rows: 3, leftOut: 1, columns: [] })
    expect(look.goesTo).toContainEqual({ field: 'title', name: 'Title', required: true })
    expect(look.sample).toMatchObject([
      {
        title: 'Move',
        description:
          'By van\n\nSteps\n- [x] First\n- [ ] Second\n\nCost: 12\nSize: Large\n\n- [plan.pdf](https://t.test/plan.pdf)\n\nAda, 2026-11-20: Soon!\n\nSection: Soon\nLabels: red',
        due: '2027-03-20T16:00:00.000Z',
        status: 'todo',
        assignee: 'noah@harbour.test',
      },
      { title: 'Old', status: 'done' },
    ])
  })

  test('IMP-05 its table of the paid plan', () => {
    const file = linesOf(
      'Card ID,Card Name,Card Description,Labels,Members,Due Date,List Name,Archived',
      'k1,Move,By van,"Urgent (red)",,2027-03-20 16:00,Soon,false',
    )
    expect(looked(file)).toMatchObject({ format: 'trello', sample: [{ title: 'Move', status: 'todo' }] })
  })
})

test('IMP-01 a table of tasks that a person made, in German', () => {
  const file = linesOf(
    'Aufgabe;Fällig am;Priorität;Status;Zuständig;Notizen',
    'Fenster putzen;5.3.2027;hoch;erledigt;mira@harbour.test;oben',
    'Keller räumen;bald;riesig;offen;;',
  )
  const look = looked(file)
  expect(look).toMatchObject({ format: 'csv', object: 'tasks', delimiter: ';' })
  expect(look.sample).toEqual([
    {
      line: 2,
      title: 'Fenster putzen',
      description: 'oben',
      due: '2027-03-05T22:59:59.999Z',
      priority: 'high',
      status: 'done',
      assignee: 'mira@harbour.test',
    },
    { line: 3, title: 'Keller räumen', description: 'Priority: riesig\nDue: bald', ...open },
  ])
  expect(faultsOf(look)).toEqual(['3 Fällig am: bald', '3 Priorität: riesig'])
})

test('IMP-01 a status and a priority that the workspace does not have are kept in the description', () => {
  const file = linesOf(
    'Task,Status,Priority,Completed',
    'Paint,Blocked,urgent!!,',
    'Sand,Shipped,high,yes',
    'Plan,In Progress,,',
    'Dust,to do,,',
    'Wax,finished,none,',
    'Mop,Cancelled,,',
  )
  const look = looked(file)
  expect(look.sample.map(({ title, description, status }) => [title, description, status])).toEqual([
    ['Paint', 'Status: Blocked\nPriority: urgent!!', 'todo'],
    ['Sand', 'Status: Shipped', 'done'],
    ['Plan', undefined, 'in-progress'],
    ['Dust', undefined, 'todo'],
    ['Wax', undefined, 'done'],
    ['Mop', 'Status: Cancelled', 'done'],
  ])
  expect(faultsOf(look)).toEqual(['2 Priority: urgent!!'])
})
