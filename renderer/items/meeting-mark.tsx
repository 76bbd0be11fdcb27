// The mark of a meeting that may not take place for the person: a word with its own shape, so that no colour has to say it.
import { CircleDashed, CircleQuestionMark, CircleX, type LucideIcon } from 'lucide-react'
import type { SeenMeeting } from '../../shared/api/launcher-search.ts'
import { type PlainKey, say } from '../../shared/language.ts'
import css from './meeting-mark.module.css'

export type Mark = 'declined' | 'tentative' | 'unanswered'

/** Null for meetings that the person accepted, or was not asked about. */
export const markOf = ({
  response,
  tentative,
}: {
  [Name in 'response' | 'tentative']?: SeenMeeting[Name] | undefined
}): Mark | null =>
  response === 'declined'
    ? 'declined'
    : response === 'tentative' || tentative === true
      ? 'tentative'
      : response === 'needsAction'
        ? 'unanswered'
        : null

export const markWords: Readonly<Record<Mark, PlainKey>> = {
  declined: 'meeting.declined',
  tentative: 'meeting.tentative',
  unanswered: 'meeting.unanswered',
}
const icons: Readonly<Record<Mark, LucideIcon>> = {
  declined: CircleX,
  tentative: CircleQuestionMark,
  unanswered: CircleDashed,
}

export function MeetingMark({ mark, className }: { mark: Mark; className?: string | undefined }) {
  const Icon = icons[mark]
  return (
    <span className={[css.mark, className].filter(Boolean).join(' ')}>
      <Icon size={12} aria-hidden="true" />
      {say(markWords[mark])}
    </span>
  )
}
