// Settings → Calendars: the person's calendars and further addresses. Each change is saved at once.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useId, useState } from 'react'
import { say } from '../../shared/language.ts'
import { call, reasonOf } from '../state/bridge.ts'
import { goTo } from '../state/store.ts'
import { keys, useScope } from '../state/queries.ts'
import settingsCss from './settings-view.module.css'
import { AllowInBrowser } from '../shell/allow-in-browser.tsx'
import { Button } from '../ui/button.tsx'
import { useNow } from '../shell/window.ts'
import { ErrorBanner } from '../shell/error-banner.tsx'
import { WhereToFind } from '../calendars/parts.tsx'
import { CalendarItem } from './calendar-item.tsx'
import css from '../calendars/calendars.module.css'
import { TextField } from '../ui/text-field.tsx'
import { isEmail, reasonWords } from '../calendars/calendar-words.ts'

/** Read at each visit: the service reads calendars again and again. */
const useCalendars = () =>
  useQuery({ queryKey: keys.calendars, queryFn: () => call('calendars.list'), staleTime: 0 })

export function CalendarsSection() {
  const calendars = useCalendars()
  const access = useScope('meetings:write').data
  const addButton = useRef<HTMLButtonElement>(null)
  const now = useNow()
  const list = calendars.data
  const mayChange = access?.state === 'granted'
  // The button that asked for access disappears, and would take the focus with it.
  useEffect(() => {
    if (mayChange && document.activeElement === document.body) addButton.current?.focus()
  }, [mayChange])
  return (
    <section className={settingsCss.section} aria-labelledby="settings-calendars">
      <h2 id="settings-calendars" tabIndex={-1}>
        {say('calendars.title')}
      </h2>
      <div className={css.section}>
        {calendars.error !== null ? (
          <ErrorBanner
            error={reasonOf(calendars.error)}
            showing={list === undefined ? 'nothing' : 'saved'}
            onRetry={() => void calendars.refetch()}
          />
        ) : null}
        {list === undefined && calendars.error === null ? (
          <output className={css.soft}>{say('calendars.list.loading')}</output>
        ) : null}
        {list === null ? <p className={css.soft}>{say('calendars.unsupported')}</p> : null}
        {list?.length === 0 ? (
          <>
            <p>{say('calendars.none')}</p>
            <WhereToFind />
          </>
        ) : null}
        {list !== undefined && list !== null && list.length > 0 ? (
          <ul className={css.list} aria-label={say('calendars.title')}>
            {list.map((calendar) => (
              <CalendarItem
                key={calendar.id}
                calendar={calendar}
                mayChange={mayChange}
                now={now.getTime()}
                onRemoved={() => addButton.current?.focus()}
              />
            ))}
          </ul>
        ) : null}
        {list !== undefined && list !== null ? (
          <>
            {access === undefined || mayChange ? null : (
              <AllowInBrowser scope="meetings:write" access={access} />
            )}
            <div className={css.buttons}>
              <Button ref={addButton} onClick={() => goTo({ kind: 'addCalendar' })}>
                {say('calendars.add')}
              </Button>
            </div>
            {mayChange ? <MyAddresses /> : null}
          </>
        ) : null}
      </div>
    </section>
  )
}

/** Further email addresses by which calendars know the person (CAL-05). */
function MyAddresses() {
  const client = useQueryClient()
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  const known = useQuery({
    queryKey: keys.calendarAddresses,
    queryFn: () => call('calendars.addresses'),
  }).data
  const [typed, setTyped] = useState('')
  const [fault, setFault] = useState<string | null>(null)
  if (known === undefined) return null

  const set = (addresses: string[], onDone: () => void): void => {
    setFault(null)
    call('calendars.setAddresses', { addresses }).then(
      (next) => {
        client.setQueryData(keys.calendarAddresses, next)
        // Answers of meetings may be mine now.
        call('home.refresh').catch(() => undefined)
        void client.invalidateQueries({ queryKey: keys.data })
        onDone()
      },
      (error: unknown) => setFault(reasonWords(reasonOf(error))),
    )
  }
  const add = (): void => {
    const address = typed.trim()
    if (!isEmail(address)) return setFault(say('calendars.mine.invalid'))
    set([...known, address], () => setTyped(''))
  }

  return (
    <section className={css.mine} aria-labelledby={id}>
      <h3 id={id}>{say('calendars.mine')}</h3>
      <p className={css.soft}>{say('calendars.mine.hint')}</p>
      {known.length === 0 ? null : (
        <ul className={css.list} aria-labelledby={id}>
          {known.map((address) => (
            <li key={address} className={css.line}>
              <span className={css.words}>{address}</span>
              <Button
                look="ghost"
                aria-label={say('calendars.mine.removeNamed', { name: address })}
                onClick={() => {
                  field.current?.focus()
                  set(
                    known.filter((one) => one !== address),
                    () => undefined,
                  )
                }}
              >
                {say('calendars.remove')}
              </Button>
            </li>
          ))}
        </ul>
      )}
      <TextField
        ref={field}
        label={say('calendars.mine.add')}
        type="email"
        autoComplete="off"
        spellCheck={false}
        maxLength={320}
        value={typed}
        error={fault ?? undefined}
        onChange={({ target }) => {
          setFault(null)
          setTyped(target.value)
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
          event.preventDefault()
          add()
        }}
      />
    </section>
  )
}
