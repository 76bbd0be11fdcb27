// Saves a form as a draft, and restores drafts.
import { useCallback, useEffect, useRef, useState } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import type { Draft, DraftSummary } from '../../shared/ipc/launcher.ts'
import { call } from '../state/bridge.ts'
import { useDraftSession } from '../state/drafts.ts'

/** A form with text is not hidden by a click outside, because people look things up while they write. */
const hold = (held: boolean): void => void call('view.hold', { held }).catch(() => undefined)

export interface FormDraftSession {
  isContinued: boolean
  /** A draft of an earlier form, offered while the form is empty. */
  older: DraftSummary | null
  continueOlder: () => void
  /** Deletes the draft. */
  forget: () => void
  /** Starts over with an empty form. */
  begin: () => void
  /** Begins the next form. `all` stays the draft of the previous one until `forget`, or until `goOn` restores it. */
  next: (all: Draft | null) => { forget: () => void; goOn: () => void }
  /** Whether anything was typed since the form began. */
  isTyped: () => boolean
}

/**
 * @param kind the beginning of the draft's key
 * @param edited id of what is edited; null for something new
 * @param opensWith key of the draft to continue, if any
 * @param draftOf the typed values as a draft; null if there are none
 */
export function useFormDraft<Values extends FieldValues>({
  kind,
  edited,
  opensWith,
  form: { getValues, subscribe },
  draftOf,
  restore,
}: {
  kind: string
  edited: string | null
  opensWith: string | null
  form: Pick<UseFormReturn<Values>, 'getValues' | 'subscribe'>
  draftOf: () => Draft | null
  restore: (draft: Draft) => void
}): FormDraftSession {
  const session = useDraftSession(kind, edited ?? undefined)
  const { keep: write, next, older, resume } = session
  const [isContinued, setContinued] = useState(false)
  /** Whether this session has a saved draft. */
  const isKept = useRef(false)
  const isSettled = useRef(false)

  const goOn = useCallback(
    (key: string): void => {
      const untouched = JSON.stringify(getValues())
      // What is edited has one draft. Something new that was begun in the meantime keeps its own.
      resume(key, () => edited !== null || JSON.stringify(getValues()) === untouched).then(
        (draft) => {
          if (draft === null) return
          isKept.current = true
          restore(draft)
          setContinued(true)
        },
        () => undefined,
      )
    },
    [edited, getValues, restore, resume],
  )

  // Restores the draft once, when the form opens.
  const isOpened = useRef(false)
  useEffect(() => {
    if (isOpened.current || opensWith === null) return
    isOpened.current = true
    goOn(opensWith)
  }, [goOn, opensWith])

  const keep = useCallback((): void => {
    if (isSettled.current) return
    const typed = draftOf()
    // Write only if something was typed, or if a saved draft became empty.
    if (typed === null && !isKept.current) return
    isKept.current = typed !== null
    write(typed)
  }, [draftOf, write])

  // The latest function, for callbacks that outlive this render.
  const keepNow = useRef(keep)
  const draftNow = useRef(draftOf)
  useEffect(() => {
    keepNow.current = keep
    draftNow.current = draftOf
  }, [draftOf, keep])
  useEffect(() => {
    // On every change: the main process debounces the writes. Also at the start, because the initial text may have been typed
    // in another view.
    let timer = setTimeout(() => keepNow.current())
    let isHeld = false
    const stop = subscribe({
      formState: { values: true },
      callback: () => {
        if (!isHeld && draftNow.current() !== null) {
          hold(true)
          isHeld = true
        }
        clearTimeout(timer)
        timer = setTimeout(() => keepNow.current())
      },
    })
    return () => {
      stop()
      clearTimeout(timer)
      keepNow.current()
      if (isHeld) hold(false)
    }
  }, [subscribe])

  const begin = useCallback((): void => {
    isSettled.current = false
    isKept.current = false
    setContinued(false)
  }, [])

  return {
    isContinued,
    older: edited === null && !isContinued ? older : null,
    continueOlder: () => (older === null ? undefined : goOn(older.key)),
    forget: useCallback((): void => {
      isSettled.current = true
      next().forget()
    }, [next]),
    begin,
    next: (all) => {
      if (all !== null) write(all)
      const before = next()
      begin()
      return {
        forget: before.forget,
        goOn: () => {
          before.goOn()
          isKept.current = true
          setContinued(isContinued)
        },
      }
    },
    isTyped: useCallback(() => draftNow.current() !== null, []),
  }
}
