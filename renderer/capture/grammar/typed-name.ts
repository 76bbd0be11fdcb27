// The name that is being typed after a mark, and the suggestions for it. Pure.
import type { ManualToken } from '../../../shared/ipc/launcher.ts'
import { fold } from '../../../shared/search/text-fold.ts'
import { candidatesOf, type Workspace } from '../chips/choices.ts'
import { nameMarks } from './grammar.ts'
import type { Span } from '../../dates/reader/date-hit.ts'
import { withPlainMarks } from '../../dates/reader/quotes.ts'
import { isReserved } from './resolve.ts'
import { type Candidate, isNumber, isWordsOf, spaced, startsAWord } from './whole-names.ts'

export interface TypedName extends Span {
  kind: (typeof nameMarks)[keyof typeof nameMarks]
  name: string
}

/**
 * A mark as in parse.ts, and the name up to the caret. A name ends before punctuation; an open quote allows several
 * words.
 */
const open = /(?<=^|[\s([]|,(?=@))([@#=/])(?:"([^"\n]*)|([^\s"@#]*))(?<![.,;:!?)\]}])$/u
const inWord = /^[\p{L}\p{N}_"-]/u
const mostOffered = 8

/** The name that ends at the caret, or null. A name that was already chosen is skipped. */
export function typedNameAt(text: string, caret: number, manual: readonly ManualToken[]): TypedName | null {
  const found = open.exec(withPlainMarks(text.slice(0, caret)))
  if (found === null || inWord.test(text.slice(caret))) return null
  const start = found.index
  const kind = nameMarks[found[1] as keyof typeof nameMarks]
  const name = found[2] ?? found[3] ?? ''
  // "x = 5", "=>" and "and / or" are text.
  if ((kind === 'status' || kind === 'section') && !/^\p{L}/u.test(name)) return null
  if (manual.some((span) => span.start < caret && span.end > start)) return null
  return { start, end: caret, kind, name }
}

export interface Offer {
  candidates: readonly Candidate[]
  /** The candidate that Enter picks by default. Null if the typed name is already complete, or is a number. */
  first: string | null
}

const nothing: Offer = { candidates: [], first: null }

/** The suggestions for a typed name, best first. */
export function offerFor({ kind, name }: TypedName, workspace: Workspace): Offer {
  if (kind === 'person' && isReserved(name)) return nothing
  const all = candidatesOf(kind, name, workspace)
  /** Whether the typed text ends at a word boundary of the name, or is the email up to the @. */
  const isWhole = ({ name: full, detail = '' }: Candidate): boolean =>
    isWordsOf(name, full) || (kind === 'person' && fold(detail.split('@')[0] ?? '') === fold(name))
  /** A task is assigned to its author by default, so the author ranks lower. */
  const rank = ({ id, name: full }: Candidate): number =>
    Number(id === workspace.options?.me) + Number(!fold(full).startsWith(fold(spaced(name))))
  const fits = all.filter((one) => name === '' || startsAWord(spaced(name), one.name) || isWhole(one))
  // Records arrive ranked. Those that the service adds stay below.
  const ranked = kind === 'record' ? fits : fits.toSorted((a, b) => rank(a) - rank(b))
  const candidates = ranked.slice(0, mostOffered)
  const isFinished = name !== '' && candidates.some(isWhole)
  if (isFinished && candidates.length === 1) return nothing
  return { candidates, first: isFinished || isNumber(name) ? null : (candidates[0]?.id ?? null) }
}

/** The text of a name in the line: `@Mira`, `@"Grace Hopper"`. */
export const writtenName = (mark: string, name: string): string =>
  /^[\p{L}\p{N}_-]+$/u.test(name) ? mark + name : `${mark}"${name.replaceAll('"', '')}"`
