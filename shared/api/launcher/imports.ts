// Files that people import: looked at first, then written, and undone if need be (IMP-01 to IMP-05).
import { z } from 'zod'
import { exact } from '../exact.ts'
import { importReason, reasonParts } from '../import-reasons.ts'
import { instant, many, one } from '../primitives.ts'

/** Bytes of a file that is imported. */
export const maxImportLength = 64 * 1024 * 1024
/** How long an import can be undone, in milliseconds. */
export const undoImportWithin = 7 * 24 * 3_600_000

const newField = exact({
  name: z.string().trim().min(1).max(200).describe('Name of the field.'),
  type: z
    .enum(['text', 'long_text', 'number', 'checkbox', 'date', 'email', 'url', 'phone', 'select'])
    .describe('What its values are.'),
})

/** What a person decides about a file. What is absent is as it was suggested. */
export const importChoices = exact({
  object: z.string().min(1).max(200).optional().describe('Slug of an object, or `tasks`.'),
  key: z
    .string()
    .max(200)
    .nullable()
    .optional()
    .describe('Slug of the field by which records are updated and not created again, or null.'),
  columns: z
    .array(
      exact({
        column: z.number().int().min(0).describe('Its place in the file, from 0.'),
        field: z
          .string()
          .max(200)
          .nullable()
          .describe('Slug of the field that it fills; several columns can fill one. null leaves it out.'),
        create: newField
          .optional()
          .describe('A field that the import makes for it; `field` is null then. Owners and admins only.'),
      }),
    )
    .max(1_000)
    .optional()
    .describe('Columns that go elsewhere than suggested.'),
  dateOrder: z
    .enum(['day first', 'month first'])
    .optional()
    .describe('Which number of 3/4/2027 is the month.'),
  decimal: z.enum(['point', 'comma']).optional().describe('What stands before decimals.'),
  listSeparator: z
    .enum([',', ';', '|', 'line'])
    .optional()
    .describe('What separates several values of a cell.'),
  newChoices: z
    .enum(['create', 'leave out'])
    .optional()
    .describe('What becomes of a choice that the field does not have. Default: leave out.'),
  badCells: z
    .enum(['leave out the cell', 'leave out the row'])
    .optional()
    .describe('What becomes of a bad value of an optional field. Default: leave out the cell.'),
})
export type ImportChoices = z.infer<typeof importChoices>

const fault = z.object({
  line: z.number().int().describe('The line where the row begins; the first of the file is 1.'),
  column: z.string().describe('Name of the column; empty for the whole row.'),
  text: z.string().describe('The value, cut after 200 characters.'),
  why: z.string().describe('What is wrong with it.'),
  ...reasonParts,
})
const faults = z.array(fault).describe('In the order of the lines, at most 1,000.')
const moreFaults = z.number().int().optional().describe('How many faults are not listed.')

