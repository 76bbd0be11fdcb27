// Pages and forms of records: create, change, archive, restore. Owners and admins may (AUT-13).
import { z } from 'zod'
import { mayWriteRecords } from '../access/principal.ts'
import { newUuid } from '../base/ids.ts'
import { done } from '../base/operator-error.ts'
import { entityTag } from '../http/entity-tag.ts'
import { fieldsOfObject, getObject, objectBySlug, type Field } from '../objects/objects.store.ts'
import { languageNow, say, sayParts, type PlainKey } from '../language/say.ts'
import { html, type Html } from '../oauth/pages/html.ts'
import { createRecord, patchRecord, setRecordArchived, type RecordAuthor } from '../records/record-write.ts'
import { findField } from '../records/record-values.rules.ts'
import type { RecordValue, StoredRecord } from '../records/record.ts'
import { getRecord } from '../records/records.store.ts'
import {
  form,
  managers,
  textOf,
  type FieldFault,
  type SiteForm,
  type SitePage,
  type Values,
  type Visit,
} from '../site/kit.ts'
import { formOf, hidden, hrefOf, submit } from '../site/parts.ts'
import type { ErrorDetail } from '../../shared/api/errors.ts'
import { shownFields } from './record-list.ts'
import { shortTitle } from './tasks.ts'
import {
  absent,
  anyValues,
  changedMeanwhile,
  conflictPart,
  invalid,
  outcomeOf,
  unconditional,
  versionField,
  type Difference,
} from './thing-forms.ts'
import { isEditable, nameOf, valueField, valueOf } from './values.ts'

/** A long text has up to 100,000 characters, each of up to nine bytes in a form. */
const maxBytes = 4 * 1024 * 1024
/** An object has up to 500 fields, and a place has eight inputs. */
const maxFields = 2_000

const authorOf = ({ workspace, actor, requestId, at }: Visit): RecordAuthor => ({
  workspaceId: workspace.id,
  personId: actor.personId,
  actor: { type: 'user', id: actor.personId, requestId },
  at,
})

/** Fields of a form. A required one is there without the plan, too: without it no record could be created. */
const formFields = (fields: readonly Field[], plan: 'free' | 'pro'): Field[] => {
  const shown = shownFields(fields, plan)
  return fields.filter((field) => isEditable(field) && (shown.includes(field) || field.required))
}

const inputs = async (
  visit: Visit,
  of: string,
  fields: readonly Field[],
  values: Readonly<Record<string, RecordValue>>,
  label: string,
): Promise<Html> => {
  const shown: Html[] = []
  for (const field of formFields(fields, visit.workspace.plan))
    shown.push(await valueField(visit, of, field, values[field.id]))
  return html`${shown} ${submit(label)}`
}

