// The table of an object: sorted, filtered and paged by its address, so that it is kept as a link.
import { z } from 'zod'
import { queryLimits } from '../../shared/api/record-query.ts'
import { mayWriteRecords } from '../access/principal.ts'
import { derivation } from '../db/derivation.ts'
import { decodeCursorAs, encodeCursor } from '../http/cursor.ts'
import { canonicalJson } from '../http/validation.ts'
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
import { readSorts } from '../records/query/record-query-fields.rules.ts'
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
      faults: [...(read.ok ? [] : read.faults), ...(order.ok ? [] : order.faults)].map(
        ({ message }) => message,
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
  return html`<div class="scroll" role="region" aria-label="${object.pluralName}" tabindex="0">
    <table>
      <caption>
        ${object.pluralName}${wish.sorts.length === 0 ? ', newest first' : ''}
      </caption>
      <thead>
        <tr>
          ${head('Name', sortLink(visit, wish, 'title', 'text'))}
          ${columns.map((field) => head(field.name, sortLink(visit, wish, sortKeyOf(fields, field), field.kind)))}
          ${head('Changed', sortLink(visit, wish, 'updated_at', 'datetime'))}
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
              <td data-label="Changed">${timeOf(visit, record.updatedAt, '')}</td>
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`
}

const emptyTable = (visit: Visit, object: ObjectType, wish: Wish, more: boolean): Html => {
  const plain = `records?object=${object.slug}`
  if (visit.query.has('cursor') || more)
    return html`<p>
      ${more ? 'Nothing on this page matches; the next one goes on.' : 'There is nothing on this page.'}
    </p>`
  const isFiltered = [...wish.address.keys()].some((name) => name !== 'object' && name !== 'sort')
  if (isFiltered) return html`<p>Nothing matches. <a href="${hrefOf(visit, plain)}">Show all</a></p>`
  return html`<p>
    There are no ${object.pluralName} yet.
    ${
      mayWriteRecords(visit.actor.role)
        ? html`<a href="${hrefOf(visit, `new-record?object=${object.slug}`)}">Create the first one</a>, or
            <a href="/settings/${visit.workspace.slug}/import">import a file</a>.`
        : 'Owners and admins of the workspace create them.'
    }
  </p>`
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
          <p>This filter cannot be used.</p>
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
          ${mayWriteRecords(actor.role) && html`<a href="${hrefOf(visit, `new-record?object=${object.slug}`)}">New ${object.singularName}</a>`}
          <a href="${hrefOf(visit, address)}">Link to this list</a>
          ${wish.sorts.length > 0 && html`<a href="${hrefOf(visit, newestFirst(wish))}">Newest first</a>`}
        </p>
        ${await filterForm(visit, object.slug, fields, isFiltered)} ${shown}
        ${!found.faults && nextLink(found.cursor && hrefOf(visit, `records?${next.toString()}`))}
        ${query.has('cursor') && html`<p><a href="${hrefOf(visit, address)}">First page</a></p>`}`,
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
              There are no objects yet, such as people or companies.
              ${actor.role === 'member' ? 'Owners and admins add them.' : html`<a href="/settings/${workspace.slug}/objects">Add one in the settings</a>`}
            </p>`
          : html`<ul>
              ${objects.map(({ slug, pluralName, description }) => html`<li><a href="${hrefOf(visit, `records?object=${slug}`)}">${pluralName}</a>${description && ` – ${description}`}</li>`)}
            </ul>`,
    }
  },
}
