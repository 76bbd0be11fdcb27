// The filter and the order of a table of records in its address, as a query of records has them (GEN-12).
import type { FieldKind } from '../../shared/api/objects.ts'
import { systemNames, type RecordSort } from '../../shared/api/record-query.ts'
import { membersOfWorkspace } from '../access/members.store.ts'
import type { Field } from '../objects/objects.store.ts'
import { parseNumber } from '../../shared/typed-number.ts'
import { localeNow, say } from '../language/say.ts'
import { html, type Html } from '../oauth/pages/html.ts'
import { sortedKinds } from '../records/query/record-query-fields.rules.ts'
import { fieldKey } from '../records/record-values.rules.ts'
import type { Visit } from '../site/kit.ts'
import { hrefOf } from '../site/parts.ts'
import { momentOf } from './dates.ts'

/** Fields that the form offers; the address takes all. */
const mostOffered = 12
const mostOptions = 100

const choices: readonly FieldKind[] = ['select', 'status', 'multi_select']
const textual: readonly FieldKind[] = ['text', 'long_text', 'email', 'url', 'phone']
const ranged: readonly FieldKind[] = ['number', 'currency', 'rating', 'date', 'datetime']
const own = ['object', 'q', 'sort', 'show'] as const

/** The name of a field in the address, so that none is one of ours. */
const nameOf = (fields: readonly Field[], field: Field): string => `f-${fieldKey(fields, field)}`

/** The name of a field in a sort: a value that every record has wins over an equal slug. */
export const sortKeyOf = (fields: readonly Field[], field: Field): string =>
  systemNames.some((name) => name === field.slug) ? field.id : fieldKey(fields, field)

const hasFilter = ({ kind }: Field): boolean =>
  choices.includes(kind) ||
  textual.includes(kind) ||
  ranged.includes(kind) ||
  kind === 'checkbox' ||
  kind === 'user_reference'

/** An operand as a query takes it: an unfit text stays one, and is refused with the reason. */
const operandOf = (visit: Visit, kind: FieldKind, text: string, isEnd: boolean): unknown => {
  if (kind === 'number' || kind === 'currency' || kind === 'rating') {
    // The address is also read by people of the other language, so what a program would write comes first.
    const number = Number(text)
    return Number.isFinite(number) ? number : (parseNumber(text, localeNow()) ?? text)
  }
  if (kind === 'checkbox') return text === 'yes'
  if (kind !== 'datetime') return text
  const at = momentOf(visit, text.length === 10 && isEnd ? `${text}T23:59` : text)
  return at === undefined ? text : new Date(isEnd ? at + 59_999 : at).toISOString()
}

type Tests = Record<string, unknown>

/** Unticked boxes of a new record have no value, and are not ticked. */
const testsOf = (visit: Visit, name: string, field: Field): Tests | { $not: Tests } | undefined => {
  const { query } = visit
  const { kind } = field
  const value = query.get(name)?.trim() ?? ''
  if (value === 'none' && (choices.includes(kind) || kind === 'user_reference')) return { $empty: true }
  if (textual.includes(kind)) return value === '' ? undefined : { $contains: value }
  if (ranged.includes(kind)) {
    const [from, to] = [query.get(`${name}.from`)?.trim() ?? '', query.get(`${name}.to`)?.trim() ?? '']
    const tests: Tests = {
      ...(value !== '' && { $eq: operandOf(visit, kind, value, false) }),
      ...(from !== '' && { $gte: operandOf(visit, kind, from, false) }),
      ...(to !== '' && { $lte: operandOf(visit, kind, to, true) }),
    }
    return Object.keys(tests).length === 0 ? undefined : tests
  }
  if (value === '') return undefined
  if (kind === 'checkbox') return value === 'yes' ? { $eq: true } : { $not: { $eq: true } }
  return kind === 'multi_select'
    ? { $contains: value }
    : { $eq: kind === 'user_reference' && value === 'me' ? visit.actor.personId : value }
}

export type Wish = {
  filter: Record<string, unknown>
  sorts: RecordSort[]
  /** Whether nothing but words of the title is asked for. */
  isOnlyWords: boolean
  /** The choices, without the place in the list. */
  address: URLSearchParams
}

/** @param fields those that the visitor may see */
export function wishOf(visit: Visit, object: string, fields: readonly Field[]): Wish {
  const { query } = visit
  const isArchived = query.get('show') === 'archived'
  const address = new URLSearchParams({ object })
  for (const name of own.slice(1)) {
    const value = query.get(name)?.trim() ?? ''
    if (value !== '' && !(isArchived && name === 'sort')) address.set(name, value)
  }
  const all: Record<string, unknown>[] = []
  let isOnlyWords = true
  for (const word of (query.get('q') ?? '').trim().split(/\s+/).slice(0, 5))
    if (word !== '') all.push({ title: { $contains: word.slice(0, 200) } })
  if (isArchived) {
    isOnlyWords = false
    all.push({ archived: { $eq: true } })
  }
  for (const field of fields) {
    const name = nameOf(fields, field)
    if (!hasFilter(field)) continue
    const tests = testsOf(visit, name, field)
    if (tests === undefined) continue
    isOnlyWords = false
    for (const part of [name, `${name}.from`, `${name}.to`]) {
      const value = query.get(part)?.trim() ?? ''
      if (value !== '') address.set(part, value)
    }
    all.push('$not' in tests ? { $not: { [field.id]: tests.$not } } : { [field.id]: tests })
  }
  // No index has archived records in another order than the newest first: all of them would be read for a page.
  const [, minus, key] = /^(-?)(.+)$/.exec(address.get('sort') ?? '') ?? []
  const sorts: RecordSort[] =
    key === undefined ? [] : [{ field: key, direction: minus === '-' ? 'desc' : 'asc' }]
  isOnlyWords &&= sorts.length === 0
  return { filter: all.length === 0 ? {} : { $and: all }, sorts, isOnlyWords, address }
}