/** What the file is, and what it would become. */
export const importLook = z
  .object({
    format: z.string().describe('What wrote it, such as `google-contacts` or `csv`.'),
    encoding: z.string().describe('How its text is encoded.'),
    bom: z.boolean().describe('Whether it begins with a byte order mark.'),
    delimiter: z.string().nullable().describe('What separates cells; null where it has none.'),
    object: z.string().describe('Slug of the object that gets its rows, or `tasks`.'),
    key: z.string().nullable().describe('Slug of the field by which records are updated, or null.'),
    rows: z.number().int().describe('Things in the file.'),
    leftOut: z.number().int().describe('Rows of which nothing would be stored.'),
    elsewhere: z
      .record(z.string(), z.number().int())
      .optional()
      .describe('Rows that go into other objects, such as a company without a person, by object slug.'),
    repeating: z
      .number()
      .int()
      .optional()
      .describe('Tasks whose date comes again by words that are not read: they stay words.'),
    columns: z
      .array(
        z.object({
          name: z.string().describe('As the header has it.'),
          field: z.string().nullable().describe('Slug of the field that it fills, or null.'),
          suggested: z
            .string()
            .nullable()
            .optional()
            .describe('Slug of the field that was suggested; absent where it is that field.'),
          isNew: z.boolean().optional().describe('Whether the import makes the field.'),
          newType: newField.shape.type
            .optional()
            .describe('The type of a new field for it, by its values; absent where it fills one.'),
          examples: z.array(z.string()).describe('The first values, at most 3, cut after 100 characters.'),
        }),
      )
      .describe('The columns in their order; empty for files without columns.'),
    goesTo: z
      .array(
        z.object({
          field: z.string().describe('Slug of a field.'),
          name: z.string().describe('Its name.'),
          required: z.boolean().describe('Whether every row needs it.'),
        }),
      )
      .describe('What a column can fill; empty where columns can only be left out.'),
    mapping: z
      .array(
        z.object({
          columns: z.array(z.string()).describe('Names of columns.'),
          field: z.string().describe('Slug of the field that they fill.'),
        }),
      )
      .describe('The columns that fill each field.'),
    ignored: z.array(z.string()).describe('Columns that fill nothing.'),
    questions: z
      .array(
        z.object({
          about: z.enum(['dateOrder', 'decimal']).describe('The choice that answers it.'),
          column: z.string().describe('The column where both fit.'),
          example: z.string().describe('A value that both fit.'),
        }),
      )
      .describe('What the values do not tell.'),
    lists: z
      .array(
        z.object({
          column: z.string().describe('Name of the column.'),
          separator: z.string().nullable().describe('What separates the values of its cells, if anything.'),
        }),
      )
      .optional()
      .describe('Columns that fill a field of several values.'),
    sample: z
      .array(z.looseObject({ line: z.number().int().describe('The line where the row begins.') }))
      .describe('The first ten rows as they would be stored, by field slug.'),
    faultsByKind: z
      .array(
        z.object({
          why: z.string().describe('What is wrong.'),
          ...reasonParts,
          column: z.string().describe('Name of the column; empty for whole rows.'),
          count: z.number().int().describe('How many.'),
        }),
      )
      .describe('Faults by kind, the most frequent first.'),
    faults,
    moreFaults,
    notes: z.array(z.string()).describe('What else is worth knowing, in sentences.'),
    noteReasons: z.array(importReason).optional().describe('The notes for programs, in the same order.'),
  })
  .meta({ id: 'ImportLook' })
export type ImportLook = z.infer<typeof importLook>

const result = z
  .object({
    created: z.number().int().describe('Rows that became something new.'),
    updated: z.number().int().describe('Rows that changed what was found by its key.'),
    unchanged: z.number().int().describe('Rows that were the same already.'),
    leftOut: z.number().int().describe('Rows of which nothing was stored.'),
    alsoCreated: z
      .record(z.string(), z.number().int())
      .describe('Records that rows name and that were missing, by object slug.'),
    faults,
    moreFaults,
  })
  .nullable()
  .describe('What was stored; null before it ends.')

/** One import of a person. */
export const importResource = z
  .object({
    id: z.string().describe('Id of the import.'),
    name: z.string().describe('Name of the file.'),
    createdAt: instant.describe('When the file came.'),
    object: z.string().describe('Slug of the object that gets its rows, or `tasks`.'),
    state: z
      .enum(['looked', 'running', 'done', 'cancelled', 'failed', 'undoing', 'undone'])
      .describe('`looked`: nothing is written yet.'),
    problem: z.string().nullable().describe('Why it failed, in a sentence; otherwise null.'),
    problemReason: importReason.optional().describe('The same for programs.'),
    look: importLook.nullable().describe('What the file is; null once it has been written.'),
    choices: importChoices.describe('What the person decided.'),
    progress: z
      .object({
        rows: z.number().int().describe('Rows that are done.'),
        total: z.number().int().describe('Rows in all.'),
        rowsPerSecond: z.number().nullable().describe('Null before it is known.'),
        secondsLeft: z.number().nullable().describe('Null before it is known.'),
      })
      .describe('How far it is.'),
    result,
    undo: z
      .object({
        until: instant.describe('Until when it can be undone.'),
        undone: z.number().int().describe('Records and tasks that were taken back.'),
        spared: z.number().int().describe('Those that stay because people changed them since.'),
      })
      .nullable()
      .describe('Null where nothing can be undone.'),
  })
  .meta({ id: 'Import' })
export type Import = z.infer<typeof importResource>

/** `POST /v1/launcher/imports`: the bytes of the file are the body. */
export const importQuery = exact({
  name: z.string().trim().min(1).max(255).describe('Name of the file.'),
})

export const importResponse = one(importResource)
export const importsResponse = many(importResource)
