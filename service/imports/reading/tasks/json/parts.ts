// The parts that the shapes of JSON files share.
import { z } from 'zod'
import type { Format } from '../../formats.ts'
import type { Mapping } from '../../plan.ts'
import type { Cell, JsonTask } from '../raw-task.ts'

/** Reads the files of one program. */
export type JsonReader = {
  format: Format
  /** Null: the file is of another program. */
  tasksIn: (document: unknown) => JsonTask[] | null
  mapping: readonly Mapping[]
  /** The text after which the tasks stand; before it others name them. */
  after?: RegExp
}

export const text = z
  .string()
  .nullish()
  .catch(null)
  .transform((value) => value ?? '')
export const flag = z
  .boolean()
  .nullish()
  .catch(null)
  .transform((value) => value === true)
export const listOf = <T extends z.ZodType>(item: T) =>
  z
    .array(item)
    .nullish()
    .transform((value) => value ?? [])

export const cell = (content: string, column: string): Cell => ({ text: content, column })

/** A line of a checklist, which Markdown shows as a box. */
export const box = (isChecked: boolean, title: string): string => `- [${isChecked ? 'x' : ' '}] ${title}`

/** @param columns the names of a file's members, by the field that they fill */
export const mappingOf = (columns: Readonly<Record<string, readonly string[]>>): Mapping[] =>
  Object.entries(columns).map(([field, names]) => ({ columns: names, field }))
