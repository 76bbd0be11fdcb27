// What quick capture says.
import { dateTimeWords, durationWords } from '../ui/dates.ts'
import { kindWords, type TokenKind } from './grammar.ts'
import type { Recognized } from './resolve-capture.ts'

const priorityWords: Readonly<Record<string, string>> = {
  no_priority: 'No priority',
  low: 'Low priority',
  medium: 'Medium priority',
  high: 'High priority',
  urgent: 'Urgent',
}

/** What a date, a priority or an estimate is called; a name is called what it is called. */
export function valueWords(kind: TokenKind, id: string, now: Date): string {
  switch (kind) {
    case 'due':
      return dateTimeWords(new Date(id), now)
    case 'priority':
      return priorityWords[id] ?? id
    case 'estimate':
      return durationWords(Number(id))
    case 'person':
    case 'record':
    case 'status':
    case 'section':
      return id
  }
}

/** The name in the line, without its mark. */
const nameIn = (text: string): string => text.replace(/^[@#=/]/, '').replaceAll('"', '')

export function chipWords({ token, meaning }: Recognized): string {
  switch (meaning.state) {
    case 'resolved':
      return meaning.candidate.name
    case 'ambiguous':
      return token.kind === 'due' || token.kind === 'priority' || token.kind === 'estimate'
        ? 'Which one?'
        : `Which ${nameIn(token.text)}?`
    case 'unknown':
      return `${token.text}: not found, stays in the title`
    case 'looking':
      return `${token.text}: looking…`
  }
}

export function question({ token, meaning }: Recognized): string {
  if (meaning.state !== 'ambiguous') return `Change ${kindWords[token.kind].toLowerCase()}`
  return token.kind === 'due' || token.kind === 'priority' || token.kind === 'estimate'
    ? `Which ${kindWords[token.kind].toLowerCase()} is meant?`
    : `Which ${nameIn(token.text)}?`
}

export const spokenChip = (item: Recognized): string =>
  `${kindWords[item.token.kind]}: ${chipWords(item)}${item.frozen ? ', set by hand' : ''}`
