// Address cards (vCard 2.1, 3.0 and 4.0). A line that cannot be read costs that line, a card without a name that card.
import ICAL from 'ical.js'
import { reason } from '../../../../shared/api/import-reasons.ts'
import type { ImportChoices } from '../../../../shared/api/launcher/imports.ts'
import type { ContactConcept } from '../columns.ts'
import { contactTarget, moreValues, readContact, type Candidate, type Contact } from './contact.ts'
import { otherObjects } from './people.ts'
import { membersOf } from '../members.ts'
import {
  faultOf,
  madeDrafts,
  type Draft,
  type Drafts,
  type ImportFault,
  type Mapping,
  type Target,
  type TargetObject,
} from '../plan.ts'

type Card = { line: number; lines: { line: number; text: string }[] }
type Property = {
  name: string
  params: Readonly<Record<string, string | readonly string[]>>
  parts: readonly string[]
}

export const isVcard = (text: string): boolean => /^\s*BEGIN:VCARD/i.test(text)

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** Folds are undone on bytes, because some programs fold inside of letters. */
function decodeLine(latin1: string): string {
  const bytes = Buffer.from(latin1, 'latin1')
  try {
    return utf8.decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

const isPrintable = /;\s*(?:ENCODING=)?QUOTED-PRINTABLE/i

/** The cards with the numbers of their lines. One that is not closed ends where the next begins, or with the file. */
function cardsIn(bytes: Uint8Array): Card[] {
  const cards: Card[] = []
  let card: Card | undefined
  const raw = Buffer.from(bytes)
    .toString('latin1')
    .split(/\r\n|\n|\r/)
  for (const [index, text] of raw.entries()) {
    const last = card?.lines.at(-1)
    if (/^\s*BEGIN:VCARD\s*$/i.test(text)) {
      card = { line: index + 1, lines: [] }
      cards.push(card)
    } else if (/^\s*END:VCARD\s*$/i.test(text)) card = undefined
    else if (last && /^[ \t]/.test(text)) last.text += text.slice(1)
    // A soft line break (RFC 2045), which vCard 2.1 has instead of folds.
    else if (last && last.text.endsWith('=') && isPrintable.test(last.text.split(':', 1)[0] ?? ''))
      last.text = last.text.slice(0, -1) + text
    else if (text.trim() !== '') card?.lines.push({ line: index + 1, text })
  }
  return cards
}

/** Text of vCard 2.1: `=C3=A9` for bytes, in the character set that it names. */
function printableText(value: string, head: string): string {
  const bytes = value.replaceAll(/=([\dA-F]{2})/gi, (_all, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  )
  const [, charset = 'utf-8'] = /;CHARSET="?([\w-]+)/i.exec(head) ?? []
  try {
    return new TextDecoder(charset).decode(Buffer.from(bytes, 'latin1'))
  } catch {
    return decodeLine(bytes)
  }
}

/** A parameter without a name. */
const bareType = /;(?=[\w-]+(?:;|$))/g

/** A line of vCard 2.1 as one of 3.0: `TEL;CELL` is `TEL;TYPE=CELL`. */
function modernLine(latin1: string): string {
  const at = latin1.indexOf(':')
  const head = latin1.slice(0, at)
  if (at === -1 || head.includes('"')) return decodeLine(latin1)
  const value = isPrintable.test(head)
    ? printableText(latin1.slice(at + 1), head)
        .replaceAll('\r\n', '\n')
        .replaceAll('\n', String.raw`\n`)
    : decodeLine(latin1.slice(at + 1))
  const plain = head.replaceAll(/;(?:ENCODING=)?(?:QUOTED-PRINTABLE|8BIT|7BIT)|;CHARSET="?[\w-]+"?/gi, '')
  return `${plain.replaceAll(bareType, ';TYPE=')}:${value}`
}

const unescaped = (text: string): string => text.replaceAll(/\\([,;:\\])/g, '$1')

/** Pictures and keys are not read. */
const ignoredLine = /^(?:[\w-]+\.)?(PHOTO|LOGO|SOUND|KEY)[;:]/i

/** @returns null for a line that is not a property */
function propertyOf(text: string): Property | null {
  ICAL.design.strict = false
  try {
    const [name, params, , ...values] = ICAL.parse.property(text, ICAL.design['vcard']) as [
      string,
      Record<string, string | string[]>,
      string,
      ...unknown[],
    ]
    const parts = values.flat().map((value) => unescaped(String(value)))
    return { name, params, parts }
  } catch {
    return null
  }
}

const typesOf = ({ params }: Property): string[] =>
  [params['type'] ?? []].flat().flatMap((type) => type.toLowerCase().split(','))

/** The place in the order of preference: `PREF=1` is the first, then `TYPE=pref`, then all others. */
const preference = (property: Property): number => {
  const number = Number([property.params['pref'] ?? []].flat()[0] ?? Number.NaN)
  if (!Number.isNaN(number)) return number
  return typesOf(property).includes('pref') ? 1 : 1_000
}

const noVoice = ['fax', 'pager', 'textphone', 'modem', 'isdn', 'bbs']

function contactOf(line: number, properties: readonly Property[]): Contact {
  const named = (name: string) => properties.filter((property) => property.name === name)
  const whole = (property: Property | undefined): string => property?.parts.join(', ').trim() ?? ''
  const listed = (name: string, column = name.toUpperCase()): Candidate[] =>
    named(name)
      .filter((property) => !typesOf(property).some((type) => noVoice.includes(type)))
      .toSorted((a, b) => preference(a) - preference(b))
      .map((property) => ({ text: whole(property), column, preferred: false }))
      .filter(({ text }) => text !== '')
  const single = (text: string | undefined, column: string): Candidate[] =>
    text === undefined || text.trim() === '' ? [] : [{ text: text.trim(), column, preferred: false }]
  const [last, first, middle] = named('n')[0]?.parts ?? []
  const notes = named('note')
    .map(whole)
    .filter((note) => note !== '')
  const joined = [first, middle, last].map((part) => part?.trim() ?? '').filter((part) => part !== '')
  const name = whole(named('fn')[0]) || joined.join(' ')
  const kind = whole(named('kind')[0]) || whole(named('x-kind')[0])
  return {
    line,
    concepts: {
      name: single(name, 'FN'),
      email: listed('email'),
      phone: listed('tel'),
      company: single(named('org')[0]?.parts[0], 'ORG'),
      jobTitle: [...listed('title'), ...listed('role')],
      notes: single(notes.join('\n'), 'NOTE'),
      domain: listed('url'),
    },
    others: [],
    isCompany: /^org/i.test(kind) || whole(named('x-abshowas')[0]).toUpperCase() === 'COMPANY',
  }
}

const isGroup = (properties: readonly Property[]): boolean =>
  properties.some(
    ({ name, parts }) => /^(?:kind|x-addressbookserver-kind)$/.test(name) && /^group$/i.test(parts[0] ?? ''),
  )

const columnsOf: readonly (readonly [ContactConcept, readonly string[]])[] = [
  ['name', ['FN', 'N']],
  ['email', ['EMAIL']],
  ['phone', ['TEL']],
  ['company', ['ORG']],
  ['jobTitle', ['TITLE', 'ROLE']],
  ['notes', ['NOTE']],
]

/** Reads the cards of a file. @returns undefined for an object without a primary field */
export function readCards(
  bytes: Uint8Array,
  target: Target,
  object: TargetObject,
  { badCells }: ImportChoices,
): Drafts | undefined {
  const into = contactTarget(target, object)
  if (!into) return undefined
  const drafts: Draft[] = []
  const faults: ImportFault[] = []
  const used = new Set<string>()
  const cards = cardsIn(bytes)
  const more = moreValues()
  const others = otherObjects(object)
  const context = {
    target,
    parts: { hasFirst: false, hasLast: false },
    companySplit: /\s*:::\s*/,
    nameColumns: ['FN'],
    members: membersOf(target),
    badCells,
    onMore: more.onMore,
  }
  for (const card of cards) {
    const properties: Property[] = []
    for (const { text } of card.lines) {
      const [, ignoredName] = ignoredLine.exec(text) ?? []
      if (ignoredName !== undefined) {
        used.add(ignoredName.toUpperCase())
        continue
      }
      const property = propertyOf(modernLine(text))
      if (property) properties.push(property)
      else
        faults.push(
          faultOf(
            card.line,
            decodeLine(text).split(/[;:]/, 1)[0] ?? '',
            decodeLine(text),
            reason('card_line'),
          ),
        )
    }
    for (const { name } of properties) used.add(name.toUpperCase())
    const contact = contactOf(card.line, properties)
    if (isGroup(properties)) {
      const name = contact.concepts.name?.[0]?.text ?? ''
      faults.push(faultOf(card.line, 'KIND', name, reason('card_group')))
      continue
    }
    const read = readContact(contact, into, context)
    if (read.draft) {
      drafts.push(read.draft)
      others.add(read.draft)
    }
    faults.push(...read.faults)
  }
  const mapping = columnsOf.flatMap(([concept, names]): Mapping[] => {
    const field = into.byConcept.get(concept)
    const columns = names.filter((name) => used.has(name))
    return field && columns.length > 0 ? [{ columns, field: field.slug }] : []
  })
  const mapped = new Set(mapping.flatMap(({ columns }) => columns))
  const silent = new Set(['VERSION', 'PRODID', 'REV', 'UID', 'X-ABLABEL', 'KIND'])
  const ignored = [...used].filter((name) => !mapped.has(name) && !silent.has(name)).toSorted()
  return {
    into: object.type.slug,
    rows: cards.length,
    ...madeDrafts(drafts),
    faults,
    mapping,
    ignored,
    notes: more.notes(),
    ...others.end(),
  }
}
