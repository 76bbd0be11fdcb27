// The table of an object: sorted, filtered and paged by its address, so that it is kept as a link.
import { z } from 'zod'
import { queryLimits } from '../../shared/api/record-query.ts'
import { mayWriteRecords } from '../access/principal.ts'
import { derivation } from '../db/derivation.ts'
import { decodeCursorAs, encodeCursor } from '../http/cursor.ts'
import { canonicalJson } from '../http/validation.ts'
import { languageNow, say, sayParts } from '../language/say.ts'
import {
  fieldsOfObject,
  objectBySlug,
  objectsOfWorkspace,
  type Field,
  type ObjectType,
} from '../objects/objects.store.ts'
import { html, withCode, type Html } from '../oauth/pages/html.ts'
import { browseRecords, titleMatcher } from '../records/browse.store.ts'
import { recordsAmong } from '../records/records.store.ts'
import { longestQuery } from '../../shared/api/limits.ts'
import { readSorts, type QueryFault } from '../records/query/record-query-fields.rules.ts'
import { answerQuestion } from '../records/query/record-query-run.ts'
import { readFilter } from '../records/query/record-query.rules.ts'
import type { StoredRecord } from '../records/record.ts'
import { everyone, type SitePage, type Visit } from '../site/kit.ts'
import { hrefOf, nextLink, pageLength, timeOf } from '../site/parts.ts'
import { cellsOf } from './cells.ts'
import { filterForm, sortKeyOf, sortLink, wishOf, type Wish } from './record-filter.ts'
import { shortTitle } from './tasks.ts'

/** Columns beside the title and the last change. */
const mostColumns = 6

/** Without the Pro plan, enriched fields are left out (LCH-04). */
export const shownFields = (fields: readonly Field[], plan: 'free' | 'pro'): Field[] =>
  fields.filter(({ proOnly }) => !proOnly || plan === 'pro')

const kind = `page.records ${derivation}`
const place = z.tuple([z.int(), z.string()])
const position = z
  .tuple([z.array(z.string().nullable()).max(queryLimits.sorts), z.int(), z.string()])
  .transform(([keys, createdAt, id]) => ({ keys, createdAt, id }))

/** In English, the words of the API. */
const filterFault = (fields: readonly Field[], { path, message }: QueryFault): string => {
  if (languageNow() === 'en') return message
  if (path[0] === 'sorts') return say('records.filter.sort')
  const field = fields.find(({ id }) => path.includes(id))
  if (!field) return message
  return say('records.filter.fault', { field: field.name, problem: say(`records.expected.${field.kind}`) })
}

type Found =
  | { records: StoredRecord[]; cursor: string | undefined; faults?: undefined }
  | { faults: readonly string[] }

const find = async (
  visit: Visit,
  object: ObjectType,
  fields: readonly Field[],
  { filter, sorts: asked, isOnlyWords }: Wish,
): Promise<Found> => {
  const { tx, workspace } = visit
  const [read, order] = [readFilter(fields, filter), readSorts(fields, asked)]
  if (!read.ok || !order.ok)
    return {
      faults: [...(read.ok ? [] : read.faults), ...(order.ok ? [] : order.faults)].map((fault) =>
        filterFault(fields, fault),
      ),
    }
  const q = (visit.query.get('q') ?? '').trim().slice(0, longestQuery)
  const filtersKey = canonicalJson([workspace.id, object.id, filter, asked])
  const given = visit.query.get('cursor') ?? ''
  const cursorOf = (at: readonly unknown[] | null) => (at ? encodeCursor(kind, filtersKey, at) : undefined)
  // The words of titles have an index, which leads to the newest.
  if (q !== '' && isOnlyWords) {
    const after = decodeCursorAs(place, kind, filtersKey, given) ?? undefined
    const { ids, next } = await browseRecords(tx, workspace.id, object.id, {
      query: q,
      after,
      limit: pageLength,
    })
    const found = new Map((await recordsAmong(tx, workspace.id, ids)).map((record) => [record.id, record]))
    return { records: ids.flatMap((id) => found.get(id) ?? []), cursor: cursorOf(next) }
  }
  const after = decodeCursorAs(position, kind, filtersKey, given) ?? undefined
  const question = {
    workspaceId: workspace.id,
    objectId: object.id,
    sorts: order.sorts,
    after,
    limit: pageLength,
  }
  const answered = await answerQuestion(tx, { ...question, condition: read.condition })
  // One order is never too much.
  if (!answered.ok) return { records: [], cursor: undefined }
  const { next, records } = answered
  const isFound = q === '' ? () => true : titleMatcher(q)
  return {
    records: records.filter(({ title }) => isFound(title)),
    cursor: cursorOf(next && [next.keys, next.createdAt, next.id]),
  }
}

/** Fields that previews have, else the first ones. */
const columnsOf = (fields: readonly Field[]): Field[] => {
  const others = fields.filter(({ primary, kind: is }) => !primary && is !== 'json')
  const previewed = others.filter(({ inPreview }) => inPreview)
  return (previewed.length > 0 ? previewed : others).slice(0, mostColumns)
}

const head = (label: string, link: ReturnType<typeof sortLink>): Html =>
  link === undefined
    ? html`<th scope="col">${label}</th>`
    : html`<th scope="col" ${link.sorted && html` aria-sort="${link.sorted}"`}>
        <a href="${link.href}"
          >${label}${link.sorted === 'ascending' && ' ▲'}${link.sorted === 'descending' && ' ▼'}</a
        >
      </th>`

