// Members in forms: boxes to tick where they are few, else their addresses in lines.
import { membersOfWorkspace, type MemberPerson } from '../access/members.store.ts'
import { foldEmail, shownEmail } from '../access/people.store.ts'
import { say } from '../language/say.ts'
import { html, type Html } from '../oauth/pages/html.ts'
import { namesOfPeople } from '../records/previews.store.ts'
import type { Values, Visit } from '../site/kit.ts'
import { textOf } from '../site/kit.ts'
import { choiceField, selectField, textField } from '../site/parts.ts'

/** A form holds at most a hundred fields. */
const mostBoxes = 60
const mostOptions = 400

type Field = { form: string; name: string; label: string; required?: boolean }

const isFew = (members: readonly MemberPerson[], several: boolean): boolean =>
  members.length <= (several ? mostBoxes : mostOptions)

const addressesOf = (members: readonly MemberPerson[], ids: readonly string[]): string =>
  ids.map((id) => members.find((one) => one.id === id)?.email ?? id).join('\n')

/** @param field.held ids that are stored; people who have left can stay */
export async function peopleField(
  visit: Visit,
  field: Field & { held: readonly string[]; several: boolean },
): Promise<Html> {
  const { held, several, required, ...of } = field
  const { tx, workspace } = visit
  const members = await membersOfWorkspace(tx, workspace.id)
  if (!isFew(members, several))
    return textField(visit, {
      ...of,
      hint: say(several ? 'home.members.emails' : 'home.members.email'),
      value: addressesOf(members, held),
      attributes: html`rows="${several ? 4 : 1}" autocomplete="off" spellcheck="false"`,
    })
  const left = await namesOfPeople(
    tx,
    held.filter((id) => !members.some((one) => one.id === id)),
  )
  const named = members.map(({ id, name, email }): readonly [string, string] => {
    const isAlone = members.every((one) => one.id === id || one.name !== name)
    return [id, isAlone ? name : `${name} (${shownEmail(email)})`]
  })
  const options = [
    ...named,
    ...[...left].map(([id, name]) => [id, say('home.members.left', { name })] as const),
  ]
  if (several) return choiceField(visit, { ...of, options, checked: held })
  const none = required && held.length > 0 ? [] : [['', say('home.members.nobody')] as const]
  return selectField(visit, { ...of, options: [...none, ...options], value: held[0] ?? '' })
}

/** Ids that the field sent, or texts that name nobody, which the check of the write refuses. */
export async function peopleOf(
  { tx, workspace }: Visit,
  values: Values,
  name: string,
  several: boolean,
): Promise<string[]> {
  const value = values[name]
  const members = await membersOfWorkspace(tx, workspace.id)
  if (isFew(members, several)) {
    if (value === undefined || value === '') return []
    return typeof value === 'string' ? [value] : [...value]
  }
  const byEmail = new Map(members.map(({ id, email }) => [email, id]))
  const lines = textOf(values, name).split('\n')
  return lines.flatMap((line) => {
    const text = line.trim()
    return text === '' ? [] : [byEmail.get(foldEmail(text)) ?? text]
  })
}
