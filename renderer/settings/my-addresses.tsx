// Further email addresses by which calendars know the person (CAL-05).
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useRef, useState } from 'react'
import { say } from '../../shared/language.ts'
import { call, reasonOf } from '../state/bridge.ts'
import { keys } from '../state/queries.ts'
import { Button } from '../ui/button.tsx'
import { TextField } from '../ui/text-field.tsx'
import { isEmail, reasonWords } from '../calendars/calendar-words.ts'
import css from '../calendars/calendars.module.css'

export function MyAddresses() {
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
