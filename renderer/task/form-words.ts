// What a task form says.
import { listOf, say } from '../../shared/language.ts'
import type { OutboxItem } from '../../shared/ipc/launcher.ts'
import type { Field } from '../../shared/task-fields.ts'
import { fieldNames } from '../outbox/field-words.ts'
import { stateWords } from '../outbox/outbox-words.ts'
import { fieldsWritten } from '../outbox/pending.ts'

const listed = (fields: readonly Field[]): string => listOf(fields.map((field) => say(fieldNames[field])))

/** Fields that somebody else changed while a draft of them was kept. */
export const changedMeanwhileWords = (fields: readonly Field[]): string =>
  say('form.changedMeanwhile', { fields: listed(fields) })

/** Changes that are shown, and not sent yet; null when there are none. @param now epoch milliseconds */
export const waitingWords = (items: readonly OutboxItem[], now: number): string | null => {
  const [first] = items
  return first === undefined
    ? null
    : say('form.waiting', { state: stateWords(first, now).text, fields: listed(fieldsWritten(items)) })
}
