// One object: its names, its fields in their order, and those that are retired (RCL-03).
import { z } from 'zod'
import { objectSchema } from '../../import/schema-file.ts'
import type { Field, ObjectType } from '../../objects/objects.store.ts'
import { say } from '../../language/say.ts'
import { html, withCode, type Html } from '../../oauth/pages/html.ts'
import { colorField } from '../calendar-fields.ts'
import { form, managers, type SiteForm, type SitePage, type Visit } from '../../site/kit.ts'
import {
  formOf,
  hidden,
  hrefOf,
  idOf,
  inputField,
  moveButtons,
  pageOf,
  submit,
  table,
  textField,
} from '../../site/parts.ts'
import {
  backToList,
  changeSchema,
  id,
  move,
  moved,
  noField,
  noObject,
  objectNames,
  parsedAs,
  text,
  wantedOf,
} from './change.ts'
import { offeredKinds, kindName } from './field-options.ts'
import { getObject, definedFields, fieldsOfObject } from '../../objects/objects.store.ts'

const flagsOf = ({ primary, required, inPreview, readOnly, proOnly }: Field): string =>
  [
    primary && say('field.title'),
    required && say('field.required'),
    inPreview && say('field.inPreview'),
    readOnly && say('field.readOnly'),
    proOnly && say('field.pro'),
  ]
    .filter(Boolean)
    .join(', ')

const fieldLink = (visit: Visit, field: Field): Html =>
  html`<a href="${hrefOf(visit, `field?id=${field.id}`)}">${field.name}</a>`

const columns = () => [say('field.field'), say('field.type'), say('objects.slug')]

const fieldTable = (visit: Visit, object: ObjectType, fields: readonly Field[]): Html => {
  const { from, shown, next } = pageOf(visit, `object?id=${object.id}`, fields)
  const rows = shown.map((field, index) => [
    fieldLink(visit, field),
    kindName(field.kind),
    html`<code>${field.slug}</code>`,
    flagsOf(field),
    moveButtons(field.id, field.name, from + index, fields.length),
  ])
  return html`${formOf(
    visit,
    'move-field',
    html`${hidden('object', object.id)}${hidden('from', String(from))}
    ${table(say('objects.fields.caption'), [...columns(), say('setup.use'), say('setup.move')], rows)}`,
  )}
  ${next}`
}

/** The choice of a type leads to the form with what the type needs. */
const addField = (visit: Visit, { id: objectId }: ObjectType): Html =>
  html`<h2>${say('field.add')}</h2>
    <form method="get" action="${hrefOf(visit, 'new-field')}">
      ${hidden('object', objectId)}
      <div class="field">
        <label for="${idOf('new-field', 'type')}">${say('field.type')}</label>
        <select id="${idOf('new-field', 'type')}" name="type">
          ${offeredKinds.map((kind) => html`<option value="${kind}">${kindName(kind)}</option>`)}
        </select>
      </div>
      ${submit(say('field.continue'))}
    </form>`

const retiredTable = (visit: Visit, fields: readonly Field[]): Html =>
  html`${
    fields.length > 0 &&
    html`<h2>${say('field.allRetired')}</h2>
      <p>${say('field.allRetired.text')}</p>
      ${formOf(
        visit,
        'restore-field',
        table(
          say('field.allRetired'),
          [...columns(), say('field.action')],
          fields.map((field) => [
            fieldLink(visit, field),
            kindName(field.kind),
            html`<code>${field.slug}</code>`,
            html`<span class="moves"
              ><button type="submit" name="field" value="${field.id}">
                ${say('field.restore')}<span class="hidden"> ${field.name}</span>
              </button></span
            >`,
          ]),
        ),
      )}`
  }`

const changeForm = (visit: Visit, object: ObjectType): Html => {
  const of = { form: 'change-object' }
  const words = html`required maxlength="200" autocomplete="off"`
  const { singularName, pluralName, icon, color, description } = object
  return html`<h2>${say('setup.change')}</h2>
    ${formOf(
      visit,
      'change-object',
      html`${hidden('object', object.id)}
      ${inputField(visit, { ...of, name: 'singularName', label: say('objects.singular'), value: singularName, attributes: words })}
      ${inputField(visit, { ...of, name: 'pluralName', label: say('objects.plural'), value: pluralName, attributes: words })}
      ${inputField(visit, { ...of, name: 'icon', label: say('objects.icon'), hint: say('objects.icon.hint'), value: icon ?? '', attributes: html`maxlength="60" autocomplete="off" spellcheck="false"` })}
      ${colorField(visit, 'change-object', color)}
      ${textField(visit, { ...of, name: 'description', label: say('objects.description'), value: description ?? '', attributes: html`rows="2" maxlength="2000"` })}
      ${submit(say('setup.save'))}`,
    )}`
}

export const objectPage: SitePage = {
  path: 'object',
  title: 'page.settings.object',
  under: 'objects',
  roles: managers,
  async read(visit) {
    const { tx, workspace, query } = visit
    const object = await getObject(tx, workspace.id, query.get('id') ?? '')
    if (!object) return undefined
    const all = (await definedFields(tx, workspace.id)).filter(({ objectId }) => objectId === object.id)
    return {
      title: object.pluralName,
      body: html`<p class="lead">${withCode(say('objects.named', { slug: object.slug }))}</p>
        <h2>${say('objects.fields')}</h2>
        ${fieldTable(
          visit,
          object,
          all.filter(({ retired }) => !retired),
        )}
        ${addField(visit, object)}
        ${retiredTable(
          visit,
          all.filter(({ retired }) => retired),
        )}
        ${changeForm(visit, object)}`,
    }
  },
}

const toObject = backToList('object')

const changeObject = form({
  path: 'change-object',
  roles: managers,
  back: toObject,
  done: 'done.settings.change-object',
  fields: z
    .object({ object: id, singularName: text, pluralName: text, icon: text, color: text, description: text })
    .transform(({ object, icon, color, description, ...names }, context) => {
      const shown = { icon: icon || null, color: color || null, description: description || null }
      // The slug stays.
      return { object, wanted: parsedAs(context, objectSchema, { slug: 'object', ...names, ...shown }) }
    }),
  async run(visit, { object: objectId, wanted }) {
    const object = await getObject(visit.tx, visit.workspace.id, objectId)
    return object ? changeSchema(visit, { objects: [{ ...wanted, slug: object.slug }] }) : noObject()
  },
})

const moveField = form({
  path: 'move-field',
  roles: managers,
  back: toObject,
  done: 'done.settings.move-field',
  fields: z.object({ object: id, ...move }),
  async run(visit, { object: objectId, ...where }) {
    const { tx, workspace } = visit
    const object = await getObject(tx, workspace.id, objectId)
    if (!object) return noObject()
    const fields = moved(await fieldsOfObject(tx, workspace.id, objectId), where)
    if (!fields) return noField()
    const placed = fields.map((field) => ({ ...wantedOf(field), position: field.position }))
    return changeSchema(visit, { objects: [{ ...objectNames(object), fields: placed }] })
  },
})

export const objectForms: readonly SiteForm[] = [changeObject, moveField]
