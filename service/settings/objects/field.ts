// One field: add, change, retire and restore it (RCL-03).
import { z } from 'zod'
import { fieldKind, type FieldKind } from '../../../shared/api/objects.ts'
import { fieldSchema } from '../../import/schema-file.ts'
import type { Field, ObjectType } from '../../objects/objects.store.ts'
import { say, type PlainKey } from '../../language/say.ts'
import { html, withCode, type Html } from '../../oauth/pages/html.ts'
import { done, refuse } from '../../base/operator-error.ts'
import { sayHtml } from '../calendar-fields.ts'
import { form, managers, textOf, type SiteForm, type SitePage, type Visit } from '../../site/kit.ts'
import { checkField, confirmed, formOf, hidden, hrefOf, inputField, submit } from '../../site/parts.ts'
import {
  changeField,
  changeSchema,
  flag,
  freeSlug,
  id,
  knownFieldOf,
  noField,
  noObject,
  objectNames,
  parsedAs,
  slugFrom,
  text,
} from './change.ts'
import { choiceList } from './choices.ts'
import {
  hasChoices,
  kindName,
  offeredKinds,
  optionFields,
  optionsFrom,
  optionValues,
} from './field-options.ts'
import { getObject, objectsOfWorkspace, definedFields } from '../../objects/objects.store.ts'

const words = html`required maxlength="200" autocomplete="off"`

const flagFields = (visit: Visit, of: string, known?: Field): Html =>
  html`${checkField(visit, { form: of, name: 'required', label: say('field.required'), hint: say('field.required.hint'), checked: known?.required ?? false })}
  ${!known?.primary && checkField(visit, { form: of, name: 'inPreview', label: say('field.inPreview'), hint: say('field.inPreview.hint'), checked: known?.inPreview ?? true })}`

/** The type of a field, and its object. */
const fieldOf = (visit: Visit, kind: FieldKind, { id: objectId, pluralName }: ObjectType): Html[] =>
  sayHtml('field.lead', {
    type: kindName(kind),
    object: html`<a href="${hrefOf(visit, `object?id=${objectId}`)}">${pluralName}</a>`,
  })

export const newFieldPage: SitePage = {
  path: 'new-field',
  title: 'page.settings.new-field',
  under: 'objects',
  roles: managers,
  async read(visit) {
    const { tx, workspace, query } = visit
    const object = await getObject(tx, workspace.id, query.get('object') ?? '')
    const kind = offeredKinds.find((each) => each === query.get('type'))
    if (!object || kind === undefined) return undefined
    const of = 'create-field'
    return {
      title: say('field.new', { object: object.pluralName }),
      body: html`<p class="lead">${fieldOf(visit, kind, object)}</p>
        ${formOf(
          visit,
          of,
          html`${hidden('object', object.id)}${hidden('type', kind)}
          ${inputField(visit, { form: of, name: 'name', label: say('setup.name'), attributes: words })}
          ${inputField(visit, { form: of, name: 'slug', label: say('objects.ownSlug'), hint: say('objects.ownSlug.hint'), attributes: html`maxlength="60" autocomplete="off" spellcheck="false"` })}
          ${optionFields(visit, of, kind, await objectsOfWorkspace(tx, workspace.id))}
          ${flagFields(visit, of)} ${submit(say('field.add.button'))}`,
        )}`,
    }
  },
}

const changeForm = async (visit: Visit, field: Field): Promise<Html> => {
  const of = 'change-field'
  const { tx, workspace } = visit
  return html`<h2>${say('setup.change')}</h2>
    ${formOf(
      visit,
      of,
      html`${hidden('field', field.id)}
      ${inputField(visit, { form: of, name: 'name', label: say('setup.name'), value: field.name, attributes: words })}
      ${optionFields(visit, of, field.kind, await objectsOfWorkspace(tx, workspace.id), field)}
      ${flagFields(visit, of, field)} ${submit(say('setup.save'))}`,
    )}`
}

const retireForms = (visit: Visit, field: Field): Html => {
  if (field.primary) return html``
  if (field.retired)
    return html`<p>${say('field.retired')}</p>
      ${formOf(visit, 'restore-field', html`${hidden('field', field.id)}${submit(say('field.restore'))}`)}`
  return html`<h2>${say('field.retire')}</h2>
    ${formOf(
      visit,
      'retire-field',
      confirmed(say('field.retire'), field.name, {
        name: 'field',
        value: field.id,
        label: say('field.retire.button'),
        text: say('field.retire.text'),
      }),
    )}`
}

