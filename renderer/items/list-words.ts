// The name of a list of tasks, and what is said where it is empty.
import type { TaskOptions } from '../../shared/api/launcher/tasks.ts'
import { say } from '../../shared/language.ts'
import type { Condition, StateQuery } from '../../shared/search/state-words.ts'
import { priorityName } from '../writes/words.ts'

type Options = TaskOptions | undefined

const memberName = (id: string | undefined, options: Options): string | undefined =>
  options?.members.find((member) => member.id === id)?.name

const wordsOf = (condition: Condition, options: Options): string => {
  switch (condition.of) {
    case 'mine':
      return memberName(options?.me, options) ?? say('lists.mine')
    case 'assignee':
      return condition.is === null
        ? say('lists.unassigned')
        : (memberName(condition.is, options) ?? condition.is)
    case 'section':
      return condition.is === null
        ? say('lists.noSection')
        : (options?.sections.find(({ id }) => id === condition.is)?.name ?? condition.is)
    case 'status':
      return options?.statuses.find(({ slug }) => slug === condition.is)?.name ?? condition.is
    case 'priority':
      return priorityName(condition.is, options)
    case 'done':
      return say('lists.done')
    case 'day':
      return say(`lists.day.${condition.is}`)
  }
}

/** "Lena Hof · overdue". */
export const listName = ({ conditions, rest }: StateQuery, options: Options): string =>
  [
    ...conditions.map((condition) => wordsOf(condition, options)),
    ...(rest.text === '' ? [] : [say('palette.quoted', { query: rest.text })]),
  ].reduce((first, second) => say('row.facts', { first, second }))

/** "No tasks of Lena Hof in Launch (overdue)". */
export const noTasksWords = ({ conditions, rest }: StateQuery, options: Options): string => {
  const whose = conditions.filter(({ of }) => of === 'mine' || of === 'assignee')
  const where = conditions.filter(({ of }) => of === 'section')
  const others = conditions.filter((condition) => !whose.includes(condition) && !where.includes(condition))
  const named = (some: readonly Condition[]): string[] => some.map((condition) => wordsOf(condition, options))
  const isNamed = (condition: Condition): boolean =>
    condition.of === 'mine' || ('is' in condition && condition.is !== null)
  const plain = [...whose, ...where].filter((condition) => !isNamed(condition))
  const facts = named([...plain, ...others])
  return [
    say('lists.none'),
    ...named(whose.filter(isNamed)).map((name) => say('lists.none.of', { name })),
    ...named(where.filter(isNamed)).map((name) => say('lists.none.in', { name })),
    ...(rest.text === ''
      ? []
      : [say('lists.none.with', { words: say('palette.quoted', { query: rest.text }) })]),
    ...(facts.length === 0 ? [] : [say('lists.none.that', { facts: facts.join(', ') })]),
  ].join(' ')
}
