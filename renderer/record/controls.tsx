// The control of a field, by its type (FLD-03). Its label is the name of the field.
import { Suspense, useId } from 'react'
import type { ControllerRenderProps } from 'react-hook-form'
import { say } from '../../shared/language.ts'
import { matchOf } from '../../shared/search/text-match.ts'
import { type Due, dueAgain, dueHint } from '../dates/due.ts'
import { dayWords, onDay } from '../../shared/dates/format.ts'
import { DueField, MemberSelect, useFinder } from '../shell/form-inputs.tsx'
import { Checkbox } from '../ui/checkbox.tsx'
import { Select } from '../ui/select.tsx'
import { FieldError, TextArea, TextField } from '../ui/text-field.tsx'
import { type Option, type Picked, TokenSelect } from '../ui/token-select.tsx'
import { type KeyedField, placeParts } from '../writes/record-words.ts'
import css from './record.module.css'
import type { RecordControls } from './use-record-form.ts'
import { dayOf, dayTyped, momentOf, mostIn, type Place, type RecordForm, type Typed } from './values.ts'

/** Whether a field needs the whole width. */
export const isWide = ({ type, primary }: KeyedField): boolean =>
  primary || type === 'long_text' || type === 'location' || type === 'json'

type Input = ControllerRenderProps<RecordForm, `values.${string}`>

interface Shared {
  field: KeyedField
  input: Input
  error: string | undefined
  controls: RecordControls
  onKeyDown?: ((event: React.KeyboardEvent) => void) | undefined
}

const modes: Readonly<Record<string, 'decimal' | 'email' | 'url' | 'tel'>> = {
  number: 'decimal',
  currency: 'decimal',
  email: 'email',
  url: 'url',
  phone: 'tel',
}

const text = (typed: Typed): string => (typeof typed === 'string' ? typed : '')
const list = (typed: Typed): Picked[] => (Array.isArray(typed) ? typed : [])

export function FieldControl({ field: one, input, error, controls, onKeyDown }: Shared) {
  const { onBlur, onChange, ref, value } = input
  const label = one.name
  const shared = { label, error, ref, onBlur, onKeyDown, 'aria-required': one.required || undefined }
  const plain = { ...shared, value: text(value), dir: 'auto' as const, autoComplete: 'off' }
  switch (one.type) {
    case 'long_text':
      return <TextArea {...plain} onChange={onChange} />
    case 'json':
      return <TextArea {...plain} dir="ltr" spellCheck={false} onChange={onChange} />
    case 'checkbox':
      return (
        <div className={css.check}>
          <Checkbox
            label={label}
            error={error}
            ref={ref}
            checked={value === true}
            onBlur={onBlur}
            onChange={onChange}
          />
        </div>
      )
    case 'rating': {
      const most = one.options?.maximum ?? 5
      const choices = Array.from({ length: most }, (_, at) => ({
        value: String(at + 1),
        name: say('record.rating', { stars: at + 1, most }),
        glyph: most <= 10 ? <Stars count={at + 1} most={most} /> : undefined,
      }))
      return <OneOf {...{ one, label, input, error, choices }} />
    }
    case 'select':
    case 'status':
      return (
        <OneOf
          {...{ one, label, input, error }}
          choices={one.options.choices.map(({ id, name, color }) => ({
            value: id,
            name,
            glyph: <Dot color={color} />,
          }))}
        />
      )
    case 'multi_select':
      return <Choices {...{ field: one, input, error, controls }} choices={one.options.choices} />
    case 'record_reference':
      return <Records {...{ field: one, input, error, controls }} objects={one.options?.objects} />
    case 'user_reference':
      return (
        <MemberSelect
          label={label}
          most={mostIn(one)}
          members={controls.members}
          me={controls.me}
          text={controls.unchosen[one.key] ?? ''}
          onType={(typed) => controls.look(one.key, typed)}
          picked={list(value)}
          onChange={onChange}
          inputRef={ref}
          error={error}
        />
      )
    case 'date':
    case 'datetime':
      return <Moment {...{ field: one, input, error, controls }} />
    case 'location':
      return <PlaceFields {...{ field: one, input, error, controls }} />
    case 'currency':
      return <TextField {...plain} inputMode="decimal" hint={one.options.currencyCode} onChange={onChange} />
    case 'text':
    case 'number':
    case 'email':
    case 'url':
    case 'phone':
    default:
      return (
        <TextField
          {...plain}
          inputMode={modes[one.type]}
          placeholder={one.type === 'url' ? 'https://' : undefined}
          onChange={onChange}
        />
      )
  }
}

const Dot = ({ color }: { color: string }) => (
  <span className={css.dot} style={{ background: color }} aria-hidden="true" />
)

