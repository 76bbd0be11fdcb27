// The objects of the workspace: a list, and a form for a new one (RCL-03).
import { z } from 'zod'
import { objectSchema } from '../../import/schema-file.ts'
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
  return html`<h2>Add an object</h2>
    <p>It begins with one field, the name by which its records are found.</p>
    ${formOf(
      visit,
      'create-object',
      html`${inputField(visit, { ...of, name: 'singularName', label: 'Name of one record', hint: 'For example Project.', attributes: words })}
      ${inputField(visit, { ...of, name: 'pluralName', label: 'Name of several records', hint: 'For example Projects.', attributes: words })}
      ${inputField(visit, { ...of, name: 'slug', label: 'Slug (optional)', hint: 'By which programs name it. It stays; without one it is made from the name.', attributes: html`maxlength="60" autocomplete="off" spellcheck="false"` })}
      ${inputField(visit, { ...of, name: 'primary', label: 'Name of its first field', value: 'Name', attributes: words })}
      ${inputField(visit, { ...of, name: 'icon', label: 'Icon (optional)', hint: 'The name of an icon, for example briefcase.', attributes: html`maxlength="60" autocomplete="off" spellcheck="false"` })}
      ${colorField(visit, 'create-object', null)} ${submit('Add object')}`,
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
      body: html`<p class="lead">
          What the records of this workspace are: people, companies, or anything else. Choose one to change
          its fields.
        </p>
        ${rows.length === 0 ? html`<p>There are no objects yet.</p>` : table('Objects', ['Object', 'One record', 'Slug', 'Fields'], rows)}
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
      return refuse(
        'already_exists',
        `There is an object \`${object.slug}\` already. Use another slug.`,
        'slug',
      )
    const changed = await changeSchema(visit, { objects: [object] })
    if (!changed.ok) return changed
    const made = await objectBySlug(tx, workspace.id, object.slug)
    return done({ to: `object?id=${made?.id ?? ''}` })
  },
})

export const objectsForms: readonly SiteForm[] = [createObject]