export const fieldPage: SitePage = {
  path: 'field',
  title: 'page.settings.field',
  under: 'objects',
  roles: managers,
  async read(visit) {
    const known = await knownFieldOf(visit, visit.query.get('id') ?? '')
    if (!known) return undefined
    const { field, object } = known
    return {
      title: field.name,
      body: html`<p class="lead">
          ${fieldOf(visit, field.kind, object)} ${withCode(say('field.named', { slug: field.slug }))}
          ${field.primary && say('field.titles')}
        </p>
        ${!field.retired && (await changeForm(visit, field))}
        ${!field.retired && hasChoices(field.kind) && choiceList(visit, field)} ${retireForms(visit, field)}`,
    }
  },
}

const toField: SiteForm['back'] = (values) => `field?id=${encodeURIComponent(textOf(values, 'field'))}`

const createField = form({
  path: 'create-field',
  roles: managers,
  back: (values) =>
    `new-field?object=${encodeURIComponent(textOf(values, 'object'))}&type=${encodeURIComponent(textOf(values, 'type'))}`,
  done: 'done.settings.create-field',
  fields: z
    .object({
      object: id,
      type: fieldKind.extract(offeredKinds),
      name: text,
      slug: text,
      required: flag,
      inPreview: flag,
      ...optionValues,
    })
    .transform(({ object, type, name, slug, required, inPreview, ...options }, context) => ({
      object,
      suggested: slug === '',
      wanted: parsedAs(context, fieldSchema, {
        type,
        name,
        slug: slug || slugFrom(name, '_', 'field'),
        required,
        inPreview,
        options: optionsFrom(type, options),
      }),
    })),
  async run(visit, { object: objectId, suggested, wanted }) {
    const { tx, workspace } = visit
    const object = await getObject(tx, workspace.id, objectId)
    if (!object) return noObject()
    const all = await definedFields(tx, workspace.id)
    const taken = new Set(all.filter((field) => field.objectId === objectId).map(({ slug }) => slug))
    if (!suggested && taken.has(wanted.slug))
      return refuse('already_exists', say('field.taken', { slug: wanted.slug }), 'slug')
    const field = { ...wanted, slug: freeSlug(wanted.slug, taken, '_') }
    const changed = await changeSchema(
      visit,
      { objects: [{ ...objectNames(object), fields: [field] }] },
      'required',
    )
    return changed.ok ? done({ to: `object?id=${objectId}` }) : changed
  },
})

const change = form({
  path: 'change-field',
  roles: managers,
  back: toField,
  done: 'done.settings.change-field',
  fields: z.object({ field: id, name: text, required: flag, inPreview: flag, ...optionValues }),
  async run(visit, { field: fieldId, name, required, inPreview, ...options }) {
    const known = await knownFieldOf(visit, fieldId)
    if (!known) return noField()
    const { field } = known
    const document = {
      name,
      required,
      ...(!field.primary && { inPreview }),
      ...(!hasChoices(field.kind) && { options: optionsFrom(field.kind, options) }),
    }
    const isNewlyRequired = required && !field.required
    const optionsName = {
      rating: 'maximum',
      record_reference: 'objects',
      user_reference: 'multiple',
    } as const
    const about = field.kind in optionsName ? optionsName[field.kind as keyof typeof optionsName] : 'name'
    return changeField(visit, known, document, isNewlyRequired ? 'required' : about)
  },
})

const setting = (path: string, retired: boolean, sentence: PlainKey): SiteForm =>
  form({
    path,
    roles: managers,
    back: toField,
    done: sentence,
    fields: z.object({ field: id }),
    async run(visit, { field }) {
      const known = await knownFieldOf(visit, field)
      if (!known) return noField()
      const changed = await changeField(visit, known, { retired })
      return changed.ok ? done({ to: `object?id=${known.object.id}` }) : changed
    },
  })

export const fieldForms: readonly SiteForm[] = [
  createField,
  change,
  setting('retire-field', true, 'done.settings.retire-field'),
  setting('restore-field', false, 'done.settings.restore-field'),
]
