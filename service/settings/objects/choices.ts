// The choices of a field: add, rename, color, order, remove (RCL-03). A choice that a record has is not removed.
import { z } from 'zod'
import type { Field } from '../../objects/objects.store.ts'
import { say } from '../../language/say.ts'
import { html, withCode, type Html } from '../../oauth/pages/html.ts'
import { done, refuse, type Outcome } from '../../base/operator-error.ts'
import { sayHtml } from '../calendar-fields.ts'
import {
  form,
  managers,
  textOf,
  type FormResult,
  type SiteForm,
  type SitePage,
  type Visit,
} from '../../site/kit.ts'
import {
  confirmed,
  formOf,
  hidden,
  hrefOf,
  inputField,
  moveButtons,
  pageOf,
  submit,
  table,
  textField,
} from '../../site/parts.ts'
import {
  backToList,
  changeField,
  colorChoice,
  colorCell,
  id,
  knownFieldOf,
  longText,
  move,
  moved,
  noField,
  text,
} from './change.ts'
import { choicesFrom } from './field-options.ts'

type Choice = { id: string; name: string; color: string }
const choicesOf = ({ options }: Field): readonly Choice[] => options?.choices ?? []

const hrefOfChoice = (visit: Visit, field: Field, { id: own }: Choice): string =>
  hrefOf(visit, `choice?field=${field.id}&id=${encodeURIComponent(own)}`)

/** The choices of a field on its page. */
export function choiceList(visit: Visit, field: Field): Html {
  const all = choicesOf(field)
  const { from, shown, next } = pageOf(visit, `field?id=${field.id}`, all)
  const rows = shown.map((choice, index) => [
    html`<a href="${hrefOfChoice(visit, field, choice)}">${choice.name}</a>`,
    colorCell(choice.color),
    moveButtons(choice.id, choice.name, from + index, all.length),
  ])
  return html`<h2>${say('choice.choices')}</h2>
    ${formOf(
      visit,
      'move-choice',
      html`${hidden('field', field.id)}${hidden('from', String(from))}
      ${table(say('choice.caption'), [say('choice.choice'), say('setup.color'), say('setup.move')], rows)}`,
    )}
    ${next}
    <h2>${say('choice.add')}</h2>
    ${formOf(
      visit,
      'add-choices',
      html`${hidden('field', field.id)}
      ${textField(visit, { form: 'add-choices', name: 'choices', label: say('choice.further'), hint: say('choice.further.hint'), attributes: html`rows="3" required autocomplete="off"` })}
      ${submit(say('choice.add'))}`,
    )}`
}

export const choicePage: SitePage = {
  path: 'choice',
  title: 'page.settings.choice',
  under: 'objects',
  roles: managers,
  async read(visit) {
    const known = await knownFieldOf(visit, visit.query.get('field') ?? '')
    const choice = known && choicesOf(known.field).find((each) => each.id === visit.query.get('id'))
    if (!choice) return undefined
    const { field, object } = known
    const of = 'change-choice'
    const both = html`${hidden('field', field.id)}${hidden('choice', choice.id)}`
    return {
      title: choice.name,
      body: html`<p class="lead">
          ${sayHtml('choice.lead', { field: html`<a href="${hrefOf(visit, `field?id=${field.id}`)}">${field.name}</a>`, object: object.pluralName })}
          ${withCode(say('choice.named', { slug: choice.id }))}
        </p>
        ${formOf(
          visit,
          of,
          html`${both}
          ${inputField(visit, { form: of, name: 'name', label: say('setup.name'), value: choice.name, attributes: html`required maxlength="200" autocomplete="off"` })}
          ${colorChoice(visit, of, choice.color)} ${submit(say('setup.save'))}`,
        )}
        <h2>${say('setup.remove')}</h2>
        ${formOf(visit, 'remove-choice', html`${both}${confirmed(say('setup.remove'), choice.name, { name: 'remove', value: 'yes', label: say('choice.remove'), text: say('choice.remove.text') })}`)}`,
    }
  },
}

/** @param edit the choices afterwards; undefined where what the form names is not there */
async function changeChoices(
  visit: Visit,
  fieldId: string,
  edit: (choices: readonly Choice[]) => readonly Choice[] | undefined,
  about?: string,
): Promise<Outcome<FormResult>> {
  const known = await knownFieldOf(visit, fieldId)
  if (!known) return noField()
  const choices = edit(choicesOf(known.field))
  if (!choices) return refuse('not_found', say('choice.absent'))
  return changeField(visit, known, { options: { choices } }, about)
}

const toField = backToList('field')
const toChoice: SiteForm['back'] = (values) =>
  `choice?field=${encodeURIComponent(textOf(values, 'field'))}&id=${encodeURIComponent(textOf(values, 'choice'))}`

const addChoices = form({
  path: 'add-choices',
  roles: managers,
  back: toField,
  done: 'done.settings.add-choices',
  fields: z.object({
    field: id,
    choices: longText.refine((lines) => lines.trim() !== '', { error: () => say('choice.missing') }),
  }),
  run: (visit, { field, choices }) =>
    changeChoices(visit, field, (known) => [...known, ...choicesFrom(choices, known)], 'choices'),
})

const changeChoice = form({
  path: 'change-choice',
  roles: managers,
  back: toChoice,
  done: 'done.settings.change-choice',
  fields: z.object({
    field: id,
    choice: id,
    name: text.refine((name) => name !== '', { error: () => say('setup.nameless') }),
    color: text,
  }),
  async run(visit, { field, choice, name, color }) {
    const changed = await changeChoices(
      visit,
      field,
      (known) =>
        known.some((each) => each.id === choice)
          ? known.map((each) => (each.id === choice ? { ...each, name, color } : each))
          : undefined,
      'name',
    )
    if (changed.ok) return done({ to: `field?id=${field}` })
    return { ...changed, field: 'name' }
  },
})

const moveChoice = form({
  path: 'move-choice',
  roles: managers,
  back: toField,
  done: 'done.settings.move-choice',
  fields: z.object({ field: id, ...move }),
  run: (visit, { field, ...where }) =>
    changeChoices(visit, field, (known) => {
      const placed = known.map((choice, position) => ({ ...choice, position }))
      const others = moved(placed, where)
      if (!others) return undefined
      const places = new Map(others.map((choice) => [choice.id, choice.position]))
      return placed
        .toSorted((a, b) => (places.get(a.id) ?? a.position) - (places.get(b.id) ?? b.position))
        .map(({ position: _position, ...choice }) => choice)
    }),
})

const removeChoice = form({
  path: 'remove-choice',
  roles: managers,
  back: toChoice,
  done: 'done.settings.remove-choice',
  fields: z.object({ field: id, choice: id }),
  async run(visit, { field, choice }) {
    const changed = await changeChoices(visit, field, (known) => {
      const rest = known.filter((each) => each.id !== choice)
      return rest.length < known.length ? rest : undefined
    })
    if (changed.ok) return done({ to: `field?id=${field}` })
    return changed.code === 'not_found' ? changed : refuse(changed.code, changed.message)
  },
})

export const choiceForms: readonly SiteForm[] = [addChoices, changeChoice, moveChoice, removeChoice]
