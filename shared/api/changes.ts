// What has changed in a workspace, in the order of the commits (FED-01).
import { z } from 'zod'
import { exact } from './exact.ts'
import { developerLimit, instant, launcherLimit } from './primitives.ts'

export const changeKind = z.enum(['record', 'task', 'comment', 'meeting'])
export type ChangeKind = z.infer<typeof changeKind>

export const changeAction = z.enum(['created', 'updated', 'archived', 'restored', 'deleted', 'gone'])

export const changeActorType = z.enum([
  'person',
  'key',
  'sign_in',
  'assistant',
  'import',
  'calendar',
  'operator',
])

/** How long changes are kept, in days. */
export const changesKeptDays = 30

const actor = z
  .object({
    type: changeActorType.describe(
      'A person in the browser, an access key, a program that a person signed in to (such as the launcher), an assistant that acts for a person, an import, the reading of a calendar, or the operator’s command line.',
    ),
    id: z
      .string()
      .describe(
        'Id of the key, the import or the calendar. Of an assistant: the address of its client metadata document, or `svc mcp`. Of a person, a sign-in and the operator: auth-user ID.',
      ),
    name: z
      .string()
      .nullable()
      .describe(
        'Name of the key or the person; of an assistant its host and the person’s name; of an import or a calendar, that of the person whose it is. Null if it is not known.',
      ),
  })
  .describe('What made the change.')

/** One change of one item. It carries no content: read the item by its id. */
export const change = z
  .object({
    kind: changeKind.describe('Kind of the item.'),
    id: z.string().describe('Id of the item.'),
    action: changeAction.describe(
      'What happened. `gone`: the change took the item out of the caller’s sight, for example a task that was assigned to somebody else.',
    ),
    item: z
      .object({
        kind: z.enum(['record', 'task']).describe('Kind of the item.'),
        id: z.string().describe('Id of the item.'),
      })
      .nullable()
      .describe('The record or task that a comment is on; null for other kinds.'),
    actor,
    at: instant.describe('When it was made. Clocks can go back: the order is that of the list.'),
  })
  .meta({ id: 'Change' })
export type Change = z.infer<typeof change>

const listOfChanges = z.array(change).describe('Oldest first.')
const position = z
  .string()
  .describe(
    'The `after` of the next request. Always there, also on an empty page, which may be followed by changes.',
  )

export const changePage = z.object({ data: listOfChanges, next_cursor: position }).meta({ id: 'ChangePage' })
export const launcherChangePage = z
  .object({ data: listOfChanges, nextCursor: position })
  .meta({ id: 'LauncherChangePage' })

const after = z
  .string()
  .optional()
  .describe(
    'The cursor of the previous page, unchanged. `now`: an empty page with the present cursor. Absent: begins with the oldest change that is kept (30 days).',
  )
const kinds = z
  .string()
  .optional()
  .transform((text, context): readonly ChangeKind[] | undefined => {
    if (text === undefined) return undefined
    const given = [...new Set(text.split(','))]
    const known = changeKind.options.filter((kind) => given.includes(kind))
    if (known.length === given.length) return known
    context.addIssue({
      code: 'custom',
      message: `Send kinds with commas between them: ${changeKind.options.join(', ')}.`,
    })
    return z.NEVER
  })
  .meta({
    type: 'string',
    description: `Only these kinds, with commas between them: ${changeKind.options.map((kind) => `\`${kind}\``).join(', ')}. Default: each that the caller may read.`,
  })

export const changeListQuery = exact({ after, kinds, limit: developerLimit })
export const launcherChangeListQuery = exact({ after, kinds, limit: launcherLimit(100, 100) })

/** The event of the stream. It only says that there is something to read; `cursor` is not needed for reading it. */
export const changedEvent = z
  .object({ cursor: z.string().describe('The present cursor of the list.') })
  .meta({ id: 'ChangedEvent' })
export type ChangedEvent = z.infer<typeof changedEvent>

/** The names of the stream's events, and how often the stream says that it is alive, in milliseconds. */
export const changeStream = { event: 'changed', notified: 'notified', everyMilliseconds: 15_000 } as const
