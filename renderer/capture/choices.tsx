// The chip of some words of the line, and the choices for changing it by hand.
import {
  CalendarArrowUp,
  CalendarClock,
  CircleDot,
  CircleHelp,
  Flag,
  Hash,
  Layers,
  type LucideIcon,
  Pin,
  Repeat,
  Timer,
  User,
} from 'lucide-react'
import { say } from '../../shared/language.ts'
import { Chip, type ChipTone } from '../ui/button.tsx'
import css from './capture.module.css'
import { chipWords, valueWords } from '../../shared/capture/words.ts'
import { kindWords, type TokenKind } from '../../shared/capture/grammar.ts'
import { type Recognized, candidateOfMember, candidateOfRecord } from '../../shared/capture/resolve.ts'
import type { Meaning, Candidate } from '../../shared/capture/whole-names.ts'
import type { TaskOptions } from '../../shared/api/launcher/tasks.ts'
import type { Row } from '../../shared/ipc/launcher.ts'
import type { ObjectSummary } from '../../shared/api/launcher/search.ts'
import { creationsOf } from './new-records.ts'
import { unquoted } from '../../shared/dates/reader/plain-text.ts'
import { everydayRules, idOfRepeat, repeatOfId } from '../../shared/dates/repeat.ts'

const icons: Readonly<Record<TokenKind, LucideIcon>> = {
  start: CalendarArrowUp,
  due: CalendarClock,
  repeat: Repeat,
  person: User,
  record: Hash,
  priority: Flag,
  estimate: Timer,
  status: CircleDot,
  section: Layers,
}

const tones: Readonly<Record<Meaning['state'], ChipTone>> = {
  resolved: 'accent',
  ambiguous: 'amber',
  unknown: 'muted',
  looking: 'muted',
}

export function TokenChip({
  item,
  isPointed,
  canCreate,
  onAsk,
  onTakeBack,
}: {
  item: Recognized
  isPointed: boolean
  /** Whether a record can be made of a name that none has. */
  canCreate: boolean
  onAsk: () => void
  onTakeBack: () => void
}) {
  const { state } = item.meaning
  const Icon = state === 'ambiguous' ? CircleHelp : icons[item.token.kind]
  const words = chipWords(item)
  return (
    <Chip
      tone={tones[state]}
      highlighted={isPointed}
      icon={<Icon size={13} aria-hidden="true" />}
      remove={{ name: say('capture.keepAsText', { text: item.token.text }), run: onTakeBack }}
    >
      <span className="visually-hidden">{say('chip.kind', { kind: kindWords(item.token.kind) })}</span>
      {state === 'ambiguous' || state === 'resolved' || canCreate ? (
        <button
          type="button"
          className={css.ask}
          data-open={state === 'ambiguous' || canCreate}
          onClick={onAsk}
        >
          {words}
          {item.frozen ? (
            <Pin size={11} aria-label={say('capture.setByHand')} className={css.frozen} />
          ) : null}
        </button>
      ) : (
        words
      )}
    </Chip>
  )
}

const estimates = [15, 30, 45, 60, 90, 120, 240, 480]
const priorities = ['no_priority', 'low', 'medium', 'high', 'urgent']
const most = 12

export interface Workspace {
  options: TaskOptions | undefined
  rowsFor: (name: string) => readonly Row[] | null
  now: Date
  /** Objects of which records can be made by a name alone. */
  creatable?: readonly ObjectSummary[]
}

/**
 * The choices for a chip. An ambiguous chip offers its candidates. Any other chip offers its current meaning and all
 * alternatives.
 */
export function choicesFor({ token, meaning }: Recognized, workspace: Workspace): readonly Candidate[] {
  if (meaning.state === 'ambiguous') return meaning.candidates
  if (meaning.state === 'unknown')
    return token.kind === 'record'
      ? creationsOf(unquoted(token.text.slice(1)), workspace.creatable ?? [])
      : []
  const all =
    token.kind === 'repeat' && meaning.state === 'resolved'
      ? repeatChoices(meaning.candidate.id, workspace.now)
      : candidatesOf(token.kind, unquoted(token.text.slice(1)), workspace)
  const choices = token.kind === 'person' || token.kind === 'record' ? all.slice(0, most) : all
  // The current choice may be missing from the list: an estimate of 25 minutes, or the thirteenth person.
  return meaning.state !== 'resolved' || choices.some(({ id }) => id === meaning.candidate.id)
    ? choices
    : [meaning.candidate, ...choices]
}

/** Everyday repetitions, at the time of the present one. */
const repeatChoices = (current: string, now: Date): readonly Candidate[] => {
  const { time } = repeatOfId(current)
  return everydayRules.map((rule) => {
    const id = idOfRepeat({ rule, after: 'due' }, time)
    return { id, name: valueWords('repeat', id, now) }
  })
}

/** All meanings of a token kind. @param name filters records only, because records are found by name */
export function candidatesOf(
  kind: TokenKind,
  name: string,
  { options, rowsFor, now }: Workspace,
): readonly Candidate[] {
  switch (kind) {
    case 'person':
      return (options?.members ?? [])
        .toSorted((a, b) => Number(b.id === options?.me) - Number(a.id === options?.me))
        .map(candidateOfMember)
    case 'record':
      return (rowsFor(name) ?? []).filter(({ kind: found }) => found === 'record').map(candidateOfRecord)
    case 'status':
      return (options?.statuses ?? []).map(({ slug, name: full }) => ({ id: slug, name: full }))
    case 'section':
      return (options?.sections ?? []).map(({ id, name: full }) => ({ id, name: full }))
    case 'priority':
      return (options?.priorities.map(({ slug }) => slug) ?? priorities).map((id) => ({
        id,
        name: valueWords('priority', id, now),
      }))
    case 'estimate':
      return estimates.map((minutes) => ({
        id: String(minutes),
        name: valueWords('estimate', String(minutes), now),
      }))
    case 'start':
    case 'due':
    case 'repeat':
      // Dates are chosen in a calendar instead, repetitions by their own choices.
      return []
  }
}
