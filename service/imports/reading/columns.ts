// The meaning of a column by its header, in English and in German, whatever the order of the columns.
import { fold } from '../../../shared/search/text-fold.ts'

/** A cell of a row that is tried as a header can be long. */
const longestHeader = 200

/** A header without case, accents and marks: `E-mail 1 - Value` is `e mail 1 value`. */
export const headerKey = (header: string): string =>
  header.length > longestHeader
    ? ''
    : fold(header)
        .replaceAll(/[^\p{L}\p{N}#]+/gu, ' ')
        .trim()

export type ContactConcept =
  | 'name'
  | 'first'
  | 'middle'
  | 'last'
  | 'email'
  | 'phone'
  | 'jobTitle'
  | 'company'
  | 'notes'
  | 'domain'

const place = String.raw`(?: (?:work|home|other|business|personal|private?|privat|primary|main|mobile|office|arbeit|beruflich|geschaftlich|dienstlich|buro|zuhause|sonstige[rs]?|weitere|haupt))?`

/** In this order: the first that fits a header is its meaning. */
const contactRules: readonly (readonly [ContactConcept, RegExp])[] = [
  ['first', /^(?:first|first name|given name|firstname|forename|vornamen?|rufname)$/],
  [
    'middle',
    /^(?:middle|middle name|additional name|middlename|weitere[r]? vornamen?|zweiter vorname|zweitname)$/,
  ],
  ['last', /^(?:last|last name|family name|lastname|surname|nachname|familienname|zuname)$/],
  [
    'name',
    /^(?:name|(?:full|display|contact|person|complete) name|fullname|displayname|(?:voller|vollstandiger|anzeige|kontakt) ?name|kontakt|kontaktperson|contact|ansprechpartner(?:in)?|person)$/,
  ],
  [
    'email',
    new RegExp(
      String.raw`^(?:(?:work|primary|secondary|business|personal|home|private|other|contact|haupt|geschaftliche|primare|sekundare) )?(?:e ?mails?|mail)(?: (?:address|addresses|adressen?|addresse))?(?: \d+)?(?: (?:value|address|adresse))?${place}(?: \d+)?$`,
    ),
  ],
  ['email', /^(?:emailadresse|emailaddress|mailadresse|e ?mailadresse)(?: \d+)?$/],
  [
    'company',
    /^(?:(?:company|account|organization|organisation|employer)(?: 1)?(?: name)?|companyname|accountname|account(?: name)? account name|company account|firma|firmenname|(?:name (?:des|der) )?(?:unternehmens?|firma|organisation)|unternehmensname|organisationsname|arbeitgeber|(?:primary )?associated company(?: primary)?|zugeordnetes unternehmen(?: primar)?)$/,
  ],
  [
    'jobTitle',
    /^(?:job ?title|position|role|rolle|funktion|job ?titel|arbeitstitel|jobbezeichnung|berufsbezeichnung|stellenbezeichnung|stelle|organization(?: 1)? title)$/,
  ],
  [
    'notes',
    /^(?:notes?|notiz(?:en)?|comments?|kommentare?|bemerkung(?:en)?|anmerkung(?:en)?|description|beschreibung|about us|about|info)$/,
  ],
  [
    'domain',
    /^(?:(?:company )?domain(?: name)?|unternehmensdomain|domain(?: name)? des unternehmens|(?:company )?website(?: url)?(?: 1 value)?|web ?site|web ?page|webseite|homepage|url|internet(?:seite|adresse)?)$/,
  ],
]

const phoneWord =
  /\b(?:phones?|\p{L}*telefon\w*|tele?phone|tel|mobile?|mobil\w*|handy\w*|cell|cellphone|rufnummer)\b/u
/** Numbers by which the person is not called, and columns that only say something of a number. */
const otherNumber =
  /\b(?:fax|telefax|\w*fax|pager|assistants?|assistant s|assistenz|assistent\w*|callback|ruckmeldung|radio|tty|tdd|isdn|telex|label|type|typ|country|code|extension|opt|consent|status|calls?|anruf\w*|horbehinderte|autotelefon|car|do not|carrier|verified)\b/

/** The meaning of a column of contacts. */
export function contactConcept(header: string): ContactConcept | undefined {
  const key = headerKey(header)
  const rule = contactRules.find(([, pattern]) => pattern.test(key))
  if (rule) return rule[0]
  return phoneWord.test(key) && !otherNumber.test(key) ? 'phone' : undefined
}

/** Headers of one meaning, for fields that are called like another one of them. */
export const fieldWords: readonly (readonly string[])[] = [
  'amount|value|deal value|deal amount|betrag|wert|summe|auftragswert|volumen',
  'price|preis',
  'revenue|annual revenue|umsatz|jahresumsatz',
  'currency|wahrung',
  'stage|deal stage|pipeline stage|phase|stufe',
  'status|state|zustand',
  'close date|expected close date|closing date|closed|abschlussdatum|abschluss|voraussichtlicher abschluss|erwartetes abschlussdatum|voraussichtliches abschlussdatum|schlusstermin',
  'owner|assignee|assigned to|deal owner|opportunity owner|opportunity inhaber|contact owner|company owner|account owner|besitzer|inhaber|zustandig|verantwortlich|verantwortliche|verantwortlicher|bearbeiter',
  'company|companies|organization|organisation|account|account name|company name|associated company|firma|unternehmen|kunde|customer|client',
  'contact|contacts|contact person|person|people|associated contact|associated contacts|kontakt|kontakte|kontaktperson|ansprechpartner',
  'rating|stars|bewertung|sterne',
  'tags|tag|labels|label|categories|category|schlagworte|schlagwort|kategorien|kategorie|etiketten',
  'industry|branche',
  'active|aktiv',
  'street|strasse',
  'city|ort|stadt',
  'country|land',
  'region|state province|bundesland',
  'address|adresse|anschrift',
  'postal code|zip|zip code|postcode|plz|postleitzahl',
  'birthday|date of birth|geburtstag|geburtsdatum',
  'start|start date|beginn|startdatum',
  'end|end date|ende|enddatum',
  'due|due date|deadline|fallig|fallig am|frist',
  'created|created at|create date|creation date|erstellt|erstellt am|erstellungsdatum',
  'priority|prioritat',
  'quantity|menge|anzahl',
  'type|typ|art',
  'source|lead source|quelle',
  'department|abteilung',
  'employees|number of employees|mitarbeiter|anzahl mitarbeiter|mitarbeiterzahl',
  'language|sprache',
  'probability|wahrscheinlichkeit',
  'description|notes|comment|comments|beschreibung|notizen|bemerkung|bemerkungen|kommentar',
].map((words) => words.split('|'))

/** Headers of the primary field, whatever it is called. */
export const recordTitles: readonly string[] = [
  'name',
  'title',
  'titel',
  'bezeichnung',
  'subject',
  'betreff',
  'deal name',
  'opportunity name',
]

export type TaskConcept =
  | 'title'
  | 'description'
  | 'due'
  | 'start'
  | 'end'
  | 'priority'
  | 'status'
  | 'progress'
  | 'completed'
  | 'canceled'
  | 'assignee'
  | 'assigneeEmail'
  | 'section'
  | 'labels'
  | 'parent'
  | 'id'
  | 'repeat'
  | 'archived'

const taskRules: readonly (readonly [TaskConcept, RegExp])[] = [
  [
    'title',
    /^(?:title|task|task name|name|card name|summary|subject|content|to ?do|aufgabe|aufgabenname|titel|betreff|bezeichnung|zusammenfassung)$/,
  ],
  [
    'description',
    /^(?:description|notes?|content|task content|body|details?|card description|beschreibung|notiz(?:en)?|text|comments?|kommentare?|checklist items|checklistenelemente)$/,
  ],
  [
    'due',
    /^(?:due|due date|due on|deadline|date|fallig|fallig am|falligkeit|falligkeitsdatum|frist|termin|datum)$/,
  ],
  ['start', /^(?:start|start date|start on|timeline start|beginn|startdatum|beginnt am|starttermin)$/],
  ['end', /^(?:end|end date|finish|finish date|timeline end|ende|enddatum|fertigstellung)$/],
  ['priority', /^(?:priority|importance|prioritat|wichtigkeit|prio)$/],
  ['status', /^(?:status|state|current state|zustand)$/],
  ['progress', /^(?:progress|fortschritt)$/],
  [
    'completed',
    /^(?:completed|completed at|completed time|completed on|completed date|date (?:completed|done|closed)|completion date|due complete|accepted at|resolved|done|finished|erledigt|erledigt am|abgeschlossen|abgeschlossen am)$/,
  ],
  ['canceled', /^(?:cancell?ed|cancell?ed at|abgebrochen)$/],
  ['assigneeEmail', /^(?:assignee e ?mail|e ?mail (?:des |der )?(?:zustandigen(?: person)?|bearbeiters?))$/],
  [
    'assignee',
    /^(?:assignees?|assigned(?: to)?|assign|responsible|owners?|owned by|resource names|members|person|people|zustandig|(?:zustandige|zugewiesene) person|zugewiesen (?:an|zu)|verantwortliche?r?|bearbeiter(?:in)?|zugewiesen|wer)$/,
  ],
  [
    'section',
    /^(?:section|section column|list|list name|column|column name|bucket(?: name)?|bucketname|abschnitt|liste|spalte|abschnitt spalte)$/,
  ],
  [
    'labels',
    /^(?:labels?|tags?|categor(?:y|ies)|schlagworte?r?|stichworte?r?|bezeichnungen|etikett(?:en)?|kategorien?)$/,
  ],
  [
    'parent',
    /^(?:parent|parent (?:task|issue|key|id|task id)|parentid|ubergeordnet|ubergeordnete[rs]? (?:aufgabe|vorgang|element))$/,
  ],
  ['id', /^(?:id|task id|taskid|card id|issue id|identifier|aufgaben id|vorgangs id)$/],
  ['repeat', /^(?:repeat|recurrence|wiederholung)$/],
  ['archived', /^(?:archived|archiviert)$/],
]

/** The meanings of a column of tasks. `content` is a title in one program and a text in another. */
export function taskConcept(header: string): TaskConcept | undefined {
  const key = headerKey(header)
  // `% Complete` is not whether it is complete.
  if (header.includes('%')) return /^(?:complete|erledigt|abgeschlossen)$/.test(key) ? 'progress' : undefined
  const own = taskRules.find(([, pattern]) => pattern.test(key))?.[0]
  // `Task status` in HubSpot, `Activity - Due date` in Pipedrive.
  const short = key.replace(/^(?:task|activity|aktivitat) (?=\p{L})/u, '')
  return own ?? taskRules.find(([, pattern]) => pattern.test(short))?.[0]
}

/** The column of each meaning; the first of several. */
export function taskColumns(names: readonly string[]): Partial<Record<TaskConcept, number>> {
  const found: Partial<Record<TaskConcept, number>> = {}
  for (const [index, name] of names.entries()) {
    const concept = taskConcept(name)
    if (concept !== undefined) found[concept] ??= index
  }
  return found
}
