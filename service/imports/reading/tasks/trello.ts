// A board of Trello as JSON: cards with their lists, checklists, members, labels and comments.
import { z } from 'zod'
import { reason } from '../../../../shared/api/import-reasons.ts'
import type { ImportChoices } from '../../../../shared/api/launcher/imports.ts'
import type { Zone } from '../../../calendars/reading/times.ts'
import { done, refuseFor, type Outcome } from '../../../base/operator-error.ts'
import { madeDrafts, type Drafts, type Target } from '../plan.ts'
import { taskFields } from './task-columns.ts'
import { readTasks, type RawTask } from './tasks.ts'

const id = z.string()
const text = z
  .string()
  .nullish()
  .transform((value) => value ?? '')
const ids = z
  .array(id)
  .nullish()
  .transform((value) => value ?? [])
const listOf = <T extends z.ZodType>(item: T) =>
  z
    .array(item)
    .nullish()
    .transform((value) => value ?? [])

const card = z.object({
  id,
  name: text,
  desc: text,
  due: text,
  start: text,
  dueComplete: z.boolean().nullish(),
  closed: z.boolean().nullish(),
  idList: text,
  idLabels: ids,
  idMembers: ids,
  idChecklists: ids,
  pos: z.number().nullish(),
})

const board = z.object({
  cards: z.array(card),
  lists: listOf(z.object({ id, name: text, closed: z.boolean().nullish() })),
  labels: listOf(z.object({ id, name: text, color: text })),
  members: listOf(z.object({ id, fullName: text, username: text })),
  checklists: listOf(
    z.object({
      id,
      idCard: text,
      name: text,
      pos: z.number().nullish(),
      checkItems: listOf(z.object({ name: text, state: text, pos: z.number().nullish() })),
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

/** Checklists as the text of a card that Markdown shows as boxes. */
const checklistsOf = ({ checklists }: Board, cardId: string): string[] =>
  inOrder(checklists.filter(({ idCard }) => idCard === cardId)).map(({ name, checkItems }) =>
    [
      name,
      ...inOrder(checkItems).map((item) => `- [${item.state === 'complete' ? 'x' : ' '}] ${item.name}`),
    ].join('\n'),
  )

/** Comments, the oldest first. */
const commentsOf = ({ actions }: Board, cardId: string): string[] =>
  actions
    .filter(({ type, data }) => type === 'commentCard' && data?.card?.id === cardId)
    .toSorted((a, b) => (a.date < b.date ? -1 : 1))
    .map(
      ({ date, data, memberCreator }) =>
        `${memberCreator?.fullName ?? 'Comment'}, ${date.slice(0, 10)}: ${data?.text ?? ''}`,
    )

/** The line on which the object of a card begins; 1 where it is not found. */
function lineFinder(source: string) {
  const start = Math.max(0, source.search(/"cards"\s*:/))
  const lines = (end: number) => source.slice(0, end).split('\n').length
  const firstLine = lines(start)
  return (cardId: string): number => {
    const at = source.indexOf(`"${cardId}"`, start)
    return at === -1 ? firstLine : lines(at)
  }
}

/** @param source the text of a JSON file @returns a refusal for JSON that is not a board */
export function readTrello(
  source: string,
  { target, zone, choices }: { target: Target; zone: Zone; choices: ImportChoices },
): Outcome<Drafts> {
  let document: unknown
  try {
    document = JSON.parse(source)
  } catch (error) {
    const [, line, column] = /line (\d+) column (\d+)/.exec(error instanceof Error ? error.message : '') ?? []
    return refuseFor(
      'invalid_file',
      line === undefined
        ? reason('bad_json')
        : reason('bad_json_at', { line: Number(line), column: Number(column) }),
    )
  }
  const parsed = board.safeParse(document)
  if (!parsed.success) return refuseFor('invalid_file', reason('not_trello'))
  const { cards, lists, labels, members } = parsed.data
  const listed = new Map(lists.map((list) => [list.id, list]))
  const labelled = new Map(labels.map(({ id: labelId, name, color }) => [labelId, name || color]))
  const people = new Map(
    members.map(({ id: memberId, fullName, username }) => [memberId, fullName || username]),
  )
  const named = (of: ReadonlyMap<string, string>, wanted: readonly string[]) =>
    wanted.flatMap((one) => of.get(one) ?? []).filter((name) => name !== '')
  const lineOf = lineFinder(source)
  const raw = cards.map((one): RawTask => {
    const list = listed.get(one.idList)
    const isArchived = one.closed === true || list?.closed === true
    return {
      line: lineOf(one.id),
      id: one.id,
      title: { text: one.name, column: 'name' },
      texts: [one.desc, ...checklistsOf(parsed.data, one.id), ...commentsOf(parsed.data, one.id)],
      start: { text: one.start, column: 'start' },
      due: { text: one.due, column: 'due' },
      isDone: one.dueComplete === true || isArchived,
      assignees: named(people, one.idMembers).map((name) => ({ text: name, column: 'idMembers' })),
      section: list?.name,
      labels: named(labelled, one.idLabels).join(', '),
    }
  })
  const mapping = [
    { columns: ['name'], field: 'title' },
    { columns: ['desc', 'checklists', 'actions', 'idLabels'], field: 'description' },
    { columns: ['due'], field: 'due' },
    { columns: ['start'], field: 'start' },
    { columns: ['dueComplete', 'closed'], field: 'status' },
    { columns: ['idMembers'], field: 'assignee' },
    { columns: ['idList'], field: 'section' },
  ]
  const { drafts, ...read } = readTasks(raw, {
    target,
    zone,
    orderIn: () => undefined,
    badCells: choices.badCells,
  })
  return done({
    into: 'tasks',
    rows: raw.length,
    ...read,
    ...madeDrafts(drafts),
    // These columns cannot be mapped elsewhere; their names are shown in the preview.
    goesTo: [...taskFields],
    mapping,
    ignored: [],
    notes: [],
  })
}
