// The field of a form that says how a task repeats: its words and its rule. Pure.
import type { Recurrence } from '../../shared/api/primitives.ts'
import type { ReadDates } from '../../shared/dates/reader/date-hit.ts'
import { repeatsIn } from '../../shared/dates/reader/repeats.ts'
import { idOfRepeat } from '../../shared/dates/repeat.ts'
import { repeatWords } from '../../shared/dates/repeat-words.ts'

/** How a task repeats: the words, and what they mean (repeat.ts); null where they mean nothing, or nothing is written. */
export interface Repeat {
  text: string
  id: string | null
}

export const noRepeat: Repeat = { text: '', id: null }

export const repeatAgain = (recurrence: Recurrence | null, now: Date): Repeat =>
  recurrence === null ? noRepeat : { text: repeatWords(recurrence, now), id: idOfRepeat(recurrence) }

const wordOrNumber = /[\p{L}\p{N}]/u

/** The field after typing. In this field, other words would be lost silently. @param stands its content when the form was opened */
export function repeatTyped(text: string, stands: Repeat, now: Date, readDates: ReadDates): Repeat {
  if (text === stands.text) return stands
  const [hit, ...others] = repeatsIn(text, now, readDates)
  const unread = hit === undefined ? text : text.slice(0, hit.start) + text.slice(hit.end)
  const isClear = hit !== undefined && hit.other === undefined && others.length === 0
  return { text, id: isClear && !wordOrNumber.test(unread) ? idOfRepeat(hit.recurrence, hit.time) : null }
}
