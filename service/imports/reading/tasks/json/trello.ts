// A board of Trello as JSON: cards with their lists, checklists, members, labels and comments.
import { z } from 'zod'
import type { JsonTask } from '../raw-task.ts'
import { box, cell, flag, listOf, mappingOf, text, type JsonReader } from './parts.ts'

const id = z.string()
const ids = listOf(id)
/** A place among others. */
const place = z.number().nullish().catch(null)

const card = z.object({
  id,
  name: text,
  desc: text,
  due: text,
  start: text,
  dueComplete: flag,
  closed: flag,
  idList: text,
  idLabels: ids,
  idMembers: ids,
  attachments: listOf(z.object({ name: text, url: text })),
  customFieldItems: listOf(
    z.object({
      idCustomField: text,
      idValue: text,
      value: z.record(z.string(), z.string()).nullish().catch(null),
    }),
  ),
  pos: place,
})

const board = z.object({
  cards: z.array(card),
  lists: listOf(z.object({ id, name: text, closed: flag })),
  labels: listOf(z.object({ id, name: text, color: text })),
  customFields: listOf(
    z.object({ id, name: text, options: listOf(z.object({ id, value: z.object({ text }).nullish() })) }),
  ),
  members: listOf(z.object({ id, fullName: text, username: text })),
  checklists: listOf(
    z.object({
      id,
      idCard: text,
      name: text,
      pos: place,
      checkItems: listOf(z.object({ name: text, state: text, pos: place })),
    }),
  ),
  actions: listOf(
    z.object({
      type: text,
      date: text,
      data: z.object({ text, card: z.object({ id }).nullish() }).nullish(),
      memberCreator: z.object({ fullName: text }).nullish(),
    }),
  ),
})
type Board = z.infer<typeof board>

const inOrder = <T extends { pos?: number | null | undefined }>(items: readonly T[]): T[] =>
  items.toSorted((a, b) => (a.pos ?? 0) - (b.pos ?? 0))

const checklistsOf = ({ checklists }: Board, cardId: string): string[] =>
  inOrder(checklists.filter(({ idCard }) => idCard === cardId)).map(({ name, checkItems }) =>
    [name, ...inOrder(checkItems).map((item) => box(item.state === 'complete', item.name))].join('\n'),
  )

/** Fields of the board, and links to files. */
const detailsOf = (
  { customFields }: Board,
  { customFieldItems, attachments }: Board['cards'][number],
): string[] => {
  const fields = customFieldItems.flatMap(({ idCustomField, idValue, value }) => {
    const field = customFields.find((one) => one.id === idCustomField)
    const chosen = field?.options.find((option) => option.id === idValue)?.value?.text
    const written = chosen ?? Object.values(value ?? {})[0] ?? ''
    return field && written !== '' ? `${field.name}: ${written}` : []
  })
  const links = attachments
    .filter(({ url }) => url !== '')
    .map(({ name, url }) => `- [${name || url}](${url})`)
  return [fields.join('\n'), links.join('\n')]
}

/** Comments, the oldest first. */
const commentsOf = ({ actions }: Board, cardId: string): string[] =>
  actions
    .filter(({ type, data }) => type === 'commentCard' && data?.card?.id === cardId)
    .toSorted((a, b) => (a.date < b.date ? -1 : 1))
    .map(
      ({ date, data, memberCreator }) =>
        `${memberCreator?.fullName ?? 'Comment'}, ${date.slice(0, 10)}: ${data?.text ?? ''}`,
    )

function tasksIn(document: unknown): JsonTask[] | null {
  const parsed = board.safeParse(document)
  if (!parsed.success) return null
  const { cards, lists, labels, members } = parsed.data
  const listed = new Map(lists.map((list) => [list.id, list]))
  const labelled = new Map(labels.map(({ id: labelId, name, color }) => [labelId, name || color]))
  const people = new Map(
    members.map(({ id: memberId, fullName, username }) => [memberId, fullName || username]),
  )
  const named = (of: ReadonlyMap<string, string>, wanted: readonly string[]) =>
    wanted.flatMap((one) => of.get(one) ?? []).filter((name) => name !== '')
  return cards.map((one): JsonTask => {
    const list = listed.get(one.idList)
    const isArchived = one.closed || list?.closed === true
    return {
      id: one.id,
      title: cell(one.name, 'name'),
      texts: [
        one.desc,
        ...checklistsOf(parsed.data, one.id),
        ...detailsOf(parsed.data, one),
        ...commentsOf(parsed.data, one.id),
      ],
      start: cell(one.start, 'start'),
      due: cell(one.due, 'due'),
      isDone: one.dueComplete || isArchived,
      assignees: named(people, one.idMembers).map((name) => cell(name, 'idMembers')),
      section: list?.name,
      labels: named(labelled, one.idLabels).join(', '),
    }
  })
}

export const trello: JsonReader = {
  format: 'trello',
  tasksIn,
  mapping: mappingOf({
    title: ['name'],
    description: ['desc', 'checklists', 'customFieldItems', 'attachments', 'actions', 'idLabels'],
    due: ['due'],
    start: ['start'],
    status: ['dueComplete', 'closed'],
    assignee: ['idMembers'],
    section: ['idList'],
  }),
  after: /"cards"\s*:/,
}
