// The fields of a record, made from those of its object: required ones first, then those of previews, the rest folded (RCL-02).
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Controller } from 'react-hook-form'
import { listOf, say } from '../../shared/language.ts'
import { continuesOlder, FormFrame } from '../shell/form-frame.tsx'
import css from '../shell/form.module.css'
import { Banner } from '../ui/banner.tsx'
import { Button } from '../ui/button.tsx'
import { isBlank, type KeyedField, recordValueWords } from '../writes/record-words.ts'
import { stateWords } from '../writes/words.ts'
import { FieldControl, isWide } from './controls.tsx'
import own from './record.module.css'
import type { AboutRecord } from './start.ts'
import { type RecordControls, useRecordForm } from './use-record-form.ts'
import { ordered, type Typed } from './values.ts'

/** The pending changes that the form includes, in words; null for none. */
const waitingWords = (about: AboutRecord, { now, nameOf }: RecordControls): string | null => {
  const waiting = about.kind === 'edit' ? about.pending.waiting : []
  const [first] = waiting
  if (first === undefined) return null
  const keys = new Set(waiting.flatMap(({ values }) => Object.keys(values)))
  return say('form.waiting', {
    state: stateWords(first, now.getTime()).text,
    fields: listOf([...keys].map(nameOf)),
  })
}

const isFilled = (typed: Typed | undefined): boolean =>
  typed === true ||
  (typeof typed === 'string' && typed !== '') ||
  (Array.isArray(typed) && typed.length > 0) ||
  (typeof typed === 'object' &&
    !Array.isArray(typed) &&
    Object.values(typed).some((part) => (part ?? '') !== ''))

export function RecordFields({ name, about }: { name: string; about: AboutRecord }) {
  const controls = useRecordForm(about)
  const { form, now, names } = controls
  const { errors, isSubmitting, isDirty, submitCount } = form.formState
  /** An older draft, offered while nothing is typed. */
  const offered = isDirty ? null : controls.older
  const waiting = waitingWords(about, controls)
  const isNew = about.kind === 'new'
  const { shown, folded } = ordered(controls.fields, about.of.previewFieldIds, isNew)
  const values = form.getValues('values')
  const stored = about.kind === 'edit' ? about.record.values : {}
  const [isOpen, setOpen] = useState(() =>
    folded.some(({ key, readOnly }) => isFilled(values[key]) || (readOnly && !isBlank(stored[key]))),
  )
  const hasFoldedError = folded.some(({ key }) => errors.values?.[key] !== undefined)
  const unfolded = isOpen || hasFoldedError

  // Focuses the first wrong field of the page, after the fold has opened: that is one render later than the error.
  const firstField = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (submitCount === 0) return
    firstField.current?.closest('form')?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [submitCount])

  const controlOf = (field: KeyedField, isFirst: boolean): ReactNode => (
    <div
      key={field.key}
      ref={isFirst ? firstField : undefined}
      className={isWide(field) ? css.wide : css.half}
    >
      {field.readOnly ? (
        <ReadOnly field={field} words={recordValueWords(field, stored[field.key], names, now)} />
      ) : (
        <Controller
          control={form.control}
          name={`values.${field.key}`}
          render={({ field: input, fieldState }) => (
            <FieldControl
              field={field}
              input={input}
              error={fieldState.error?.message}
              controls={controls}
              onKeyDown={
                isFirst
                  ? (event) => {
                      if (!continuesOlder(event, offered !== null)) return
                      event.preventDefault()
                      controls.continueOlder()
                    }
                  : undefined
              }
            />
          )}
        />
      )}
    </div>
  )
  return (
    <FormFrame
      name={name}
      form={controls}
      isNew={isNew}
      isSubmitting={isSubmitting}
      offersOlder={offered !== null}
      waiting={waiting}
      banners={
        <>
          {controls.changedMeanwhile.length === 0 ? null : (
            <Banner tone="warning">
              {say('record.changedMeanwhile', { fields: listOf([...controls.changedMeanwhile]) })}
            </Banner>
          )}
          {waiting === null ? null : (
            <Banner
              tone="calm"
              action={<Button onClick={controls.cancelPending}>{say('form.cancelChange')}</Button>}
            >
              {waiting}
            </Banner>
          )}
        </>
      }
    >
      {shown.map((field, at) => controlOf(field, at === 0))}
      {folded.length === 0 ? null : (
        <div className={css.wide}>
          <button
            type="button"
            className={own.fold}
            aria-expanded={unfolded}
            onClick={() => setOpen(!unfolded)}
          >
            {say('record.more')}
          </button>
        </div>
      )}
      {unfolded ? folded.map((field) => controlOf(field, false)) : null}
    </FormFrame>
  )
}

/** A field that the service sets. */
function ReadOnly({ field: { name }, words }: { field: KeyedField; words: string }) {
  return (
    <dl className={own.readOnly} title={say('record.notChanged', { name })}>
      <dt>{name}</dt>
      <dd dir="auto">{words === '' ? say('overlap.nothing') : words}</dd>
    </dl>
  )
}
