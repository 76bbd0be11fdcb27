// The statuses and sections of tasks: add, rename, order; color, completion and the default of statuses (RCL-03).
import { z } from 'zod'
import type { TaskStatus } from '../../../shared/api/launcher/tasks.ts'
import { sectionSchema, statusSchema } from '../../import/schema-file.ts'
import { say } from '../../language/say.ts'
import { html, withCode, type Html } from '../../oauth/pages/html.ts'
import { done, refuse } from '../../base/operator-error.ts'
import type { Section } from '../../tasks/task-settings.store.ts'
import { form, managers, textOf, type SiteForm, type SitePage, type Visit } from '../../site/kit.ts'
import {
  checkField,
  formOf,
  hidden,
  hrefOf,
  inputField,
  moveButtons,
  submit,
  table,
} from '../../site/parts.ts'
import {
  changeSchema,
  colorChoice,
  colorCell,
  flag,
  freeSlug,
  id,
  move,
  moved,
  nextColor,
  parsedAs,
  slugFrom,
  text,
} from './change.ts'
import { statusesOfTasks, sectionsOfWorkspace, getSection } from '../../tasks/task-settings.store.ts'

const words = html`required maxlength="200" autocomplete="off"`

const completes = (visit: Visit, of: string, checked: boolean): Html =>
  checkField(visit, {
    form: of,
    name: 'isComplete',
    label: say('taskSettings.status.completes'),
    hint: say('taskSettings.status.completes.hint'),
    checked,
  })

const statusList = (visit: Visit, statuses: readonly TaskStatus[]): Html => {
  const rows = statuses.map((status, index) => [
    html`<a href="${hrefOf(visit, `status?id=${status.id}`)}">${status.name}</a>`,
    colorCell(status.color),
    [
      status.isDefault && say('taskSettings.status.ofNew'),
      status.isComplete && say('taskSettings.status.complete'),
    ]
      .filter(Boolean)
      .join(', '),
    moveButtons(status.id, status.name, index, statuses.length),
  ])
  const of = 'create-status'
  return html`<h2>${say('taskSettings.statuses')}</h2>
    ${formOf(visit, 'move-status', table(say('taskSettings.statuses.caption'), [say('taskSettings.status'), say('setup.color'), say('setup.use'), say('setup.move')], rows))}
    <h2>${say('taskSettings.status.add')}</h2>
    ${formOf(
      visit,
      of,
      html`${inputField(visit, { form: of, name: 'name', label: say('setup.name'), attributes: words })}
      ${colorChoice(visit, of, nextColor(statuses.length))} ${completes(visit, of, false)}
      ${submit(say('taskSettings.status.add.button'))}`,
    )}`
}

const sectionList = (visit: Visit, sections: readonly Section[]): Html => {
  const rows = sections.map((section, index) => [
    html`<a href="${hrefOf(visit, `section?id=${section.id}`)}">${section.name}</a>`,
    moveButtons(section.id, section.name, index, sections.length),
  ])
  const of = 'create-section'
  return html`<h2>${say('taskSettings.sections')}</h2>
    ${rows.length === 0 ? html`<p>${say('taskSettings.sections.none')}</p>` : formOf(visit, 'move-section', table(say('taskSettings.sections.caption'), [say('taskSettings.section'), say('setup.move')], rows))}
    <h2>${say('taskSettings.section.add')}</h2>
    ${formOf(visit, of, html`${inputField(visit, { form: of, name: 'name', label: say('setup.name'), attributes: words })} ${submit(say('taskSettings.section.add.button'))}`)}`
}

export const taskSettingsPage: SitePage = {
  path: 'task-settings',
  title: 'page.settings.task-settings',
  roles: managers,
  async read(visit) {
    const { tx, workspace } = visit
    return {
      body: html`<p class="lead">${say('taskSettings.lead')}</p>
        ${statusList(visit, await statusesOfTasks(tx, workspace.id))}
        ${sectionList(visit, await sectionsOfWorkspace(tx, workspace.id))}`,
    }
  },
}

const statusOf = async ({ tx, workspace }: Visit, statusId: string | null) =>
  (await statusesOfTasks(tx, workspace.id)).find((each) => each.id === statusId)

export const statusPage: SitePage = {
  path: 'status',
  title: 'page.settings.status',
  under: 'task-settings',
  roles: managers,
  async read(visit) {
    const status = await statusOf(visit, visit.query.get('id'))
    if (!status) return undefined
    const of = 'change-status'
    return {
      title: status.name,
      body: html`<p class="lead">${withCode(say('taskSettings.status.named', { slug: status.slug }))}</p>
        ${formOf(
          visit,
          of,
          html`${hidden('status', status.id)}
          ${inputField(visit, { form: of, name: 'name', label: say('setup.name'), value: status.name, attributes: words })}
          ${colorChoice(visit, of, status.color)} ${completes(visit, of, status.isComplete)}
          ${status.isDefault ? html`<p>${say('taskSettings.status.isDefault')}</p>` : checkField(visit, { form: of, name: 'isDefault', label: say('taskSettings.status.makeDefault'), checked: false })}
          ${submit(say('setup.save'))}`,
        )}`,
    }
  },
}

