// The name that is being typed after a mark, the suggestions for it, and their drop-down with its highlighted row.
/* oxlint-disable jsx-a11y/prefer-tag-over-role -- HTML has no element for a list that a text field controls. */
import { type RefObject, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import type { ManualToken } from '../../shared/ipc/launcher.ts'
import { say } from '../../shared/language.ts'
import { isMac, isPlain, listStep } from '../ui/keyboard.ts'
import panel from '../ui/choice-panel.module.css'
import css from './names.module.css'
import { type Candidate, isNumber, isWordsOf, spaced, startsAWord } from '../../shared/capture/whole-names.ts'
import { fold } from '../../shared/search/text-fold.ts'
import { candidatesOf, type Workspace } from './choices.tsx'
import { creationsOf } from './new-records.ts'
import { nameMarks } from '../../shared/capture/grammar.ts'
import type { Span } from '../../shared/dates/reader/date-hit.ts'
import { withPlainMarks } from '../../shared/dates/reader/plain-text.ts'
import { isReserved } from '../../shared/capture/resolve.ts'

/** The position of the caret after the last letter, until the caret moves without typing. */
export function useTypedName(text: string, manual: readonly ManualToken[]) {
  const [caret, setCaret] = useState<number | null>(null)
  /** The mark whose list Escape has closed. */
  const [closedAt, setClosedAt] = useState<number | null>(null)
  const typed = caret === null ? null : typedNameAt(text, caret, manual)
  return {
    typed: typed?.start === closedAt ? null : typed,
    typeAt: (next: string, at: number): void => {
      setCaret(at)
      if (typedNameAt(next, at, manual) === null) setClosedAt(null)
    },
    /** The caret or the focus has moved elsewhere. */
    moveTo: (at: number | null): void => setCaret((before) => (before === at ? before : null)),
    close: (): void => setClosedAt(typed?.start ?? null),
  }
}

export function useNameList(
  line: RefObject<HTMLTextAreaElement | null>,
  text: string,
  {
    typed,
    offer,
    close,
    decide,
  }: {
    typed: TypedName | null
    offer: Offer | null
    close: () => void
    decide: (span: ManualToken) => void
  },
) {
  const name = typed?.name ?? null
  const listId = useId()
  const { candidates, first } = offer ?? { candidates: [], first: null }
  /** The highlight resets with each letter. */
  const [pointed, setPointed] = useState<{ name: string; id: string } | null>(null)
  const isOpen = name !== null && candidates.length > 0
  const activeId = pointed !== null && pointed.name === name ? pointed.id : first
  const active = candidates.findIndex(({ id }) => id === activeId)
  const move = (by: 1 | -1): void => {
    const to = candidates[Math.min(candidates.length - 1, Math.max(0, active + by))]
    if (name !== null && to !== undefined) setPointed({ name, id: to.id })
  }
  const pick = (candidate: Candidate): void => {
    if (typed === null || line.current === null) return
    const words = writtenName(text.charAt(typed.start), candidate.name)
    line.current.focus()
    line.current.setSelectionRange(typed.start, typed.end)
    // Inserted as if typed, so that the browser's undo reverts it.
    document.execCommand('insertText', false, /^\s/.test(text.slice(typed.end)) ? words : `${words} `)
    const { id, name: full } = candidate
    decide({ start: typed.start, end: typed.start + words.length, as: typed.kind, id, name: full })
  }
  /** Runs inside the key event, so that the next letter follows the inserted name. @returns whether the list handled the key */
  const onKey = (event: React.KeyboardEvent): boolean => {
    if (!isOpen) return false
    const step = listStep(event, isMac())
    // Nothing is made of a name that Tab only means to complete.
    const isOffer = candidates[0]?.label !== undefined
    const picked = candidates[event.key === 'Tab' && !isOffer ? Math.max(0, active) : active]
    if (step !== 0) move(step)
    else if (event.key === 'Escape') close()
    else if ((event.key === 'Enter' || event.key === 'Tab') && isPlain(event) && picked !== undefined)
      pick(picked)
    else return false
    return true
  }
  return {
    listId,
    isOpen,
    candidates,
    active,
    activeId: isOpen && active >= 0 ? `${listId}-${active}` : undefined,
    onKey,
    pick,
  }
}

/**
 * Overlaps the area below the line. The focus stays in the line, which names the active row.
 * @param anchor the element that the list appears below
 */
export function NameList({
  list,
  anchor,
}: {
  list: ReturnType<typeof useNameList>
  anchor: RefObject<HTMLElement | null>
}) {
  const { listId, isOpen, candidates, active, pick } = list
  const rows = useRef<HTMLDivElement>(null)
  useEffect(() => {
    rows.current?.children[active]?.scrollIntoView({ block: 'nearest' })
  }, [active])
  useLayoutEffect(() => {
    if (isOpen)
      rows.current?.style.setProperty('--at', `${anchor.current?.getBoundingClientRect().left ?? 0}px`)
  })
  return (
    <>
      <output className="visually-hidden">
        {isOpen ? say('capture.suggested', { count: candidates.length }) : ''}
      </output>
      {isOpen ? (
        <div
          ref={rows}
          id={listId}
          role="listbox"
          aria-label={say('capture.suggestions')}
          className={css.names}
        >
          {candidates.map((candidate, index) => (
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
            <div
              key={candidate.id}
              id={`${listId}-${index}`}
              role="option"
              aria-selected={index === active}
              className={css.name}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => pick(candidate)}
            >
              <span className={panel.candidateName} dir="auto">
                {candidate.label ?? candidate.name}
              </span>
              <span className={panel.candidateDetail}>{candidate.detail}</span>
            </div>
          ))}
        </div>
      ) : null}
    </>
  )
}

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
  if (kind === 'record' && all.length === 0 && workspace.rowsFor(name) !== null)
    return { candidates: creationsOf(name, workspace.creatable ?? []), first: null }
  const isFinished = name !== '' && candidates.some(isWhole)
  if (isFinished && candidates.length === 1) return nothing
  return { candidates, first: isFinished || isNumber(name) ? null : (candidates[0]?.id ?? null) }
}

/** The text of a name in the line: `@Mira`, `@"Grace Hopper"`. */
export const writtenName = (mark: string, name: string): string =>
  /^[\p{L}\p{N}_-]+$/u.test(name) ? mark + name : `${mark}"${name.replaceAll('"', '')}"`
