// Known exports by their headers. The order of the columns does not count, and columns may be missing.
import { contactConcept, headerKey, taskConcept, type ContactConcept, type TaskConcept } from './columns.ts'

export type TableFormat =
  | 'google-contacts'
  | 'outlook'
  | 'hubspot-contacts'
  | 'hubspot-companies'
  | 'pipedrive-people'
  | 'pipedrive-organizations'
  | 'salesforce-report'
  | 'todoist'
  | 'asana'
  | 'linear'
  | 'trello'
  | 'ticktick'
  | 'clickup'
  | 'jira'
  | 'csv'
export type Format = TableFormat | 'vcard' | 'google-tasks' | 'microsoft-todo' | 'icalendar'

/** Contents of a file. Other tables go into the object that their reader names. */
export type Kind = 'people' | 'companies' | 'tasks'

type Keys = ReadonlySet<string>

const has = (keys: Keys, ...names: readonly string[]): boolean => names.every((name) => keys.has(name))
const any = (keys: Keys, ...names: readonly string[]): boolean => names.some((name) => keys.has(name))
const some = (keys: Keys, pattern: RegExp): boolean => [...keys].some((key) => pattern.test(key))
const count = (keys: Keys, ...names: readonly string[]): number =>
  names.filter((name) => keys.has(name)).length

const isPerson = (keys: Keys): boolean =>
  [...keys].some((key) => ['first', 'last', 'jobTitle', 'email'].includes(contactConcept(key) ?? ''))

const ownColumns = [
  'create date',
  'contact owner',
  'company owner',
  'lead status',
  'lifecycle stage',
  'last activity date',
  'associated company',
  'company domain name',
  'marketing contact status',
  'erstellungsdatum',
  'kontakt besitzer',
  'zustandiger mitarbeiter fur kontakt',
  'zustandiger mitarbeiter',
  'lead status',
  'zugeordnetes unternehmen',
]

const rules: readonly (readonly [TableFormat, (keys: Keys) => boolean])[] = [
  ['todoist', (keys) => has(keys, 'type', 'content') && any(keys, 'indent', 'date lang', 'priority')],
  [
    'ticktick',
    (keys) =>
      has(keys, 'title') &&
      count(keys, 'list name', 'is check list', 'taskid', 'kind', 'folder name', 'is all day') >= 2,
  ],
  [
    'asana',
    (keys) =>
      any(keys, 'section column', 'parent task', 'assignee email', 'abschnitt spalte') &&
      any(keys, 'task id', 'completed at', 'created at', 'last modified', 'aufgaben id', 'abgeschlossen am'),
  ],
  [
    'linear',
    (keys) =>
      has(keys, 'title') &&
      count(
        keys,
        'team',
        'parent issue',
        'cycle number',
        'sla status',
        'project id',
        'initiatives',
        'triaged',
        'project milestone',
      ) >= 2,
  ],
  ['clickup', (keys) => has(keys, 'task name') && any(keys, 'task content', 'list name', 'task custom id')],
  [
    'jira',
    (keys) =>
      any(keys, 'summary', 'zusammenfassung') &&
      any(keys, 'issue key', 'issue id', 'vorgangsschlussel', 'vorgangs id'),
  ],
  ['trello', (keys) => has(keys, 'card name') || has(keys, 'card id', 'list name')],
  [
    'outlook',
    (keys) =>
      any(keys, 'e mail address', 'e mail adresse', 'e mail 2 address', 'e mail display name') &&
      any(keys, 'first name', 'last name', 'vorname', 'nachname', 'business phone', 'telefon geschaftlich'),
  ],
  [
    'google-contacts',
    (keys) =>
      some(
        keys,
        /^(?:e mail|phone|address|website|organization|event|relation|custom field) \d+ (?:type|label|value|name|title|formatted|street)$/,
      ) || any(keys, 'phonetic first name', 'given name yomi', 'yomi name', 'group membership', 'file as'),
  ],
  [
    'pipedrive-people',
    (keys) =>
      some(
        keys,
        /^person (?:name|first name|last name|vorname|nachname|e ?mail|telefon|phone|organi[sz]ation)/,
      ),
  ],
  [
    'pipedrive-organizations',
    (keys) =>
      some(keys, /^organi[sz]ation (?:name|owner|address|label|id|adresse|besitzer)/) &&
      !some(keys, /^(?:person|deal) /),
  ],
  [
    'salesforce-report',
    (keys) =>
      any(
        keys,
        'contact id',
        'account id',
        'kontakt id',
        'accountname',
        'lead id',
        'accountid',
        'mailingstreet',
        'mailing street',
        'mailing city',
        'account owner',
        'billing street',
        'billing city',
        'company account',
        'lead source',
      ) ||
      has(keys, 'account name') ||
      has(keys, 'firstname', 'lastname', 'accountid'),
  ],
  [
    'hubspot-contacts',
    (keys) => (any(keys, 'record id', 'datensatz id') || count(keys, ...ownColumns) >= 2) && isPerson(keys),
  ],
  [
    'hubspot-companies',
    (keys) =>
      (any(keys, 'record id', 'datensatz id') || count(keys, ...ownColumns) >= 2) &&
      any(keys, 'company name', 'name', 'company domain name', 'unternehmensname', 'name des unternehmens'),
  ],
]

