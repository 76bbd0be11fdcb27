// Parts of the views of calendars: the fields of a calendar, its contents before it is added, and files that the desktop opened.
import { useId, useState } from 'react'
import type { CalendarVisibility } from '../../shared/api/launcher/calendars.ts'
import { say } from '../../shared/language.ts'
import fieldCss from '../ui/field.module.css'
import { type Choice, Select } from '../ui/select.tsx'
import { colors, reasonWords } from './calendar-words.ts'
import css from './calendars.module.css'
import { Banner } from '../ui/banner.tsx'
import { Button } from '../ui/button.tsx'
import { meetingWords } from '../../shared/dates/format.ts'
import type { Look } from './use-source.ts'
import type { Output } from '../../shared/ipc/contract.ts'
import { call, reasonOf } from '../state/bridge.ts'

export const Dot = ({ color }: { color: string | null }) => (
  <span
    className={css.dot}
    data-none={color === null}
    style={color === null ? undefined : { background: color }}
    aria-hidden="true"
  />
)

const none = ''

export function ColorSelect({
  value,
  onChange,
}: {
  value: string | null
  onChange: (color: string | null) => void
}) {
  const choices: Choice[] = [
    { value: none, name: say('calendars.color.none'), glyph: <Dot color={null} /> },
    ...colors.map(([color, name]) => ({ value: color, name: say(name), glyph: <Dot color={color} /> })),
  ]
  return (
    <Select
      label={say('calendars.color')}
      choices={choices}
      value={value?.toLowerCase() ?? none}
      onChange={(color) => onChange(color === none ? null : color)}
    />
  )
}

const visibilities = ['private', 'busy', 'details'] as const satisfies readonly CalendarVisibility[]

export function OthersSee({
  value,
  onChange,
}: {
  value: CalendarVisibility
  onChange: (visibility: CalendarVisibility) => void
}) {
  const id = useId()
  return (
    <fieldset role="radiogroup" aria-describedby={`${id}hint`}>
      <legend className={fieldCss.label}>{say('calendars.others')}</legend>
      <div className={css.radios}>
        {visibilities.map((one) => (
          <label key={one} className={css.radio}>
            <input type="radio" name={id} checked={one === value} onChange={() => onChange(one)} />
            {say(`calendars.others.${one}`)}
          </label>
        ))}
      </div>
      <p id={`${id}hint`} className={fieldCss.hint}>
        {say('calendars.others.hint')}
      </p>
    </fieldset>
  )
}

/** Says where people find the address of their calendar. */
export const WhereToFind = () => (
  <div className={css.where}>
    <p id="where-to-find">{say('calendars.where')}</p>
    <ul aria-labelledby="where-to-find">
      {(['google', 'outlook', 'icloud', 'nextcloud', 'file'] as const).map((where) => (
        <li key={where}>{say(`calendars.where.${where}`)}</li>
      ))}
    </ul>
  </div>
)

/** The contents of a calendar, before it is added. @param fallback its name where the calendar has none */
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

/** A calendar file that the desktop opened with the launcher. Any program can do that, so its person is asked first. */
export function OpenedFile({
  name,
  onRead,
}: {
  name: string
  onRead: (read: Output<'calendars.readOpenedFile'>) => void
}) {
  const [problem, setProblem] = useState<string | null>(null)
  const read = (): void => {
    setProblem(null)
    call('calendars.readOpenedFile').then(onRead, (error: unknown) =>
      setProblem(reasonWords(reasonOf(error))),
    )
  }
  return (
    <div className={css.file}>
      <h2 className={css.question}>{say('calendars.opened', { name })}</h2>
      <p className={css.soft}>{say('calendars.opened.text')}</p>
      {problem === null ? null : <Banner>{problem}</Banner>}
      <Button look="primary" data-first-focus shortcut="Enter" onClick={read}>
        {say('calendars.opened.look')}
      </Button>
    </div>
  )
}