export const sectionPage: SitePage = {
  path: 'section',
  title: 'page.settings.section',
  under: 'task-settings',
  roles: managers,
  async read(visit) {
    const section = await getSection(visit.tx, visit.workspace.id, visit.query.get('id') ?? '')
    if (!section) return undefined
    const of = 'change-section'
    return {
      title: section.name,
      body: formOf(
        visit,
        of,
        html`${hidden('section', section.id)}
        ${inputField(visit, { form: of, name: 'name', label: say('setup.name'), value: section.name, attributes: words })}
        ${submit(say('setup.save'))}`,
      ),
    }
  },
}

const noStatus = () => refuse('not_found', say('taskSettings.status.absent'))
const noSection = () => refuse('not_found', say('taskSettings.section.absent'))
const back = () => 'task-settings'

const createStatus = form({
  path: 'create-status',
  roles: managers,
  back,
  done: 'done.settings.create-status',
  fields: z
    .object({ name: text, color: text, isComplete: flag })
    .transform((values, context) =>
      parsedAs(context, statusSchema, { ...values, slug: slugFrom(values.name, '-', 'status') }),
    ),
  async run(visit, wanted) {
    const { tx, workspace } = visit
    const taken = new Set((await statusesOfTasks(tx, workspace.id)).map(({ slug }) => slug))
    return changeSchema(visit, { statuses: [{ ...wanted, slug: freeSlug(wanted.slug, taken, '-') }] })
  },
})

const changeStatus = form({
  path: 'change-status',
  roles: managers,
  back: (values) => `status?id=${encodeURIComponent(textOf(values, 'status'))}`,
  done: 'done.settings.change-status',
  fields: z
    .object({ status: id, name: text, color: text, isComplete: flag, isDefault: flag })
    .transform(({ status, isDefault, ...values }, context) => {
      const document = { slug: 'status', ...values, ...(isDefault && { isDefault }) }
      return { status, wanted: parsedAs(context, statusSchema, document) }
    }),
  async run(visit, { status, wanted }) {
    const known = await statusOf(visit, status)
    if (!known) return noStatus()
    const changed = await changeSchema(visit, { statuses: [{ ...wanted, slug: known.slug }] })
    return changed.ok ? done({ to: 'task-settings' }) : changed
  },
})

const moveStatus = form({
  path: 'move-status',
  roles: managers,
  back,
  done: 'done.settings.move-status',
  fields: z.object(move),
  async run(visit, where) {
    const placed = moved(await statusesOfTasks(visit.tx, visit.workspace.id), where)
    if (!placed) return noStatus()
    const statuses = placed.map(({ slug, name, color, position }) => ({ slug, name, color, position }))
    return changeSchema(visit, { statuses })
  },
})

const createSection = form({
  path: 'create-section',
  roles: managers,
  back,
  done: 'done.settings.create-section',
  fields: z.object({ name: text }).transform((values, context) => parsedAs(context, sectionSchema, values)),
  async run(visit, { name }) {
    const { tx, workspace } = visit
    if ((await sectionsOfWorkspace(tx, workspace.id)).some((section) => section.name === name))
      return refuse('already_exists', say('taskSettings.section.taken', { name }), 'name')
    return changeSchema(visit, { sections: [{ name }] })
  },
})

const changeSection = form({
  path: 'change-section',
  roles: managers,
  back: (values) => `section?id=${encodeURIComponent(textOf(values, 'section'))}`,
  done: 'done.settings.change-section',
  fields: z.object({ section: id, name: text }).transform(({ section, ...values }, context) => ({
    section,
    wanted: parsedAs(context, sectionSchema, values),
  })),
  async run(visit, { section, wanted }) {
    if (!(await getSection(visit.tx, visit.workspace.id, section))) return noSection()
    const changed = await changeSchema(visit, { sections: [{ ...wanted, id: section }] })
    return changed.ok ? done({ to: 'task-settings' }) : changed
  },
})

const moveSection = form({
  path: 'move-section',
  roles: managers,
  back,
  done: 'done.settings.move-section',
  fields: z.object(move),
  async run(visit, where) {
    const placed = moved(await sectionsOfWorkspace(visit.tx, visit.workspace.id), where)
    if (!placed) return noSection()
    const sections = placed.map(({ id: own, name, position }) => ({ id: own, name, position }))
    return changeSchema(visit, { sections })
  },
})

export const taskSettingsForms: readonly SiteForm[] = [
  createStatus,
  changeStatus,
  moveStatus,
  createSection,
  changeSection,
  moveSection,
]
