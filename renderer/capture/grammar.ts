// The grammar of a captured line (APP-05), once: the reader, the examples of an empty line, the help panel and
// docs/capture.md all say what stands here.
import type { Priority } from '../../shared/api/primitives.ts'

export type TokenKind = 'due' | 'person' | 'record' | 'priority' | 'estimate' | 'status' | 'section'

/** A name follows the mark, in quotes when it has several words: `@"Grace Hopper"`. */
export const nameMarks = { '@': 'person', '#': 'record', '=': 'status', '/': 'section' } as const

export const priorityMarks: Readonly<Record<string, Priority>> = {
  '!': 'medium',
  '!!': 'high',
  '!!!': 'urgent',
  '!none': 'no_priority',
  '!low': 'low',
  '!med': 'medium',
  '!medium': 'medium',
  '!high': 'high',
  '!urgent': 'urgent',
}

/** Of these a task has one: of several, one is meant. */
export const singleKinds: ReadonlySet<TokenKind> = new Set([
  'due',
  'priority',
  'estimate',
  'status',
  'section',
])

export const kindWords: Readonly<Record<TokenKind, string>> = {
  due: 'Due',
  person: 'Person',
  record: 'Record',
  priority: 'Priority',
  estimate: 'Estimate',
  status: 'Status',
  section: 'Section',
}

/** What is typed, and what it means; `literal` protects its words from all of this. */
export const grammar: readonly { kind: TokenKind | 'literal'; example: string; meaning: string }[] = [
  { kind: 'due', example: 'tomorrow 5pm', meaning: 'a date, in words or figures' },
  { kind: 'person', example: '@grace', meaning: 'a person; @me is you' },
  { kind: 'record', example: '#acme', meaning: 'a record' },
  { kind: 'priority', example: '!high', meaning: 'a priority: also ! !! !!! !low !urgent !none' },
  { kind: 'estimate', example: '~1h30m', meaning: 'an estimate' },
  { kind: 'status', example: '=in-progress', meaning: 'a status' },
  { kind: 'section', example: '/planning', meaning: 'a section' },
  { kind: 'literal', example: '"due tomorrow"', meaning: 'words as they are' },
]
