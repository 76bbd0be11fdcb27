// A chip shows the meaning of some words of the line.
import {
  CalendarClock,
  CircleDot,
  CircleHelp,
  Flag,
  Hash,
  Layers,
  type LucideIcon,
  Pin,
  Timer,
  User,
} from 'lucide-react'
import { say } from '../../shared/language.ts'
import { Chip, type ChipTone } from '../ui/button.tsx'
import css from './capture.module.css'
import { chipWords } from './words.ts'
import { kindWords, type TokenKind } from './grammar/grammar.ts'
import type { Recognized } from './grammar/resolve.ts'
import type { Meaning } from './grammar/whole-names.ts'

const icons: Readonly<Record<TokenKind, LucideIcon>> = {
  due: CalendarClock,
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
  onAsk,
  onTakeBack,
}: {
  item: Recognized
  isPointed: boolean
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
      {state === 'ambiguous' || state === 'resolved' ? (
        <button type="button" className={css.ask} data-open={state === 'ambiguous'} onClick={onAsk}>
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
