// The objects of the workspace: a list, and a form for a new one (RCL-03).
import { z } from 'zod'
import { objectSchema } from '../../import/schema-file.ts'
import { say } from '../../language/say.ts'
import { html, type Html } from '../../oauth/pages/html.ts'
import { done, refuse } from '../../base/operator-error.ts'
import { colorField } from '../calendar-fields.ts'
import { form, managers, type SiteForm, type SitePage, type Visit } from '../../site/kit.ts'
import { formOf, hrefOf, inputField, pageOf, submit, table } from '../../site/parts.ts'
import { changeSchema, parsedAs, slugFrom, text } from './change.ts'
import { objectsOfWorkspace, fieldsOfWorkspace, objectBySlug } from '../../objects/objects.store.ts'

const createForm = (visit: Visit): Html => {
  const of = { form: 'create-object' }
  const words = html`required maxlength="200" autocomplete="off"`
  return html`<h2>${say('objects.add')}</h2>
    <p>${say('objects.add.text')}</p>
    ${formOf(
      visit,
      'create-object',
      html`${inputField(visit, { ...of, name: 'singularName', label: say('objects.singular'), hint: say('objects.singular.example'), attributes: words })}
      ${inputField(visit, { ...of, name: 'pluralName', label: say('objects.plural'), hint: say('objects.plural.example'), attributes: words })}
      ${inputField(visit, { ...of, name: 'slug', label: say('objects.ownSlug'), hint: say('objects.ownSlug.hint'), attributes: html`maxlength="60" autocomplete="off" spellcheck="false"` })}
      ${inputField(visit, { ...of, name: 'primary', label: say('objects.primary'), value: say('setup.name'), attributes: words })}
      ${inputField(visit, { ...of, name: 'icon', label: say('objects.icon'), hint: say('objects.icon.hint'), attributes: html`maxlength="60" autocomplete="off" spellcheck="false"` })}
      ${colorField(visit, 'create-object', null)} ${submit(say('objects.add.button'))}`,
    )}`
}

export const objectsPage: SitePage = {
  path: 'objects',
  title: 'page.settings.objects',
  roles: managers,
  async read(visit) {
    const { tx, workspace } = visit
    const all = await objectsOfWorkspace(tx, workspace.id)
    const fields = Map.groupBy(await fieldsOfWorkspace(tx, workspace.id), ({ objectId }) => objectId)
    const { shown, next } = pageOf(visit, 'objects', all)
    const rows = shown.map(({ id, slug, singularName, pluralName }) => [
      html`<a href="${hrefOf(visit, `object?id=${id}`)}">${pluralName}</a>`,
      singularName,
      html`<code>${slug}</code>`,
      String(fields.get(id)?.length ?? 0),
    ])
    return {
      body: html`<p class="lead">${say('objects.lead')}</p>
        ${rows.length === 0 ? html`<p>${say('objects.none')}</p>` : table(say('objects.caption'), [say('objects.object'), say('objects.oneRecord'), say('objects.slug'), say('objects.fields')], rows)}
        ${next} ${createForm(visit)}`,
    }
  },
}

const createObject = form({
  path: 'create-object',
  roles: managers,
  back: () => 'objects',
  done: 'done.settings.create-object',
  fields: z
    .object({
      singularName: text,
      pluralName: text,
      slug: text,
      primary: text,
      icon: text,
      color: text,
    })
    .transform(({ slug, primary, icon, color, ...names }, context) => {
      const first = {
        slug: 'name',
        name: primary,
        type: 'text',
        required: true,
        primary: true,
        inPreview: true,
      }
      const document = {
        ...names,
        slug: slug || slugFrom(names.pluralName, '-', 'object'),
        icon: icon || null,
        color: color || null,
        fields: [first],
      }
      return parsedAs(context, objectSchema, document, ([member, ...inner]) =>
        inner.length > 0 ? 'primary' : String(member),
      )
    }),
  async run(visit, object) {
    const { tx, workspace } = visit
    if (await objectBySlug(tx, workspace.id, object.slug))
      return refuse('already_exists', say('objects.taken', { slug: object.slug }), 'slug')
    const changed = await changeSchema(visit, { objects: [object] })
    if (!changed.ok) return changed
    const made = await objectBySlug(tx, workspace.id, object.slug)
    return done({ to: `object?id=${made?.id ?? ''}` })
  },
})

export const objectsForms: readonly SiteForm[] = [createObject]
