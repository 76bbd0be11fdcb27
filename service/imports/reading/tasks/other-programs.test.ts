// Tasks of ClickUp, Jira, Notion and others: invented tasks in the shapes of those programs (IMP-01, IMP-05).
import { expect, test } from 'vitest'
import { faultsOf, linesOf, looked } from '../../imports-testing.ts'

const open = { priority: 'no_priority', status: 'todo' }

type Case = [name: string, file: string, format: string, sample: object[], faults?: string[]]

test.each<Case>([
  [
    'ClickUp: milliseconds, levels in numbers, lists in brackets, cells that hold nothing',
    linesOf(
      'Task ID,Task Name,Task Content,Status,Date Created,Due Date,Due Date Text,Parent ID,Assignees,Tags,Priority,List Name,Comments',
      'a1,Ship it,With care,in progress,1793869200000,1797346800000,"Tuesday, December 15th 2026",null,"[Mira Brandt,Noah Berg]","[web,ui]",1,Sprint,[]',
      'a2,Sub,,complete,1793869200000,,"Tuesday, December 15th 2026, 4:00:00 pm +01:00",a1,[],[],null,Sprint,[]',
    ),
    'clickup',
    [
      {
        line: 2,
        title: 'Ship it',
        description: 'With care\n\nSection: Sprint\nLabels: web, ui',
        due: '2026-12-15T15:00:00.000Z',
        priority: 'urgent',
        status: 'in-progress',
        assignee: 'mira@harbour.test, noah@harbour.test',
      },
      {
        line: 3,
        title: 'Sub',
        description: 'Section: Sprint',
        due: '2026-12-15T15:00:00.000Z',
        priority: 'no_priority',
        status: 'done',
        parent: 'Ship it',
      },
    ],
  ],
  [
    'Jira: parents by id or key, labels and comments in columns of one name, days as midnight',
    linesOf(
      'Summary,Issue key,Issue id,Status,Priority,Assignee,Due date,Resolved,Labels,Labels,Description,Parent,Comment,Comment',
      'Pay,SH-2,101,In Progress,Highest,Mira Brandt,12/Oct/26 12:00 AM,,web,money,Goal,,05/Oct/26;x;First,',
      'Test,SH-3,102,Done,Low,,,06/Nov/26 9:00 AM,,,,101,,',
      'Write,SH-4,103,To Do,Minor,,,,,,,SH-2,,',
    ),
    'jira',
    [
      {
        line: 2,
        title: 'Pay',
        description: 'Goal\n\n05/Oct/26;x;First\n\nLabels: web, money',
        due: '2026-10-12T21:59:59.999Z',
        priority: 'urgent',
        status: 'in-progress',
        assignee: 'mira@harbour.test',
      },
      { line: 3, title: 'Test', priority: 'low', status: 'done', parent: 'Pay' },
      { line: 4, title: 'Write', priority: 'low', status: 'todo', parent: 'Pay' },
    ],
  ],
  [
    'Jira in German',
    linesOf(
      'Zusammenfassung,Vorgangsschlüssel,Vorgangs-ID,Status,Priorität,Zugewiesene Person,Fälligkeitsdatum,Übergeordnet',
      'Bezahlen,SH-2,101,In Arbeit,High,Mira Brandt,12.10.2026,',
      'Testen,SH-3,102,Fertig,Low,,,SH-2',
    ),
    'jira',
    [
      {
        line: 2,
        title: 'Bezahlen',
        due: '2026-10-12T21:59:59.999Z',
        priority: 'high',
        status: 'in-progress',
        assignee: 'mira@harbour.test',
      },
      { line: 3, title: 'Testen', priority: 'low', status: 'done', parent: 'Bezahlen' },
    ],
  ],
  [
    'Notion: the first and the last day in a cell, parents with the addresses of their pages',
    linesOf(
      'Task name,Status,Assignee,Due date,Tags,Parent-task',
      'Write,Not started,Mira Brandt,"November 28, 2026 → November 30, 2026","Site, Text",',
      'Read,Done,,27. November 2026,,Write (https://www.notion.so/Write-0123456789abcdef?pvs=21)',
    ),
    'csv',
    [
      {
        line: 2,
        title: 'Write',
        description: 'Labels: Site, Text',
        start: '2026-11-27T23:00:00.000Z',
        due: '2026-11-30T22:59:59.999Z',
        ...open,
        assignee: 'mira@harbour.test',
      },
      {
        line: 3,
        title: 'Read',
        due: '2026-11-27T22:59:59.999Z',
        priority: 'no_priority',
        status: 'done',
        parent: 'Write',
      },
    ],
  ],
  [
    'Notion: signs before words and boxes',
    linesOf(
      'Task,Status,Priority,Done',
      'Write,🔵 In progress,🔴 High,☐',
      'Read,✅ Done,⚪ Low,',
      'File,,,☑',
    ),
    'csv',
    [
      { line: 2, title: 'Write', priority: 'high', status: 'in-progress' },
      { line: 3, title: 'Read', priority: 'low', status: 'done' },
      { line: 4, title: 'File', priority: 'no_priority', status: 'done' },
    ],
  ],
  [
    'monday.com: a header and a title above each group of rows',
    linesOf(
      'Launch plan,,,',
      'This week,,,',
      'Name,Person,Status,Date',
      'Call,Mira Brandt,Done,2026-12-05',
      ',,,2026-12-05 to 2026-12-06',
      'Next,,,',
      'Name,Person,Status,Date',
      'Draft,,Working on it,',
    ),
    'csv',
    [
      {
        line: 4,
        title: 'Call',
        description: 'Section: This week',
        due: '2026-12-05T22:59:59.999Z',
        priority: 'no_priority',
        status: 'done',
        assignee: 'mira@harbour.test',
      },
      {
        line: 8,
        title: 'Draft',
        description: 'Section: Next',
        priority: 'no_priority',
        status: 'in-progress',
      },
    ],
    ['5 Name: '],
  ],
  [
    'monday.com: items below others under a header of their own',
    linesOf(
      'Group One,,,',
      'Name,Subitems,Owner,Status',
      'Alpha,"One, Two",Mira Brandt,',
      'Subitems,Name,Owner,Date',
      ',One,Noah Berg,',
      ',Two,,2026-12-06',
      'Beta,,,Done',
    ),
    'csv',
    [
      { line: 3, title: 'Alpha', ...open, assignee: 'mira@harbour.test' },
      { line: 5, title: 'One', ...open, assignee: 'noah@harbour.test', parent: 'Alpha' },
      { line: 6, title: 'Two', due: '2026-12-06T22:59:59.999Z', ...open, parent: 'Alpha' },
      { line: 7, title: 'Beta', priority: 'no_priority', status: 'done' },
    ],
  ],
  [
    'Planner in German: buckets, checklists, people by semicolon',
    linesOf(
      'Aufgaben-ID;Aufgabenname;Bucketname;Status;Priorität;Zugewiesen zu;Fälligkeitsdatum;Checklistenelemente;Bezeichnungen;Beschreibung',
      't1;Drucken;Halle;In Bearbeitung;Wichtig;Mira Brandt;05.12.2026;Papier;Rosa;Text',
    ),
    'csv',
    [
      {
        line: 2,
        title: 'Drucken',
        description: 'Papier\n\nText\n\nSection: Halle\nLabels: Rosa',
        due: '2026-12-05T22:59:59.999Z',
        priority: 'high',
        status: 'in-progress',
        assignee: 'mira@harbour.test',
      },
    ],
  ],
  [
    'Planner: progress is the status',
    linesOf(
      'Task Name,Bucket Name,Progress,Completed Date',
      'Print,,In progress,',
      'Sort,,Completed,11/25/2026',
      'Half,,50%,',
    ),
    'csv',
    [
      { line: 2, title: 'Print', priority: 'no_priority', status: 'in-progress' },
      { line: 3, title: 'Sort', priority: 'no_priority', status: 'done' },
      { line: 4, title: 'Half', ...open },
    ],
  ],
  [
    'Outlook in German: 0.0.00 is an empty date, and 50 % is not done',
    linesOf(
      '"Betreff","Beginnt am","Fällig am","% Erledigt","Erledigt am","Priorität","Status"',
      '"Rechnung","0.0.00","5.12.2026","50","0.0.00","Hoch","Nicht begonnen"',
      '"Ablage","0.0.00","0.0.00","100","20.11.2026","Normal","Erledigt"',
    ),
    'csv',
    [
      { line: 2, title: 'Rechnung', due: '2026-12-05T22:59:59.999Z', priority: 'high', status: 'todo' },
      { line: 3, title: 'Ablage', priority: 'medium', status: 'done' },
    ],
  ],
  [
    'Outlook: a role and companies do not make people of its tasks',
    linesOf('"Subject","Due Date","Companies","Role","Status"', '"Invoice","12/13/2026","","","Completed"'),
    'csv',
    [
      {
        line: 2,
        title: 'Invoice',
        due: '2026-12-13T22:59:59.999Z',
        priority: 'no_priority',
        status: 'done',
      },
    ],
  ],
  [
    'plans: the end of a task, resources, a part that is done',
    linesOf(
      'ID,Task Name,Start,Finish,Resource Names,% Complete',
      '1,Dig,12/1/2026 8:00,12/15/2026 17:00,Mira Brandt,50%',
      '2,Fill,,,,100%',
    ),
    'csv',
    [
      {
        line: 2,
        title: 'Dig',
        start: '2026-12-01T07:00:00.000Z',
        due: '2026-12-15T16:00:00.000Z',
        ...open,
        assignee: 'mira@harbour.test',
      },
      { line: 3, title: 'Fill', priority: 'no_priority', status: 'done' },
    ],
  ],
  [
    'Pivotal: numbered levels, states, an owner',
    linesOf(
      'Id,Title,Priority,Current State,Owned By',
      '1,Dig,p2 - medium,started,Mira Brandt',
      '2,Fill,1. High,accepted,',
    ),
    'csv',
    [
      { line: 2, title: 'Dig', priority: 'medium', status: 'in-progress', assignee: 'mira@harbour.test' },
      { line: 3, title: 'Fill', priority: 'high', status: 'done' },
    ],
  ],
  [
    'HubSpot, which calls its columns those of a task',
    linesOf(
      'Record ID,Task Title,Task Status,Due date,Task Notes',
      '1,Call,Not started,2026-12-05 10:00,Ask',
      '2,Mail,Completed,,',
    ),
    'csv',
    [
      { line: 2, title: 'Call', description: 'Ask', due: '2026-12-05T09:00:00.000Z', ...open },
      { line: 3, title: 'Mail', priority: 'no_priority', status: 'done' },
    ],
  ],
  [
    'Pipedrive in German: activities',
    linesOf(
      'Aktivität - Betreff;Aktivität - Erledigt;Aktivität - Fälligkeitsdatum;Aktivität - Notiz',
      'Anruf;Zu erledigen;05.12.2026;Fragen',
      'Treffen;Erledigt;;',
    ),
    'csv',
    [
      { line: 2, title: 'Anruf', description: 'Fragen', due: '2026-12-05T22:59:59.999Z', ...open },
      { line: 3, title: 'Treffen', priority: 'no_priority', status: 'done' },
    ],
  ],
  [
    'Asana in German',
    linesOf(
      'Aufgaben-ID,Abgeschlossen am,Name,Abschnitt/Spalte,Zuständige Person,E-Mail der zuständigen Person,Schlagwörter',
      '1,2026-11-20,Halle,Spring fair,,mira@harbour.test,stand',
    ),
    'asana',
    [
      {
        line: 2,
        title: 'Halle',
        description: 'Labels: stand',
        priority: 'no_priority',
        status: 'done',
        assignee: 'mira@harbour.test',
        section: 'Spring fair',
      },
    ],
  ],
  [
    'a table of Trello with completed dates',
    linesOf(
      'Card ID,Card Name,Due Date,Due Complete,List Name',
      'k1,Move,2026-11-10T09:00:00.000Z,true,',
      'k2,Pack,,false,',
    ),
    'trello',
    [
      {
        line: 2,
        title: 'Move',
        due: '2026-11-10T09:00:00.000Z',
        priority: 'no_priority',
        status: 'done',
      },
      { line: 3, title: 'Pack', ...open },
    ],
  ],
])('IMP-05 %s', (_name, file, format, sample, faults = []) => {
  const look = looked(file)
  expect(look).toMatchObject({ format, object: 'tasks' })
  expect(look.sample).toEqual(sample)
  expect(faultsOf(look)).toEqual(faults)
})

test('IMP-01 columns of one name that a task joins are not said to be left out', () => {
  const notesOf = (head: string) => looked(linesOf(head, 'Pay,SH-1,a,b')).notes
  expect(notesOf('Summary,Issue key,Labels,Labels')).toEqual([])
  expect(notesOf('Summary,Issue key,Status,Status')).toEqual([expect.stringContaining('“Status”')])
})