/** @param names the cells of the header */
export function formatOf(names: readonly string[]): TableFormat {
  const keys = new Set(names.map(headerKey))
  return rules.find(([, fits]) => fits(keys))?.[0] ?? 'csv'
}

const taskFormats: readonly TableFormat[] = [
  'todoist',
  'asana',
  'linear',
  'trello',
  'ticktick',
  'clickup',
  'jira',
]

export function kindOf(format: TableFormat, names: readonly string[]): Kind {
  if (taskFormats.includes(format)) return 'tasks'
  if (format === 'hubspot-companies' || format === 'pipedrive-organizations') return 'companies'
  if (format === 'google-contacts' || format === 'outlook' || format === 'pipedrive-people') return 'people'
  const contact = new Set(names.map(contactConcept))
  const task = new Set(names.map(taskConcept))
  const keys = new Set(names.map(headerKey))
  const hasContact = (...concepts: readonly ContactConcept[]) => concepts.some((one) => contact.has(one))
  const hasTask = (...concepts: readonly TaskConcept[]) => concepts.some((one) => task.has(one))
  if (hasContact('first', 'last')) return 'people'
  const isCalledTask = ownTitles.some((title) =>
    ['', 'task ', 'activity ', 'aktivitat '].some((of) => keys.has(of + title)),
  )
  if (isCalledTask && hasTask('due')) return 'tasks'
  if (hasContact('jobTitle')) return 'people'
  if (isCalledTask && hasTask('due', 'priority', 'status', 'assignee', 'completed')) return 'tasks'
  const isContact = hasContact('email', 'phone', 'company', 'domain')
  if (!isContact && hasTask('title') && hasTask('due', 'priority', 'completed', 'status')) return 'tasks'
  if (hasContact('company') && !hasContact('name')) return 'companies'
  return hasContact('domain') && !hasContact('email') ? 'companies' : 'people'
}

/** Headers that only tasks have. */
const ownTitles = [
  'title',
  'task',
  'task name',
  'summary',
  'subject',
  'to do',
  'aufgabe',
  'aufgabenname',
  'betreff',
  'titel',
]

/** How many columns of a header are known: by it the header and the separator are found. */
export const knownColumns = (names: readonly string[]): number => {
  const stripped = names.map((name) => name.replace(/^(?:person|organi[sz]ation) - /i, ''))
  const known = stripped.filter(
    (name) => contactConcept(name) !== undefined || taskConcept(name) !== undefined,
  )
  const bonus = formatOf(names) === 'csv' ? 0 : 5
  return new Set(known).size + bonus
}
