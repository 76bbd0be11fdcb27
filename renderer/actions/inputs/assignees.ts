// The choices of Assign…, and what they make of the assignees of each task. Pure.
import type { Member, TaskOptions } from '../../../shared/api/launcher/tasks.ts'
import { listOf, say } from '../../../shared/language.ts'
import { matchClasses, matchOf } from '../../../shared/search/text-match.ts'
import type { PickItem } from '../../ui/pick-list.tsx'

export type AssignChoice = PickItem & {
  /** The assignees after this choice. */
  assignees: readonly string[]
}

type People = Pick<TaskOptions, 'members' | 'me'>

/** A member who has left is shown by the id. */
export const namesOf = (ids: readonly string[], { members, me }: People): string =>
  listOf(
    ids.map((id) => (id === me ? say('capture.me') : (members.find((one) => one.id === id)?.name ?? id))),
  )

/** The people who are assigned to every task. */
export const commonAssignees = ([first = [], ...rest]: readonly (readonly string[])[]): string[] =>
  first.filter((id) => rest.every((ids) => ids.includes(id)))

/** The assignees of one task, if `common` of all tasks becomes `wanted`. Others of this task stay. */
export const assigneesAfter = (
  own: readonly string[],
  common: readonly string[],
  wanted: readonly string[],
): string[] =>
  wanted.length === 0
    ? []
    : [...new Set([...own.filter((id) => !common.includes(id) || wanted.includes(id)), ...wanted])]

/**
 * @param assigned the assignees, as collected so far
 * @param isCollecting whether some were collected that are not saved
 */
export function assignChoices(
  text: string,
  people: People,
  assigned: readonly string[],
  isCollecting: boolean,
): AssignChoice[] {
  const { members, me } = people
  const typed = text.trim()
  const rankOf = (member: Member): number => {
    if (typed === '') return member.id === me ? 0 : assigned.includes(member.id) ? 1 : 2
    const names = [member.name, member.email, ...(member.id === me ? [say('capture.me')] : [])]
    const matches = names.map((name) => matchOf(typed, name)).filter((match) => match !== null)
    return Math.min(...matches.map((match) => matchClasses.indexOf(match.class)))
  }
  const choices = members
    .map((member) => ({ member, rank: rankOf(member) }))
    .filter(({ rank }) => rank !== Infinity)
    .sort((a, b) => a.rank - b.rank)
    .map(({ member: { id, name, email } }): AssignChoice => {
      const isChosen = assigned.includes(id)
      return {
        id,
        title: id === me ? say('capture.me') : name,
        detail: id === me ? name : email,
        isChosen,
        assignees: isChosen ? assigned.filter((one) => one !== id) : [...assigned, id],
      }
    })
  if (typed !== '') return choices
  const nobody = { id: 'nobody', title: say('assign.nobody'), assignees: [] }
  if (assigned.length === 0) return isCollecting ? [nobody, ...choices] : choices
  const names = namesOf(assigned, people)
  const collected = { id: 'collected', title: say('assign.to', { names }), assignees: assigned }
  return isCollecting ? [collected, ...choices] : [...choices, nobody]
}
