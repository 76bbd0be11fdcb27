// Saves a form. Repeated key presses save once.
import { type BaseSyntheticEvent, useCallback, useEffect, useRef, useState } from 'react'
import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form'
import type { AppError } from '../../shared/errors.ts'
import { reasonOf } from '../state/bridge.ts'
import { leaveLater, showNotice, usePaletteStore } from '../state/store.ts'
import { errorWords } from '../ui/error-words.ts'
import { fieldProblem } from '../writes/words.ts'
import type { FormDraftSession } from './use-draft.ts'

export interface FormSaving {
  save: (then: 'leave' | 'another') => (event?: BaseSyntheticEvent) => Promise<void>
  /** The error of the last save, if it does not belong to a field. */
  failure: AppError | null
}

/**
 * @param refusal the error of the write that the form was opened with
 * @param send resolves when the main process has stored the write
 * @param fieldOf the field of a path in an error of the service; null if there is none
 * @param begin empties the form for the next one, and returns a function that restores it. Null while editing, where
 * every save leaves the form.
 */
export function useFormSaving<Values extends FieldValues>({
  form: { handleSubmit, setError },
  draft,
  refusal,
  fieldOf,
  send,
  begin,
}: {
  form: Pick<UseFormReturn<Values>, 'handleSubmit' | 'setError'>
  draft: Pick<FormDraftSession, 'forget' | 'isTyped'>
  refusal: AppError | null
  fieldOf: (path: string) => FieldPath<Values> | null
  send: (values: Values) => Promise<void>
  begin:
    | ((send: () => Promise<void>) => { sent: Promise<void>; forget: () => void; goBack: () => void })
    | null
}): FormSaving {
  const [failure, setFailure] = useState<AppError | null>(null)
  /** A save is being validated or sent. */
  const isSaving = useRef(false)
  /** The form was emptied for the next one. Until something is typed, another Mod+Enter is a repeat. */
  const hasBegun = useRef(false)
  /** The summon in which the form was saved; its form is about to close. */
  const savedIn = useRef<number | null>(null)
  const isGone = useRef(false)
  useEffect(() => {
    isGone.current = false
    return () => {
      isGone.current = true
    }
  }, [])

  /** Shows each message at its field and focuses the first. @returns whether there was one. */
  const showAtFields = useCallback(
    (reason: AppError): boolean => {
      const placed = reason.kind === 'invalidInput' ? reason.fields : []
      const named = placed.flatMap((problem) => {
        const name = fieldOf(problem.field)
        return name === null ? [] : [{ name, message: fieldProblem(problem) }]
      })
      named.forEach(({ name, message }, index) => setError(name, { message }, { shouldFocus: index === 0 }))
      return named.length > 0
    },
    [fieldOf, setError],
  )
  // A refused write that is reopened shows its errors at the fields.
  useEffect(() => {
    if (refusal !== null) showAtFields(refusal)
  }, [refusal, showAtFields])

  const show = (reason: AppError): void => {
    if (!showAtFields(reason)) setFailure(reason)
  }
  /** The screen shows another form; the text is kept as a draft. */
  const say = (error: unknown): void => showNotice(errorWords(reasonOf(error)).text, 'danger')

  const saveAndLeave = async (values: Values): Promise<void> => {
    const { summon } = usePaletteStore.getState()
    const leave = leaveLater()
    try {
      await send(values)
      draft.forget()
      savedIn.current = summon
      leave()
    } catch (error) {
      show(reasonOf(error))
    }
  }

  const saveAndBegin = (values: Values, beginNext: NonNullable<typeof begin>): void => {
    hasBegun.current = true
    const before = beginNext(() => send(values))
    before.sent.then(before.forget, (error: unknown) => {
      // Restore the text, unless another form was begun; it is then kept as a draft.
      if (isGone.current || draft.isTyped()) return say(error)
      before.goBack()
      hasBegun.current = false
      show(reasonOf(error))
    })
  }

  const isAskedAgain = (then: 'leave' | 'another'): boolean =>
    isSaving.current ||
    savedIn.current === usePaletteStore.getState().summon ||
    (hasBegun.current && then === 'another' && !draft.isTyped())

  const save = (then: 'leave' | 'another') => async (event?: BaseSyntheticEvent) => {
    event?.preventDefault()
    if (isAskedAgain(then)) return
    isSaving.current = true
    try {
      await handleSubmit((values) => {
        setFailure(null)
        return then === 'leave' || begin === null ? saveAndLeave(values) : saveAndBegin(values, begin)
      })(event)
    } finally {
      isSaving.current = false
    }
  }

  return { save, failure }
}
