// Matches a query with the text beside a row's title and with its contacts. Such matches rank below title matches. Pure.
import type { SearchResult } from '../api/launcher-search.ts'
import { dueAt, localWholeDays } from '../whole-days.ts'
import { savedPhone, typedPhone } from './phone-digits.ts'
import { type FoldedText, type FoldedTitle, foldedOf, titleOf } from './text-fold.ts'
import { beginsWord } from './text-match.ts'

/** The time of a meeting or the due date of a task, in epoch milliseconds. */
export type Span = { start: number; end: number }

type Entry = NonNullable<SearchResult['record']>['meta'][number]

const address = /^(?:[a-z]+:\/\/)?(?:www\.)?([^/?#\s]+)\S*$/i
const fewestDigits = 4
const fewestLetters = 2

/** Contact entries of a record, which people search by. */
export const isContact = ({ type }: Entry): boolean => type === 'email' || type === 'url' || type === 'phone'

const contactWords = ({ type, value }: Entry): string =>
  type === 'phone'
    ? savedPhone(value).join(' ')
    : type === 'url'
      ? (address.exec(value)?.[1] ?? value)
      : value

/** The time of a meeting or the due date of a task, if known. */
export const spanOf = ({ meeting, task }: Pick<SearchResult, 'meeting' | 'task'>): Span | undefined => {
  const { startAt, endAt, allDay } = meeting ?? {}
  if (startAt !== undefined && allDay === true) {
    const { first, last } = localWholeDays(startAt, endAt)
    return { start: first.getTime(), end: last.setDate(last.getDate() + 1) - 1 }
  }
  const due = task?.dueDate ?? null
  const start = due === null ? Date.parse(startAt ?? '') : dueAt(due).getTime()
  const end = due === null ? Date.parse(endAt ?? startAt ?? '') : start
  return Number.isNaN(start) || Number.isNaN(end) ? undefined : { start, end }
}

/** The folded words of a row besides its title. */
export const detailOf = ({ subtitle, badge, task, record }: Omit<SearchResult, 'kind'>): string => {
  const said = [subtitle, badge, task?.status?.name, record?.objectTypeName]
  const contacts = record?.meta.filter(isContact).map(contactWords) ?? []
  return titleOf([...new Set([...said, ...contacts])].filter(Boolean).join(' ')).spoken
}

/** A query in a format of details. `isInside` if it may match in the middle of a word: the digits of a number. */
export type DetailQuery = FoldedText & { isInside: boolean }

/** The query in the formats of details: the domain of an address, both spellings of a phone number. */
export const typedForDetail = (query: string): readonly DetailQuery[] => {
  const typed = query.trim()
  if (typed.length < fewestLetters) return []
  const phone = typedPhone(typed)
  if (phone !== null && phone.digits.length >= fewestDigits)
    return [
      { ...foldedOf(phone.digits), isInside: true },
      { ...foldedOf(phone.other), isInside: false },
    ]
  const said = /^https?:\/\//i.test(typed) ? (address.exec(typed)?.[1] ?? typed) : typed
  return [{ ...foldedOf(said), isInside: false }]
}

/** Whether each typed word begins a word of the title or of the detail. Digits may match anywhere in the detail. */
export const isInDetail = (typed: DetailQuery, title: FoldedTitle, detail: string): boolean => {
  if (detail === '' || typed.words.length === 0) return false
  if (typed.isInside) return detail.includes(typed.text)
  return beginsWords(typed, title, detail)
}

/** Whether each typed word begins a word of the title or of the detail. */
export const beginsWords = ({ words }: FoldedText, title: FoldedTitle, detail: string): boolean => {
  for (const word of words) if (!beginsWord(word, title.spoken) && !beginsWord(word, detail)) return false
  return true
}