export type Sorted = 'ascending' | 'descending' | undefined

/** The link in the heading of a column, which sorts by it, and the present direction. Undefined for a column that cannot be sorted by. */
export function sortLink(
  visit: Visit,
  { address }: Wish,
  key: string,
  kind: FieldKind,
): { href: string; sorted: Sorted } | undefined {
  if (!sortedKinds.includes(kind) || address.get('show') === 'archived') return undefined
  const current = address.get('sort')
  const sorted = current === key ? 'ascending' : current === `-${key}` ? 'descending' : undefined
  const query = new URLSearchParams(address)
  query.set('sort', sorted === 'ascending' ? `-${key}` : key)
  return { href: hrefOf(visit, `records?${query.toString()}`), sorted }
}

const input = (visit: Visit, name: string, label: string, attributes: Html): Html =>
  html`<div class="field">
    <label for="filter-${name}">${label}</label>
    <input
      id="filter-${name}"
      name="${name}"
      value="${(visit.query.get(name) ?? '').slice(0, 200)}"
      ${attributes}
    />
  </div>`

const select = (
  visit: Visit,
  name: string,
  label: string,
  options: readonly (readonly [value: string, text: string])[],
): Html =>
  html`<div class="field">
    <label for="filter-${name}">${label}</label>
    <select id="filter-${name}" name="${name}">
      ${options.map(([value, text]) => html`<option value="${value}" ${value === (visit.query.get(name) ?? '') && html` selected`}>${text}</option>`)}
    </select>
  </div>`

const inputType = (kind: FieldKind): Html =>
  kind === 'date' || kind === 'datetime'
    ? html`type="date"`
    : html`type="text" inputmode="decimal" autocomplete="off"`

/** The form of the filter. @param fields those that the visitor may see */
export async function filterForm(
  visit: Visit,
  object: string,
  fields: readonly Field[],
  isOpen: boolean,
): Promise<Html> {
  const offered = fields.filter((field) => !field.primary && hasFilter(field)).slice(0, mostOffered)
  const people = offered.some(({ kind }) => kind === 'user_reference')
    ? (await membersOfWorkspace(visit.tx, visit.workspace.id)).slice(0, mostOptions)
    : []
  const sort = visit.query.get('sort')
  const fieldOf = (field: Field): Html => {
    const { kind, options } = field
    const name = nameOf(fields, field)
    if (textual.includes(kind))
      return input(
        visit,
        name,
        say('records.filter.contains', { field: field.name }),
        html`type="text" maxlength="200" autocomplete="off"`,
      )
    if (ranged.includes(kind))
      return html`${input(visit, `${name}.from`, say('records.filter.from', { field: field.name }), inputType(kind))}
      ${input(visit, `${name}.to`, say('records.filter.to', { field: field.name }), inputType(kind))}`
    if (kind === 'checkbox')
      return select(visit, name, field.name, [
        ['', say('records.filter.all')],
        ['yes', say('records.value.yes')],
        ['no', say('records.value.no')],
      ])
    const known =
      kind === 'user_reference'
        ? [
            ['me', say('home.members.me')] as const,
            ...people.flatMap((one) => (one.id === visit.person.id ? [] : [[one.id, one.name] as const])),
          ]
        : (options?.choices ?? []).slice(0, mostOptions).map((choice) => [choice.id, choice.name] as const)
    return select(visit, name, field.name, [
      ['', say('records.filter.all')],
      ...known,
      ['none', say('records.filter.none')],
    ])
  }
  return html`<form method="get" action="${hrefOf(visit, 'records')}">
    <input type="hidden" name="object" value="${object}" />
    ${sort !== null && html`<input type="hidden" name="sort" value="${sort}" />`}
    <div class="filter">
      ${input(visit, 'q', say('records.filter.words'), html`type="search" maxlength="200" autocomplete="off"`)}
      ${select(visit, 'show', say('home.show'), [
        ['', say('records.filter.active')],
        ['archived', say('records.filter.archived')],
      ])}
      <div class="actions"><button type="submit">${say('home.show')}</button></div>
    </div>
    ${
      offered.length > 0 &&
      html`<details class="more" ${isOpen && html` open`}>
        <summary>${say('records.filter.more')}</summary>
        <div class="filter">
          ${offered.map(fieldOf)}
          <div class="actions"><button type="submit">${say('home.show')}</button></div>
        </div>
      </details>`
    }
  </form>`
}
