// One calendar in the settings: what it holds, what is wrong with it, and how to change it.
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useId, useRef, useState } from 'react'
import type { Calendar, CalendarPatch } from '../../shared/api/launcher/calendars.ts'
import { say } from '../../shared/language.ts'
import { call, reasonOf } from '../state/bridge.ts'
import { showNotice } from '../state/store.ts'
import { keys } from '../state/queries.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { TextField } from '../ui/text-field.tsx'
import { ColorSelect, Dot, OthersSee } from '../calendars/parts.tsx'
import { addressIn, factsOf, problemWords, reasonWords, skippedWords } from '../calendars/calendar-words.ts'
import css from '../calendars/calendars.module.css'

/** Shows a calendar as the service has just answered it. */
const show = (client: QueryClient, now: Calendar): void => {
  client.setQueryData<Calendar[] | null>(keys.calendars, (list) =>
    list?.map((one) => (one.id === now.id ? now : one)),
  )
}

export function CalendarItem({
  calendar,
  mayChange,
  now,
  onRemoved,
}: {
  calendar: Calendar
  mayChange: boolean
  now: number
  onRemoved: () => void
}) {
  const { id, name, color, kind, host, problem, skipped } = calendar
  const formId = useId()
  const [isOpen, setOpen] = useState(false)
  const [isReading, setReading] = useState(false)
  const [isRemoving, setRemoving] = useState(false)
  const client = useQueryClient()
  const fail = (error: unknown): void => showNotice(reasonWords(reasonOf(error)), 'danger')

  const readAgain = (): void => {
    if (isReading) return
    setReading(true)
    call('calendars.readNow', { id })
      .then((read) => show(client, read), fail)
      .finally(() => setReading(false))
  }
  const remove = (): void => {
    setRemoving(false)
    call('calendars.remove', { id }).then(() => {
      showNotice(say('calendars.removed', { name }), 'success')
      onRemoved()
    }, fail)
  }

  return (
    <li className={css.item}>
      <div className={css.line}>
        <Dot color={color} />
        <span className={css.words}>
          <strong dir="auto">{name}</strong>
          <span className={css.soft}>{kind === 'file' ? say('calendars.file') : host}</span>
        </span>
        {mayChange ? (
          <span className={css.buttons}>
            {kind === 'file' ? null : (
              // One button, so that it keeps the focus when a problem ends.
              <Button
                look={problem === null ? 'ghost' : 'plain'}
                aria-label={say(problem === null ? 'calendars.readNowNamed' : 'calendars.readAgainNamed', {
                  name,
                })}
                aria-disabled={isReading}
                onClick={readAgain}
              >
                {say(
                  isReading
                    ? 'calendars.reading'
                    : problem === null
                      ? 'calendars.readNow'
                      : 'common.tryAgain',
                )}
              </Button>
            )}
            <Button
              look="ghost"
              aria-label={say('calendars.changeNamed', { name })}
              aria-expanded={isOpen}
              aria-controls={formId}
              onClick={() => setOpen(!isOpen)}
            >
              {say('calendars.change')}
            </Button>
            <Button
              look="ghost"
              aria-label={say('calendars.removeNamed', { name })}
              aria-haspopup="dialog"
              onClick={() => setRemoving(true)}
            >
              {say('calendars.remove')}
            </Button>
          </span>
        ) : null}
      </div>
      <p className={css.soft}>
        {[...factsOf(calendar, now), say(`calendars.shown.${calendar.visibility}`)].join(' · ')}
      </p>
      {problem === null ? null : (
        <div className={css.problem}>
          <p>
            {problemWords(problem, now)} {problem.message}
          </p>
        </div>
      )}
      {skipped.reasons.length === 0 ? null : (
        <ul className={css.skipped}>
          {skipped.reasons.map((one) => (
            <li key={one.reason} dir="auto">
              {skippedWords(one)}
            </li>
          ))}
        </ul>
      )}
      <div id={formId} hidden={!isOpen}>
        {isOpen ? <CalendarChange calendar={calendar} /> : null}
      </div>
      {isRemoving ? (
        <Dialog name={say('calendars.remove')} onClose={() => setRemoving(false)}>
          <div className={css.asking}>
            <h2 id={`${formId}title`} className={css.question} dir="auto">
              {say('calendars.remove.title', { name })}
            </h2>
            <p className={css.soft}>{say('calendars.remove.text', { count: calendar.meetingCount })}</p>
            <div className={css.buttons}>
              <Button onClick={() => setRemoving(false)}>{say('common.cancel')}</Button>
              <Button
                look="primary"
                data-first-focus
                aria-describedby={`${formId}title`}
                shortcut="Enter"
                onClick={remove}
              >
                {say('calendars.remove')}
              </Button>
            </div>
          </div>
        </Dialog>
      ) : null}
    </li>
  )
}

type Chosen = Partial<Pick<Calendar, 'name' | 'color' | 'visibility'>>

function CalendarChange({ calendar }: { calendar: Calendar }) {
  const { id, name, color, kind, visibility } = calendar
  const [typedName, setTypedName] = useState(name)
  const [address, setAddress] = useState('')
  const [fault, setFault] = useState<string | null>(null)
  const [refusal, setRefusal] = useState<string | null>(null)
  /** Shown before the service has answered. */
  const [chosen, setChosen] = useState<Chosen>({})
  const isSending = useRef(false)
  const client = useQueryClient()

  const change = (part: CalendarPatch, onEnd: (words: string | null) => void): void => {
    call('calendars.change', { id, change: part }).then(
      (changed) => {
        show(client, changed)
        onEnd(null)
      },
      (error: unknown) => onEnd(reasonWords(reasonOf(error))),
    )
  }
  const set = (part: Chosen): void => {
    setChosen({ ...chosen, ...part })
    change(part, (words) => {
      setRefusal(words)
      if (words !== null) setChosen({})
    })
  }
  const saveName = (): void => {
    const next = typedName.trim()
    if (next === '') setTypedName(name)
    else if (next !== name) set({ name: next })
  }
  const saveAddress = (): void => {
    const url = addressIn(address)
    if (url === null) return setFault(say('calendars.address.invalid'))
    if (isSending.current) return
    isSending.current = true
    setFault(null)
    change({ url }, (words) => {
      isSending.current = false
      setFault(words)
      if (words === null) setAddress('')
    })
  }
  const onEnter = (event: React.KeyboardEvent, run: () => void): void => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    event.preventDefault()
    run()
  }

  return (
    <div className={css.change}>
      <TextField
        label={say('calendars.name')}
        autoComplete="off"
        maxLength={200}
        value={typedName}
        error={refusal ?? undefined}
        onChange={({ target }) => setTypedName(target.value)}
        onBlur={saveName}
        onKeyDown={(event) => onEnter(event, saveName)}
      />
      <ColorSelect
        value={chosen.color === undefined ? color : chosen.color}
        onChange={(next) => set({ color: next })}
      />
      <OthersSee value={chosen.visibility ?? visibility} onChange={(next) => set({ visibility: next })} />
      {kind === 'file' ? null : (
        <TextField
          label={say('calendars.newAddress')}
          hint={say('calendars.newAddress.hint')}
          placeholder={say('calendars.address.example')}
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
          maxLength={2_048}
          value={address}
          error={fault ?? undefined}
          onChange={({ target }) => {
            setFault(null)
            setAddress(target.value)
          }}
          onKeyDown={(event) => onEnter(event, saveAddress)}
        />
      )}
    </div>
  )
}
