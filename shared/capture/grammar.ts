// The grammar of a captured line (APP-05). The parser, the examples of an empty line, the help panel and docs/using/capture.md all
// use it.
import type { Priority } from '../api/primitives.ts'
import { say } from '../language.ts'

export type TokenKind =
  | 'start'
  | 'due'
  | 'repeat'
  | 'person'
  | 'record'
  | 'priority'
  | 'estimate'
  | 'status'
  | 'section'

/** A name follows the mark, in quotes if it has several words: `@"Grace Hopper"`. */
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
  '!keine': 'no_priority',
  '!niedrig': 'low',
  '!mittel': 'medium',
  '!hoch': 'high',
  '!dringend': 'urgent',
}

/** Kinds of which a task has one value. If a line has several, one must be chosen. */
export const singleKinds: ReadonlySet<TokenKind> = new Set([
  'start',
  'due',
  'repeat',
  'priority',
  'estimate',
  'status',
  'section',
])

export const kindWords = (kind: TokenKind): string => say(`kind.${kind}`)

/** The syntax, in display order. `literal` marks words that are never parsed. */
export const grammar = [
  'due',
  'person',
  'record',
  'priority',
  'estimate',
  'status',
  'section',
  'literal',
] as const satisfies readonly (TokenKind | 'literal')[]
type Grammar = (typeof grammar)[number]

export const exampleOf = (kind: Grammar): string => say(`grammar.${kind}.example`)
export const grammarWords = (kind: Grammar): string => say(`grammar.${kind}`)