const tableOf = async (
  visit: Visit,
  object: ObjectType,
  fields: readonly Field[],
  records: readonly StoredRecord[],
  wish: Wish,
): Promise<Html> => {
  const columns = columnsOf(fields)
  const cell = await cellsOf(visit, columns, records)
  const changed = say('records.column.changed')
  return html`<div class="scroll" role="region" aria-label="${object.pluralName}" tabindex="0">
    <table>
      <caption>
        ${wish.sorts.length === 0 ? say('records.newestFirst', { objects: object.pluralName }) : object.pluralName}
      </caption>
      <thead>
        <tr>
          ${head(say('records.column.name'), sortLink(visit, wish, 'title', 'text'))}
          ${columns.map((field) => head(field.name, sortLink(visit, wish, sortKeyOf(fields, field), field.kind)))}
          ${head(changed, sortLink(visit, wish, 'updated_at', 'datetime'))}
        </tr>
      </thead>
      <tbody>
        ${records.map(
          (record) =>
            html`<tr>
              <th scope="row">
                <a href="${hrefOf(visit, `records/${record.id}`)}">${shortTitle(record.title)}</a>
              </th>
              ${columns.map((field) => html`<td data-label="${field.name}">${cell(record, field)}</td>`)}
              <td data-label="${changed}">${timeOf(visit, record.updatedAt, '')}</td>
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`
}

const emptyTable = (visit: Visit, object: ObjectType, wish: Wish, more: boolean): Html => {
  const plain = `records?object=${object.slug}`
  if (visit.query.has('cursor') || more)
    return html`<p>${say(more ? 'records.none.pageYet' : 'records.none.page')}</p>`
  const isFiltered = [...wish.address.keys()].some((name) => name !== 'object' && name !== 'sort')
  if (isFiltered)
    return html`<p>
      ${say('records.none.match')} <a href="${hrefOf(visit, plain)}">${say('records.none.showAll')}</a>
    </p>`
  const create = html`<a href="${hrefOf(visit, `new-record?object=${object.slug}`)}"
    >${say('records.none.create')}</a
  >`
  const upload = html`<a href="/settings/${visit.workspace.slug}/import">${say('records.none.import')}</a>`
  const ways = mayWriteRecords(visit.actor.role)
    ? sayParts<'records.none.ways', Html>('records.none.ways', { create, upload })
    : say('records.none.managers')
  return html`<p>${say('records.none', { objects: object.pluralName })} ${ways}</p>`
}

export const recordsPage: SitePage = {
  path: 'records',
  title: 'page.home.records',
  roles: everyone,
  async read(visit) {
    const { tx, workspace, actor, query } = visit
    const object = await objectBySlug(tx, workspace.id, query.get('object') ?? '')
    if (!object) return undefined
    const fields = shownFields(await fieldsOfObject(tx, workspace.id, object.id), workspace.plan)
    const wish = wishOf(visit, object.slug, fields)
    const found = await find(visit, object, fields, wish)
    const address = `records?${wish.address.toString()}`
    const isFiltered = [...wish.address.keys()].some((name) => name.startsWith('f-'))
    const next = new URLSearchParams(wish.address)
    if (!found.faults && found.cursor) next.set('cursor', found.cursor)
    const shown = found.faults
      ? html`<div class="notice" role="alert">
          <p>${say('records.filter.refused')}</p>
          <ul>
            ${found.faults.slice(0, 10).map((message) => html`<li>${withCode(message)}</li>`)}
          </ul>
        </div>`
      : found.records.length === 0
        ? emptyTable(visit, object, wish, found.cursor !== undefined)
        : await tableOf(visit, object, fields, found.records, wish)
    return {
      title: object.pluralName,
      body: html`<p class="ways">
          ${mayWriteRecords(actor.role) && html`<a href="${hrefOf(visit, `new-record?object=${object.slug}`)}">${say('records.new', { object: object.singularName })}</a>`}
          <a href="${hrefOf(visit, address)}">${say('home.linkToList')}</a>
          ${wish.sorts.length > 0 && html`<a href="${hrefOf(visit, newestFirst(wish))}">${say('records.newest')}</a>`}
        </p>
        ${await filterForm(visit, object.slug, fields, isFiltered)} ${shown}
        ${!found.faults && nextLink(found.cursor && hrefOf(visit, `records?${next.toString()}`))}
        ${query.has('cursor') && html`<p><a href="${hrefOf(visit, address)}">${say('home.firstPage')}</a></p>`}`,
    }
  },
}

const newestFirst = ({ address }: Wish): string => {
  const query = new URLSearchParams(address)
  query.delete('sort')
  return `records?${query.toString()}`
}

export const objectsPage: SitePage = {
  path: 'objects',
  title: 'page.home.objects',
  roles: everyone,
  async read(visit) {
    const { tx, workspace, actor } = visit
    const objects = await objectsOfWorkspace(tx, workspace.id)
    return {
      body:
        objects.length === 0
          ? html`<p>
              ${say('records.objects.none')}
              ${actor.role === 'member' ? say('records.objects.managers') : html`<a href="/settings/${workspace.slug}/objects">${say('records.objects.add')}</a>`}
            </p>`
          : html`<ul>
              ${objects.map(({ slug, pluralName, description }) => html`<li><a href="${hrefOf(visit, `records?object=${slug}`)}">${pluralName}</a>${description && ` – ${description}`}</li>`)}
            </ul>`,
    }
  },
}
