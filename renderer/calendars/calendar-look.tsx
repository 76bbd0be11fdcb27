// A live look at what a calendar holds, before it is added.
import { say } from '../../shared/language.ts'
import { Banner } from '../ui/banner.tsx'
import { Button } from '../ui/button.tsx'
import { meetingWords } from '../dates/format.ts'
import { reasonWords } from './calendar-words.ts'
import css from './calendars.module.css'
import type { Look } from './use-source.ts'

/** @param fallback its name where the calendar has none */
export function CalendarLook({
  look,
  fallback,
  now,
  onRetry,
}: {
  look: Look
  fallback: string
  now: Date
  onRetry: () => void
}) {
  switch (look.kind) {
    case 'none':
      return null
    case 'reading':
      return <output className={css.reading}>{say('calendars.preview.reading')}</output>
    case 'failed':
      return (
        <Banner action={<Button onClick={onRetry}>{say('common.tryAgain')}</Button>}>
          {reasonWords(look.reason)}
        </Banner>
      )
    case 'seen': {
      const { name, host, meetingCount, skippedCount, next } = look.preview
      const facts = [
        say('calendars.fact.meetings', { count: meetingCount }),
        ...(skippedCount === 0 ? [] : [say('calendars.fact.skipped', { count: skippedCount })]),
      ]
      return (
        <section className={css.look} aria-label={say('calendars.preview')}>
          <output>
            <strong dir="auto">{name ?? host ?? fallback}</strong>
            <span className={css.facts}>{facts.join(' · ')}</span>
          </output>
          {next.length === 0 ? (
            <p className={css.soft}>{say('calendars.preview.none')}</p>
          ) : (
            <ul className={css.next}>
              {next.map(({ title, startAt, endAt, allDay }) => (
                <li key={`${startAt} ${title}`}>
                  <span dir="auto" className={css.meeting}>
                    {title}
                  </span>
                  <span className={css.soft}>{meetingWords(startAt, endAt, now, allDay)}</span>
                </li>
              ))}
            </ul>
          )}
        </section>
      )
    }
  }
}
