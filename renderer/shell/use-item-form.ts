// The behaviour that the forms of tasks and records share: first values, newer answers, drafts, saving, and the next new item.
// task/use-form.ts and record/use-record-form.ts say what their values are.
import { useCallback, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import {
  type DefaultValues,
  type FieldPath,
  type FieldValues,
  type Resolver,
  useForm,
  type UseFormReturn,
  useWatch,
} from 'react-hook-form'
import type { AppError } from '../../shared/errors.ts'
import type { Draft, OutboxItem } from '../../shared/ipc/launcher.ts'
import { call } from '../state/bridge.ts'
import { leave, showError } from '../state/store.ts'
import { useFormDraft } from './use-draft.ts'
import { useFormSaving } from './use-save.ts'

export interface FormStart<Values> {
  /** Initial values of the fields. */
  shown: Values
  /** The stored item without pending changes. Differences from it are sent and replace the pending changes. */
  base: Values
  replaces: readonly string[]
}

export interface RestoredDraft<Values, Stored, Name> {
  values: Values
  /** The stored values of the changed fields, as they were when the edit began. */
  seenBefore: Stored
  /** Fields that somebody else changed since then. */
  changedMeanwhile: readonly Name[]
}

/** A new item. A failed save is repeated with its id. */
export interface NewItem {
  id: string
  /** The rejected write that it replaces. */
  replaces: string | undefined
}

export interface SendContext<Start, Stored> {
  start: Start
  seenBefore: Stored
  newItem: NewItem
  /** Nothing was typed, and every pending change that the form shows still waits. */
  isUntouched: boolean
}

export const discardAll = (ids: readonly string[]): Promise<unknown> =>
  Promise.all(ids.map((id) => call('outbox.discard', { id })))

/**
 * @param options.opened `isPrefilled`: with text from another view, which still has it
 * @param options.again the rejected write that a new item was reopened from
 * @param options.waiting pending changes that the form shows
 * @param options.startOf `isNext`: another new item was begun, and the initial values of the first one do not apply to it
 * @param options.empty the values of a new item before anything is typed
 * @param options.lists fields whose items are searched. Text that is typed in them and not chosen is invalid.
 * @param options.draft `of` returns the changes as a draft, or null for none. `restore` returns null for a draft of another form.
 * @param options.fieldOf the field of a path in an error of the service; null if there is none
 */
export function useItemForm<
  Values extends FieldValues & { unchosen: object },
  Start extends FormStart<Values>,
  Stored extends object,
  Name,
>({
  opened: { isNew, isPrefilled, edited, again, waiting },
  startOf,
  withoutPending,
  empty,
  isChanged,
  lists,
  validation,
  focusFirst,
  draft: { kind, opensWith, of: draftFor, restore: restoredBy },
  fieldOf,
  send,
}: {
  opened: {
    isNew: boolean
    isPrefilled: boolean
    edited: string | null
    again: { id?: string; replaces: string; error?: AppError | null } | undefined
    waiting: readonly OutboxItem[]
  }
  startOf: (isNext: boolean) => Start
  /** The start after the pending changes were cancelled. */
  withoutPending: (start: Start) => Start
  empty: Values
  isChanged: (before: Values, values: Values) => boolean
  lists: readonly FieldPath<Values>[]
  validation: { resolver: Resolver<Values>; shouldFocusError: boolean }
  focusFirst: (setFocus: UseFormReturn<Values>['setFocus']) => void
  draft: {
    kind: string
    opensWith: string | null
    of: (before: Values, values: Values, start: Start, seenBefore: Partial<Stored>) => Draft | null
    restore: (draft: Draft, start: Start, typed: Values) => RestoredDraft<Values, Stored, Name> | null
  }
  fieldOf: (path: string) => FieldPath<Values> | null
  send: (values: Values, context: SendContext<Start, Partial<Stored>>) => Promise<void>
}) {
  /** Another item was begun. */
  const [isNext, setNext] = useState(false)
  const startNow = useCallback(() => startOf(isNext), [isNext, startOf])
  const [start, setStart] = useState(startNow)
  const { shown } = start
  const [seenBefore, setSeenBefore] = useState<Partial<Stored>>({})
  const [changedMeanwhile, setChangedMeanwhile] = useState<readonly Name[]>([])
  const form = useForm<Values>({
    defaultValues: shown as DefaultValues<Values>,
    ...validation,
    reValidateMode: 'onChange',
  })
  const { getFieldState, getValues, reset, setFocus, trigger } = form

  /** Text typed in the list fields. A change of it validates invalid list fields again. */
  const unchosen: Values['unchosen'] = useWatch({
    control: form.control,
    name: 'unchosen' as FieldPath<Values>,
  })
  useEffect(() => {
    const invalid = lists.filter((name) => getFieldState(name).invalid)
    if (invalid.length > 0) void trigger(invalid)
  }, [getFieldState, lists, trigger, unchosen])

  // Names and newer answers may arrive after the form opens. They do not replace an edit in progress, because changes are compared
  // with the values that the user saw.
  useEffect(() => {
    const newer = startNow()
    if (JSON.stringify(newer) === JSON.stringify(start)) return
    if (!isNew && isChanged(shown, getValues())) return
    // oxlint-disable-next-line react/set-state-in-effect -- both come from outside, after the form is there
    setStart(newer)
    reset(newer.shown, { keepDirtyValues: true })
  }, [getValues, isChanged, isNew, reset, shown, start, startNow])

  const restore = useCallback(
    (kept: Draft): void => {
      const restored = restoredBy(kept, start, getValues())
      if (restored === null) return
      setSeenBefore(restored.seenBefore)
      setChangedMeanwhile(restored.changedMeanwhile)
      reset(restored.values, { keepDefaultValues: true })
    },
    [getValues, reset, restoredBy, start],
  )
  const draft = useFormDraft({
    kind,
    edited,
    opensWith,
    form,
    draftOf: useCallback(
      () => draftFor(isPrefilled ? empty : shown, getValues(), start, seenBefore),
      [draftFor, empty, getValues, isPrefilled, seenBefore, shown, start],
    ),
    restore,
  })

  const newItem = useRef<NewItem>({ id: again?.id ?? crypto.randomUUID(), replaces: again?.replaces })
  /** Whether nothing was typed since the form was opened or emptied. Then Mod+Z has no text to undo. */
  const isFresh = useRef(true)
  /** Resets the form, synchronously because the next letter must land in it. */
  const clear = (cleared: Start): void => {
    flushSync(() => {
      setStart(cleared)
      reset(cleared.shown)
      setSeenBefore({})
      setChangedMeanwhile([])
    })
    isFresh.current = true
    focusFirst(setFocus)
  }
  /** Begins the next new item while the previous one is being sent. */
  const begin = (sendNow: () => Promise<void>) => {
    const [startBefore, itemBefore, written] = [start, newItem.current, structuredClone(getValues())]
    // Save the draft first. It stays until the outbox has stored the item.
    const before = draft.next(draftFor(empty, written, start, {}))
    const sent = sendNow()
    newItem.current = { id: crypto.randomUUID(), replaces: undefined }
    setNext(true)
    clear(startOf(true))
    return {
      sent,
      forget: before.forget,
      goBack: () => {
        before.goOn()
        newItem.current = itemBefore
        isFresh.current = false
        flushSync(() => {
          setNext(isNext)
          setStart(startBefore)
          reset(startBefore.shown)
          reset(written, { keepDefaultValues: true })
        })
        focusFirst(setFocus)
      },
    }
  }

  /** The error of the write that the form was opened with. */
  const [refusal] = useState(() => again?.error ?? waiting.find(({ error }) => error)?.error ?? null)
  const { save, failure } = useFormSaving({
    form,
    draft,
    refusal,
    fieldOf,
    send: (values) =>
      send(values, {
        start,
        seenBefore,
        newItem: newItem.current,
        isUntouched: !isChanged(shown, getValues()) && waiting.every(({ state }) => state === 'queued'),
      }),
    begin: isNew ? begin : null,
  })

  return {
    form,
    start,
    unchosen,
    changedMeanwhile,
    failure,
    save,
    isContinued: draft.isContinued,
    older: draft.older,
    continueOlder: draft.continueOlder,
    /** Any field was typed in. After that, Mod+Z undoes text first. */
    typed: () => {
      isFresh.current = false
    },
    hasTextToUndo: () => (form.formState.isDirty && !draft.isContinued) || !isFresh.current,
    /** Cancels the pending changes. Text typed since then stays. */
    cancelPending: (): void => {
      discardAll(start.replaces).then(() => {
        setStart(withoutPending(start))
        reset(start.base, { keepDirtyValues: true })
      }, showError)
    },
    startOver: () => {
      draft.forget()
      draft.begin()
      clear(start)
    },
    cancel: () => {
      // Unchanged text from another view is not kept as a draft, because that view still has it.
      if (isPrefilled && !isChanged(shown, getValues())) draft.forget()
      leave()
    },
  }
}
