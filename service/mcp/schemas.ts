// Schemas of arguments, as lean as a model's context asks for.
import type { StandardSchemaWithJSON } from '@modelcontextprotocol/server'
import { z } from 'zod'
import { taskLimits, visibleCharacter } from '../../shared/api/limits.ts'
import { longestRead } from '../../shared/dates/reader/date-hit.ts'
import { languages } from '../../shared/language.ts'
import { priorities } from './call.ts'

const mostIssues = 5
const mostOfIssue = 300

/** Leaves out what repeats in each schema, and keeps the faults of a huge argument short. */
export function lean<Schema extends z.ZodType>(
  schema: Schema,
): StandardSchemaWithJSON<z.input<Schema>, z.output<Schema>> {
  const standard = schema['~standard']
  // Once a process: each request has a server of its own, which asks again.
  let made: Record<string, unknown> | undefined
  const make = () => {
    const { $schema: _draft, ...rest } = z.toJSONSchema(schema, { io: 'input' })
    return rest
  }
  const json = () => (made ??= make())
  return {
    '~standard': {
      version: 1,
      vendor: 'zod',
      async validate(value: unknown) {
        const result = await standard.validate(value)
        if (result.issues === undefined) return result
        const issues = result.issues.slice(0, mostIssues)
        return {
          issues: issues.map((issue) => ({
            ...issue,
            path: issue.path?.slice(0, 8),
            message: issue.message.slice(0, mostOfIssue),
          })),
        }
      },
      jsonSchema: { input: json, output: json },
    },
  }
}

const id = z.string().min(1).max(200)
const who = z.string().min(1).max(320)
const moment = z.string().max(40)
const cursor = z.string().max(3_000).optional().describe('From the answer before.')
const mostItems = 25

const item = z.strictObject({ kind: z.enum(['task', 'record', 'meeting']), id })
const changeable = z.strictObject({ kind: z.enum(['task', 'record']), id })

const title = z
  .string()
  .trim()
  .min(1)
  .max(taskLimits.title)
  // Not as a pattern, whose Unicode classes some hosts refuse.
  .refine((text) => visibleCharacter.test(text), 'A title needs a visible character.')
const day = moment.describe('2026-12-01, or ISO 8601 with offset.')

const taskParts = {
  description: z.string().max(taskLimits.description),
  due: day,
  start: day,
  assignees: z.array(who).max(taskLimits.assignees).describe('Emails, names, ids or "me".'),
  status: z.string().max(200).describe('Slug or name.'),
  priority: z.enum(priorities),
  section: z.string().max(200).describe('Name or id.'),
  parent: id.describe('Task id.'),
  records: z.array(id).max(taskLimits.linkedRecords).describe('Ids of records to link.'),
  minutes: z.number().min(1).max(taskLimits.estimatedMinutes).describe('Estimate.'),
  repeat: z
    .strictObject({
      rule: z.string().max(500).describe('RRULE without DTSTART, at most daily.'),
      after: z.enum(['due', 'completion']).default('due'),
    })
    .describe('A completed task comes again.'),
}

export const inputs = {
  find: z.strictObject({
    text: z.string().trim().min(2).max(200).describe('Words of titles, names, emails, phone numbers, texts.'),
    kinds: z
      .array(z.enum(['task', 'record', 'meeting']))
      .min(1)
      .max(3)
      .optional(),
  }),
  list_tasks: z.strictObject({
    assignee: who.optional().describe('Email, name, id or "me".'),
    status: z.string().max(200).optional().describe('Slug or name.'),
    complete: z.boolean().optional(),
    priority: z.enum(priorities).optional(),
    due_after: moment.optional(),
    due_before: moment.optional(),
    parent: id.optional(),
    record: id.optional().describe('Linked record.'),
    cursor,
  }),
  list_records: z.strictObject({
    object: z.string().min(1).max(200).describe('Slug.'),
    filter: z
      .record(z.string(), z.unknown())
      .optional()
      .describe(
        '{"stage":{"$in":["won"]},"amount":{"$gte":1000}}. Operators: $eq $in $gt $gte $lt $lte $contains $starts_with $empty; groups: $and $or $not.',
      ),
    sort: z
      .string()
      .max(201)
      .optional()
      .describe('A field slug, title, created_at or updated_at; "-" before it: descending.'),
    cursor,
  }),
  read: z.strictObject({
    items: z.array(item).min(1).max(mostItems),
    from: z
      .number()
      .min(0)
      .max(10_000_000)
      .optional()
      .describe('Character to go on from, for one long item.'),
  }),
  brief: z.strictObject({}),
  capture_task: z
    .strictObject({
      text: z
        .string()
        .trim()
        .min(1)
        .max(longestRead)
        .optional()
        .describe('One line: "Call Dana tomorrow 3pm @lena #acme /sales !high ~30m every monday".'),
      language: z.enum(languages).optional().describe('Of text; default en.'),
      title: title.optional(),
      ...z.strictObject(taskParts).partial().shape,
    })
    .refine(
      ({ text, title: named }) => (text === undefined) !== (named === undefined),
      'Give text, a line in the words of a person, or title: one of them.',
    ),
  change_tasks: z.strictObject({
    changes: z
      .array(
        z.strictObject({
          id,
          title: title.optional(),
          description: taskParts.description.optional(),
          due: taskParts.due.nullable().optional(),
          start: taskParts.start.nullable().optional(),
          assignees: taskParts.assignees.optional(),
          status: taskParts.status.optional(),
          priority: taskParts.priority.optional(),
          section: taskParts.section.nullable().optional(),
          repeat: taskParts.repeat.nullable().optional(),
          parent: taskParts.parent.nullable().optional(),
          records: taskParts.records.optional(),
          minutes: taskParts.minutes.nullable().optional(),
        }),
      )
      .min(1)
      .max(mostItems),
  }),
  upsert_records: z.strictObject({
    records: z
      .array(
        z.strictObject({
          object: z.string().min(1).max(200).describe('Slug.'),
          id: z.guid().toLowerCase().optional().describe('Of the record to change. Absent: creates one.'),
          values: z.record(z.string(), z.unknown()).describe('Field slug to value; null clears.'),
        }),
      )
      .min(1)
      .max(mostItems),
  }),
  archive: z.strictObject({
    items: z.array(changeable).min(1).max(mostItems),
    restore: z.boolean().optional().describe('Makes archived records active again.'),
  }),
  comment: z.strictObject({
    on: changeable,
    text: z.string().min(1).max(10_000),
    mentions: z.array(who).max(20).optional().describe('Members to notify: emails, names or ids.'),
  }),
  list_changes: z.strictObject({
    since: moment.optional().describe('2026-12-01, or ISO 8601. Default: 24 hours ago.'),
    kinds: z
      .array(z.enum(['task', 'record', 'comment', 'meeting']))
      .min(1)
      .max(4)
      .optional(),
    cursor,
  }),
  describe_workspace: z.strictObject({
    object: z.string().min(1).max(200).optional().describe('Slug: its fields in full.'),
    cursor,
  }),
} as const

export type Inputs = { [Name in keyof typeof inputs]: z.output<(typeof inputs)[Name]> }