/** Faults of the store at their fields, in English mostly in its words. */
const faultsOf = (fields: readonly Field[], details: readonly ErrorDetail[]): FieldFault[] => {
  const faults = details.map(({ path, code, message }): FieldFault => {
    const found = findField(fields, String(path[1] ?? ''))
    if ('code' in found) return { message }
    const field = nameOf(found)
    if (code === 'missing_field')
      return { field, message: say('records.fault.required', { field: found.name }) }
    if (code === 'invalid_target')
      return {
        field,
        message: say(found.kind === 'user_reference' ? 'records.fault.member' : 'records.fault.target'),
      }
    const said = message.replace(/^`[^`]*`: /, '')
    const isPlain = found.kind === 'select' || found.kind === 'status' || found.kind === 'multi_select'
    const isOurs = isPlain || languageNow() !== 'en'
    return { field, message: isOurs ? say(`records.expected.${found.kind}`) : said }
  })
  return [...new Map(faults.map((fault) => [fault.field, fault])).values()]
}

/** The values that a form changes, and the faults of texts that mean none. */
const suppliedOf = async (
  visit: Visit,
  values: Values,
  fields: readonly Field[],
  held: Readonly<Record<string, RecordValue>>,
): Promise<{ supplied: Record<string, RecordValue>; faults: FieldFault[] }> => {
  const supplied: Record<string, RecordValue> = {}
  const faults: FieldFault[] = []
  for (const field of formFields(fields, visit.workspace.plan)) {
    const read = await valueOf(visit, values, field, held[field.id])
    if ('fault' in read) faults.push({ field: nameOf(field), message: read.fault })
    else if (read.value !== undefined) supplied[field.id] = read.value
  }
  return { supplied, faults }
}

export const newRecordPage: SitePage = {
  path: 'new-record',
  title: 'page.home.new-record',
  under: 'objects',
  roles: managers,
  async read(visit) {
    const { tx, workspace, query } = visit
    const object = await objectBySlug(tx, workspace.id, query.get('object') ?? '')
    if (!object) return undefined
    const fields = await fieldsOfObject(tx, workspace.id, object.id)
    const of = 'create-record'
    const objects = html`<a href="${hrefOf(visit, `records?object=${object.slug}`)}">${object.pluralName}</a>`
    return {
      title: say('records.new', { object: object.singularName }),
      body: html`<p class="lead">${sayParts('records.oneOf', { objects })}</p>
        ${formOf(visit, of, html`${hidden('object', object.slug)}${await inputs(visit, of, fields, {}, say('records.create'))}`)}`,
    }
  },
}

const create = form({
  path: 'create-record',
  roles: managers,
  maxBytes,
  maxFields,
  back: (values) => `new-record?object=${encodeURIComponent(textOf(values, 'object'))}`,
  done: 'done.home.create-record',
  fields: anyValues,
  async run(visit, values) {
    const { tx, workspace } = visit
    const object = await objectBySlug(tx, workspace.id, textOf(values, 'object'))
    if (!object) return absent('record')
    const fields = await fieldsOfObject(tx, workspace.id, object.id)
    const { supplied, faults } = await suppliedOf(visit, values, fields, {})
    if (faults.length > 0) return invalid(faults)
    const made = await createRecord(tx, authorOf(visit), newUuid(), { object: object.id }, supplied)
    if (made.ok) return done({ to: `records/${made.record.id}` })
    return made.code === 'not_found' ? absent('record') : invalid(faultsOf(fields, made.details ?? []))
  },
})

const restoreForm = (visit: Pick<Visit, 'root' | 'token'>, id: string): Html =>
  formOf(
    visit,
    'restore-record',
    html`${hidden('record', id)}<button type="submit">${say('home.restore')}</button>`,
  )

/** The ways on from the page of a record. */
export const recordActions = (
  visit: Pick<Visit, 'root' | 'token'> & { role: Visit['actor']['role'] },
  { id, archived }: Pick<StoredRecord, 'id' | 'archived'>,
  object: { slug: string; pluralName: string },
): Html => {
  const all = html`<a class="button" href="${hrefOf(visit, `records?object=${object.slug}`)}"
    >${say('records.all', { objects: object.pluralName })}</a
  >`
  const mayWrite = mayWriteRecords(visit.role)
  if (archived) return html`<div class="ways">${mayWrite && restoreForm(visit, id)} ${all}</div>`
  return html`<div class="ways">
    ${
      mayWrite &&
      html`<a class="button" href="${hrefOf(visit, `edit-record?id=${encodeURIComponent(id)}`)}"
          >${say('home.edit')}</a
        >
        ${formOf(visit, 'archive-record', html`${hidden('record', id)}<button type="submit">${say('home.archive')}</button>`)}`
    }
    <a class="button" href="${hrefOf(visit, `new-task?record=${encodeURIComponent(id)}`)}"
      >${say('tasks.new')}</a
    >
    ${all}
  </div>`
}

const differencesOf = async (
  visit: Visit,
  fields: readonly Field[],
  { values }: StoredRecord,
): Promise<Difference[]> => {
  if (!visit.refused) return []
  const { supplied } = await suppliedOf(visit, visit.refused.values, fields, values)
  return fields.flatMap(({ id, name }) => {
    if (supplied[id] === undefined) return []
    const held = values[id]
    return [
      {
        label: name,
        stored: typeof held === 'string' || typeof held === 'number' ? String(held) : undefined,
      },
    ]
  })
}

export const editRecordPage: SitePage = {
  path: 'edit-record',
  title: 'page.home.edit-record',
  under: 'objects',
  roles: managers,
  async read(visit) {
    const { tx, workspace, query } = visit
    const record = await getRecord(tx, workspace.id, (query.get('id') ?? '').toLowerCase())
    const object = record && (await getObject(tx, workspace.id, record.objectId))
    if (!record || !object) return undefined
    const fields = await fieldsOfObject(tx, workspace.id, object.id)
    const page = hrefOf(visit, `records/${record.id}`)
    const lead = html`<p class="lead"><a href="${page}">${shortTitle(record.title)}</a></p>`
    const title = say('records.edit', { object: object.singularName })
    if (record.archived)
      return {
        title,
        body: html`${lead}
          <p>${say('records.archived')}</p>
          ${restoreForm(visit, record.id)}`,
      }
    const of = 'save-record'
    const conflict = conflictPart(visit, of, await differencesOf(visit, fields, record))
    return {
      title,
      body: html`${lead}${conflict}
        ${formOf(visit, of, html`${hidden('record', record.id)}${versionField(visit, of, record.version)}${await inputs(visit, of, fields, record.values, say('home.save'))}`)}
        <p><a href="${page}">${say('records.back')}</a></p>`,
    }
  },
}

const save = form({
  path: 'save-record',
  roles: managers,
  maxBytes,
  maxFields,
  back: (values) => `edit-record?id=${encodeURIComponent(textOf(values, 'record'))}`,
  done: 'done.home.save-record',
  fields: anyValues,
  async run(visit, values) {
    const { tx, workspace } = visit
    const record = await getRecord(tx, workspace.id, textOf(values, 'record').toLowerCase())
    if (!record) return absent('record')
    // The shown values are compared with the stored ones, so the versions have to be the same.
    if (textOf(values, 'version') !== String(record.version)) return changedMeanwhile('record')
    const fields = await fieldsOfObject(tx, workspace.id, record.objectId)
    const { supplied, faults } = await suppliedOf(visit, values, fields, record.values)
    if (faults.length > 0) return invalid(faults)
    const conditions = { ...unconditional, ifMatch: entityTag(record.version) }
    const saved = await patchRecord(tx, authorOf(visit), record.id, supplied, conditions)
    return outcomeOf('record', saved, `records/${record.id}`, (details) => faultsOf(fields, details))
  },
})

const setting = (path: string, archived: boolean, sentence: PlainKey): SiteForm =>
  form({
    path,
    roles: managers,
    back: (values) => `records/${encodeURIComponent(textOf(values, 'record'))}`,
    done: sentence,
    fields: z.object({ record: z.string().toLowerCase().max(200) }),
    run: async (visit, { record }) =>
      outcomeOf(
        'record',
        await setRecordArchived(visit.tx, authorOf(visit), record, archived, unconditional),
        `records/${record}`,
        (details) => faultsOf([], details),
      ),
  })

export const recordForms: readonly SiteForm[] = [
  create,
  save,
  setting('archive-record', true, 'done.home.archive-record'),
  setting('restore-record', false, 'done.home.restore-record'),
]
