// The texts of quick capture.
import { type PlainKey, say } from '../language.ts'
import { dateTimeWords, durationWords, startWords } from '../dates/format.ts'
import { kindWords, type TokenKind } from './grammar.ts'
import { newRecordIn, type Recognized } from './resolve.ts'
import { repeatOfId } from '../dates/repeat.ts'
import { repeatWords } from '../dates/repeat-words.ts'

const priorityWords: Readonly<Record<string, PlainKey>> = {
  no_priority: 'priority.none',
  low: 'chip.priority.low',
  medium: 'chip.priority.medium',
  high: 'chip.priority.high',
  urgent: 'priority.urgent',
}

/** The text of a date, a repetition, a priority or an estimate. Names are returned unchanged. */
export function valueWords(kind: TokenKind, id: string, now: Date): string {
  switch (kind) {
    case 'start':
      return say('chip.start', { when: startWords(new Date(id), now) })
    case 'due':
      return dateTimeWords(new Date(id), now)
    case 'repeat':
      return repeatWords(repeatOfId(id).recurrence, now)
    case 'priority':
      return priorityWords[id] === undefined ? id : say(priorityWords[id])
    case 'estimate':
      return durationWords(Number(id))
    case 'person':
    case 'record':
    case 'status':
    case 'section':
      return id
  }
}

type ValueKind = 'start' | 'due' | 'repeat' | 'priority' | 'estimate'
const isValue = <T extends { kind: TokenKind }>(token: T): token is T & { kind: ValueKind } =>
  ['start', 'due', 'repeat', 'priority', 'estimate'].includes(token.kind)

/** The name without its mark. */
const nameIn = (text: string): string => text.replace(/^[@#=/]/, '').replaceAll('"', '')

export function chipWords({ token, meaning }: Recognized): string {
  switch (meaning.state) {
    case 'resolved': {
      const { id, name } = meaning.candidate
      return newRecordIn(id) === null ? name : say('chip.new', { name })
    }
    case 'ambiguous':
      return isValue(token) ? say('chip.whichOne') : say('chip.which', { name: nameIn(token.text) })
    case 'unknown': {
      const { text } = token
      if (token.kind === 'repeat') return say('chip.cannotRepeat', { text })
      return say(meaning.isUnanswered === true ? 'chip.notLookedUp' : 'chip.notFound', { text })
    }
    case 'looking':
      return say('chip.looking', { text: token.text })
  }
}

export function question({ token, meaning }: Recognized): string {
  if (meaning.state === 'unknown') return say('ask.create', { name: nameIn(token.text) })
  if (meaning.state !== 'ambiguous') return say(`ask.change.${token.kind}`)
  return isValue(token) ? say(`ask.meant.${token.kind}`) : say('chip.which', { name: nameIn(token.text) })
}

export const spokenChip = (item: Recognized): string =>
  say(item.frozen ? 'chip.spokenByHand' : 'chip.spoken', {
    kind: kindWords(item.token.kind),
    value: chipWords(item),
  })
