// A plan: everything that an import would store, and every fault, without having stored anything (IMP-01).
import type { TaskStatus } from '../../../shared/api/launcher/tasks.ts'
import { englishOf, type KnownReason } from '../../../shared/api/import-reasons.ts'
import type { ImportLook } from '../../../shared/api/launcher/imports.ts'
import type { Priority, Recurrence } from '../../../shared/api/primitives.ts'
import type { FieldValue } from '../../objects/field-types.rules.ts'
import type { Field, ObjectType } from '../../objects/objects.store.ts'
import type { Section } from '../../tasks/task-settings.store.ts'
import type { MemberPerson } from '../../access/members.store.ts'
import type { Encoding } from './decode.ts'
import type { Format } from './formats.ts'

/** `line` is where the row begins, `column` is empty where the whole row is at fault. */
export type ImportFault = ImportLook['faults'][number]

export type TargetObject = { type: ObjectType; fields: readonly Field[] }

/** The workspace that the file goes into, as far as a plan depends on it. */
export type Target = {
  objects: readonly TargetObject[]
  members: readonly Pick<MemberPerson, 'id' | 'name' | 'email'>[]
  statuses: readonly TaskStatus[]
  sections: readonly Section[]
}

/** Names of records that a field points to; those that are missing are created. */
export type Reference = {
  field: Field
  names: readonly string[]
  column: string
  /** The objects that the field can point to. A missing record is created in the first. */
  objects: readonly TargetObject[]
}

export type RecordDraft = {
  is: 'record'
  line: number
  object: TargetObject
  /** Field id → value. */
  values: Readonly<Record<string, FieldValue>>
  references: readonly Reference[]
  /** A company without a person: one of the same name is completed and not created again. */
  byTitle: boolean
}

export type TaskDraft = {
  is: 'task'
  line: number
  title: string
  description: string | null
  /** Epoch milliseconds. */
  startDate: number | null
  dueDate: number | null
  priority: Priority
  /** Slug of a status; null is the default one. */
  status: string | null
  isDone: boolean
  /** The index of the draft above it. */
  parent: number | null
  assignees: readonly string[]
  /** Whether it becomes a task of the person who imports: no file of a team leaves everybody out (APP-13). */
  isImporters: boolean
  sectionId: string | null
  recurrence: Recurrence | null
  /**
   * A file may say only how it repeats: it is due on the first day from its writing on. `time`: milliseconds after midnight; null for
   * a whole day. `zone`: the file's; null for the person's.
   */
  first: { time: number | null; zone: string | null } | null
}

export type Draft = RecordDraft | TaskDraft

/** The columns that fill a field. */
export type Mapping = { columns: readonly string[]; field: string }

/** A choice of a field. */
export type Choice = NonNullable<NonNullable<Field['options']>['choices']>[number]

/** Choices that values of the file name and that the field does not have. */
export type NewChoices = { field: Field; choices: readonly Choice[] }

type FileColumn = ImportLook['columns'][number]

/** A reader's result. */
export type Drafts = {
  /** The slug of an object, or `tasks`. */
  into: string
  /** Things in the file, also those that are left out. */
  rows: number
  /** Makes all drafts. A look needs the first only, and a large file would fill the memory. */
  drafts: () => readonly Draft[]
  first: readonly Draft[]
  /** How many drafts there are. */
  stored: number
  /** In the order of the lines. */
  faults: readonly ImportFault[]
  mapping: readonly Mapping[]
  /** None in files without columns. */
  columns?: readonly FileColumn[]
  /** Targets for columns; by default the object's fields. */
  goesTo?: ImportLook['goesTo']
  questions?: readonly ImportLook['questions'][number][]
  /** Fields that the import makes before it writes rows: `prepareTarget`. The drafts use their ids. */
  newFields?: readonly Field[]
  newChoices?: readonly NewChoices[]
  /** Open tasks that repeat by words that are not read. */
  repeating?: number
  /** Columns that fill nothing. */
  ignored: readonly string[]
  notes: readonly KnownReason[]
  /** Columns of several values. */
  lists?: ImportLook['lists']
  /** Rows that go into other objects, by object slug. */
  elsewhere?: Readonly<Record<string, number>>
}

/** Drafts that a reader has made already. */
export const madeDrafts = (drafts: readonly Draft[]): Pick<Drafts, 'drafts' | 'first' | 'stored'> => ({
  drafts: () => drafts,
  first: drafts.slice(0, sampleSize),
  stored: drafts.length,
})

type Optional = 'repeating' | 'goesTo' | 'lists' | 'elsewhere'

export type Plan = Required<Omit<Drafts, Optional | 'drafts'>> &
  Pick<Drafts, Optional> & {
    /** Made when they are asked for first. */
    readonly drafts: readonly Draft[]
    format: Format
    encoding: Encoding
    bom: boolean
    delimiter: string | null
    /** The field by which records are updated and not created again. */
    key: Field | null
    /** Rows of which nothing is stored. */
    leftOut: number
  }

/** Rows that a look shows. */
export const sampleSize = 10

const shownText = 200
export const faultOf = (line: number, column: string, text: string, reason: KnownReason): ImportFault => ({
  line,
  column,
  text: text.length > shownText ? `${text.slice(0, shownText)}…` : text,
  why: englishOf(reason),
  ...reason,
})