const Stars = ({ count, most }: { count: number; most: number }) => (
  <span className={css.stars} aria-hidden="true">
    {'★'.repeat(count)}
    <span className={css.noStar}>{'★'.repeat(most - count)}</span>
  </span>
)

/** One choice out of a list, or none where the field allows it. */
function OneOf({
  one,
  label,
  input: { value, onChange, onBlur, ref },
  error,
  choices,
}: {
  one: KeyedField
  label: string
  input: Input
  error: string | undefined
  choices: readonly { value: string; name: string; glyph?: React.ReactNode }[]
}) {
  const none = { value: '', name: say('record.none') }
  return (
    <Select
      label={label}
      choices={one.required && text(value) !== '' ? choices : [none, ...choices]}
      value={text(value)}
      onChange={onChange}
      onBlur={onBlur}
      buttonRef={ref}
      error={error}
      submits
    />
  )
}

/** Several choices out of a list. */
function Choices({
  field: one,
  input: { value, onChange, ref },
  error,
  controls,
  choices,
}: Shared & { choices: readonly { id: string; name: string; color: string }[] }) {
  const typed = controls.unchosen[one.key] ?? ''
  const options = choices
    .filter(({ name }) => typed.trim() === '' || matchOf(typed, name) !== null)
    .map(({ id, name }): Option => ({ id, title: name }))
  const colors = new Map(choices.map(({ id, color }) => [id, color]))
  return (
    <TokenSelect
      label={one.name}
      placeholder={say('record.addChoices')}
      picked={list(value)}
      most={mostIn(one)}
      full={say('record.atMost', { most: mostIn(one) })}
      options={options}
      nothing={say('record.noChoice')}
      text={typed}
      onType={(next) => controls.look(one.key, next)}
      onChange={onChange}
      inputRef={ref}
      error={error}
      glyphOf={({ id }) => <Dot color={colors.get(id) ?? 'transparent'} />}
    />
  )
}

/** Records that are searched. @param objects their slugs; absent allows any */
function Records({
  field: one,
  input: { value, onChange, ref },
  error,
  controls,
  objects,
}: Shared & { objects: readonly string[] | undefined }) {
  const typed = controls.unchosen[one.key] ?? ''
  const { options, isLooking } = useFinder('record', typed, objects)
  return (
    <TokenSelect
      label={one.name}
      placeholder={say('form.findRecord')}
      picked={list(value)}
      most={mostIn(one)}
      full={say('record.atMost', { most: mostIn(one) })}
      options={options}
      nothing={isLooking ? null : say('form.noRecordFound')}
      text={typed}
      onType={(next) => controls.look(one.key, next)}
      onChange={onChange}
      inputRef={ref}
      error={error}
    />
  )
}

/** The control after a day was picked in the calendar; null removes the date. A time stays. */
const dayPicked = ({ type }: KeyedField, due: Date | null, day: Date | null, now: Date): Due =>
  type === 'date'
    ? dayTyped(day === null ? null : dayOf(day), now)
    : dueAgain(day === null ? null : onDay(due, day).toISOString(), now)

/** A day, or a day with a time, as free text and in a calendar. */
function Moment({ field: one, input, error, controls }: Shared) {
  const { value, onChange, onBlur, name, ref } = input
  const moment = value as Due
  const { now } = controls
  const due = momentOf(one, moment)
  const saidOf = (date: Date): string => {
    if (one.type === 'datetime') return dueHint(moment.text, date, now)
    const words = dayWords(date, now)
    return words === moment.text.trim() ? '' : words
  }
  return (
    <Suspense>
      <DueField
        ref={ref}
        name={name}
        onBlur={onBlur}
        label={one.name}
        placeholder={say(one.type === 'date' ? 'record.dateHint' : 'form.dueHint')}
        text={moment.text}
        due={due}
        said={due === null ? '' : saidOf(due)}
        now={now}
        error={error}
        onChange={(typed) => onChange(controls.dateTyped(one, typed))}
        onDay={(day) => onChange(dayPicked(one, due, day, now))}
      />
    </Suspense>
  )
}

/** The parts of an address. */
function PlaceFields({ field: one, input: { value, onChange, onBlur, ref }, error }: Shared) {
  const id = useId()
  const place = value as Place
  return (
    <fieldset className={css.place} aria-describedby={error === undefined ? undefined : `${id}error`}>
      <legend className={css.legend}>{one.name}</legend>
      {placeParts.map((part, at) => (
        <TextField
          key={part}
          ref={at === 0 ? ref : undefined}
          label={say(`place.${part}`)}
          aria-invalid={at === 0 && error !== undefined ? true : undefined}
          dir="auto"
          autoComplete="off"
          value={place[part]}
          onBlur={onBlur}
          onChange={({ target }) => onChange({ ...place, [part]: target.value })}
        />
      ))}
      <FieldError id={`${id}error`}>{error}</FieldError>
    </fieldset>
  )
}
