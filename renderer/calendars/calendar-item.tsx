// One calendar in the settings: what it holds, what is wrong with it, and how to change it.
import { useId, useRef, useState } from 'react'
import type { Calendar, CalendarPatch } from '../../shared/api/calendars.ts'
import { say } from '../../shared/language.ts'
import { call, reasonOf } from '../app/bridge.ts'
import { tell } from '../app/palette-store.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { TextField } from '../ui/text-field.tsx'
import { ColorSelect, Dot, OthersSee } from './calendar-fields.tsx'
import { addressIn, factsOf, problemWords, reasonWords, skippedWords } from './calendar-words.ts'
import css from './calendars.module.css'

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
  const fail = (error: unknown): void => tell(reasonWords(reasonOf(error)), 'danger')

  const readAgain = (): void => {
    if (isReading) return
    setReading(true)
    call('calendars.readNow', { id })
      .then(() => undefined, fail)
      .finally(() => setReading(false))
  }
  const remove = (): void => {
    setRemoving(false)
    call('calendars.remove', { id }).then(() => {
      tell(say('calendars.removed', { name }), 'success')
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
        {[...factsOf(calendar, now), say(`calendars.others.${calendar.visibility}`)].join(' · ')}
      </p>
      {problem === null ? null : (
        <div className={css.problem}>
          <p>
            {problemWords(problem, now)} {problem.message}
          </p>
          {mayChange && kind === 'subscription' ? (
            <Button
              aria-label={say('calendars.readAgainNamed', { name })}
              aria-disabled={isReading}
              onClick={readAgain}
            >
              {say(isReading ? 'calendars.reading' : 'common.tryAgain')}
            </Button>
          ) : null}
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

function CalendarChange({ calendar: { id, name, color, kind, visibility } }: { calendar: Calendar }) {
  const [typedName, setTypedName] = useState(name)
  const [address, setAddress] = useState('')
  const [fault, setFault] = useState<string | null>(null)
  const [refusal, setRefusal] = useState<string | null>(null)
  const isSending = useRef(false)

  const change = (part: CalendarPatch, onDone: () => void, onFailed: (words: string) => void): void => {
    call('calendars.change', { id, change: part }).then(onDone, (error: unknown) =>
      onFailed(reasonWords(reasonOf(error))),
    )
  }
  const set = (part: CalendarPatch): void => {
    setRefusal(null)
    change(part, () => undefined, setRefusal)
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
    const end = (words: string | null): void => {
      isSending.current = false
      setFault(words)
      if (words === null) setAddress('')
    }
    change({ url }, () => end(null), end)
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
      <ColorSelect value={color} onChange={(next) => set({ color: next })} />
      <OthersSee value={visibility} onChange={(next) => set({ visibility: next })} />
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
