// What a task form says.
import type { OutboxItem } from '../../shared/launcher.ts'
import type { Field } from '../../shared/task-fields.ts'
import { fieldNames } from '../outbox/field-words.ts'
import { stateWords } from '../outbox/outbox-words.ts'
import { fieldsWritten } from '../outbox/pending.ts'

const listed = (fields: readonly Field[]): string => fields.map((field) => fieldNames[field]).join(', ')

/** Fields that somebody else changed while a draft of them was kept. */
export const changedMeanwhileWords = (fields: readonly Field[]): string =>
  `Somebody changed this task since you began: ${listed(fields)}. When you save, you choose what stands.`

/** Changes that are shown, and not sent yet; null when there are none. @param now epoch milliseconds */
export const waitingWords = (items: readonly OutboxItem[], now: number): string | null => {
  const [first] = items
  return first === undefined ? null : `${stateWords(first, now).text}: ${listed(fieldsWritten(items))}`
}
