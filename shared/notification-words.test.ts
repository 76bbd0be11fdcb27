import { afterEach, describe, expect, test } from 'vitest'
import type { BriefNotification } from './api/launcher/search.ts'
import { notificationKind, notedChange } from './api/launcher/notifications.ts'
import { languageNow, say, speak } from './language.ts'
import { de } from './messages/de.ts'
import { en } from './messages/en.ts'
import { canBeRead, createNotificationWords } from './notification-words.ts'

const { notificationBody, notificationTitle } = createNotificationWords({ say, languageNow })

const lena = { id: 'u', name: 'Lena' }
const of = (type: string, more: Partial<BriefNotification> = {}): BriefNotification => ({
  id: 'n',
  title: 'As the service says it',
  type,
  actor: lena,
  subject: 'Order lamps',
  count: 1,
  change: null,
  ...more,
})
const several = { subject: null, count: 4 }

afterEach(() => speak('en', en, 'en-US'))

test.each<[string, Partial<BriefNotification>, string, string]>([
  ['task_assigned', {}, 'Lena assigned “Order lamps” to you', 'Lena hat dir „Order lamps“ zugewiesen'],
  ['task_assigned', several, 'Lena assigned 4 tasks to you', 'Lena hat dir 4 Aufgaben zugewiesen'],
  ['task_changed', several, 'Lena changed 4 tasks of yours', 'Lena hat 4 deiner Aufgaben geändert'],
  ['task_changed', { change: 'done' }, 'Lena completed “Order lamps”', 'Lena hat „Order lamps“ erledigt'],
  ['task_changed', { change: 'painted' }, 'Lena changed “Order lamps”', 'Lena hat „Order lamps“ geändert'],
  ['mention', {}, 'Lena mentioned you on “Order lamps”', 'Lena hat dich bei „Order lamps“ erwähnt'],
  ['task_due', { actor: null }, '“Order lamps” is due', '„Order lamps“ ist fällig'],
  ['task_due', { actor: null, ...several }, '4 tasks are due', '4 Aufgaben sind fällig'],
  [
    'import_done',
    { actor: null, change: 'failed' },
    '“Order lamps” could not be imported',
    '„Order lamps“ konnte nicht importiert werden',
  ],
])('NOT-02 %s %j in English and German', (type, more, english, german) => {
  expect(notificationTitle(of(type, more))).toBe(english)
  speak('de', de, 'de-DE')
  expect(notificationTitle(of(type, more))).toBe(german)
})

describe('NOT-02 APP-11 the title of the service stands', () => {
  test.each<[string, BriefNotification]>([
    ['of an unknown kind', of('birthday')],
    ['of an older service', { id: 'n', title: 'As the service says it', type: 'task_assigned' }],
    ['without who did it', of('task_changed', { actor: null })],
    ['without what it is about', of('task_due', { subject: null })],
  ])('%s', (_what, one) => expect(notificationTitle(one)).toBe('As the service says it'))
})

// An import fails; its words are in the table above.
const changesOfTasks = notedChange.options.filter((change) => change !== 'failed')

test('NOT-02 every kind and change has words of its own', () => {
  const words = (more: Partial<BriefNotification>) => [
    ...notificationKind.options.map((kind) => notificationTitle(of(kind, more))),
    ...changesOfTasks.map((change) => notificationTitle(of('task_changed', { ...more, change }))),
  ]
  for (const more of [{}, several]) {
    expect(words(more)).not.toContain('As the service says it')
    expect(new Set(words(more)).size).toBe(words(more).length)
  }
})

test.each<[string, Partial<BriefNotification>, string]>([
  ['import_done', { body: '3 created, 1 changed, 2 left out' }, '3 angelegt, 1 geändert, 2 ausgelassen'],
  ['import_done', { body: '1 created, by hand' }, '1 created, by hand'],
  ['import_done', { body: 'The file is empty.', change: 'failed' }, 'The file is empty.'],
  ['import_done', { body: '“3 created”', ...several }, '“3 created”'],
  [
    'calendar_problem',
    { body: 'It answered 404.', change: 'calendar_unreachable' },
    'Er ist nicht erreichbar.',
  ],
  ['calendar_problem', { body: 'It answered 404.', change: 'on_strike' }, 'It answered 404.'],
  ['mention', { body: '3 created' }, '3 created'],
])('NOT-02 the text of %s %j in German', (type, more, german) => {
  const one = of(type, { actor: null, ...more })
  expect(notificationBody(one)).toBe(more.body)
  speak('de', de, 'de-DE')
  expect(notificationBody(one)).toBe(german)
})

test('APP-11 an older service cannot mark what it does not describe', () => {
  expect([canBeRead(of('mention')), canBeRead({ id: 'n', title: 'n' })]).toEqual([true, false])
})
