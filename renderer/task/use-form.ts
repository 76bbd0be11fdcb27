// The behaviour of the task form: starts empty, from a task or from a draft, and saves the changes.
import { zodResolver } from '@hookform/resolvers/zod'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useForm, useWatch } from 'react-hook-form'
import type { LauncherTaskDetail, Member, TaskFields } from '../../shared/api/launcher-tasks.ts'
import { dueAt } from '../../shared/whole-days.ts'
import type { AppError } from '../../shared/errors.ts'
import type { Draft, FormDraft } from '../../shared/ipc/launcher.ts'
import { say } from '../../shared/language.ts'
import { type Field, fieldsIn, pick } from '../../shared/task-fields.ts'
import { call } from '../state/bridge.ts'
import { readDates } from '../dates/reader/read-dates.ts'
import { showError, leave, type TaskStart, tellOfChange } from '../state/store.ts'
import type { PendingChanges } from '../writes/pending.ts'
import { rowCache } from '../items/row-cache.ts'
import { useTaskOptions } from '../state/queries.ts'
import { onDay } from '../dates/format.ts'
import { useNow } from '../shell/window.ts'
import { dueAgain, dueTyped } from '../dates/due.ts'
import {
  editStart,
  newStart,
  newValues,
  withoutPending,
  continued,
  createFrom,
  draftFrom,
  emptyValues,
  formField,
  type ListField,
  listFields,
  overtaken,
  patchFrom,
  taskSchema,
  type TaskValues,
} from './values.ts'
import { useFormDraft } from '../shell/use-draft.ts'
import { useFormSaving } from '../shell/use-save.ts'

export type About =
  | { kind: 'new'; start: TaskStart }
  | { kind: 'edit'; id: string; title: string; task: LauncherTaskDetail; pending: PendingChanges }

const refusalOf = (about: About): AppError | null =>
  (about.kind === 'new'
    ? about.start.again?.error
    : about.pending.waiting.find(({ error }) => error)?.error) ?? null

const keptOf = (form: FormDraft | null): Draft | null => (form === null ? null : { text: '', form })

/** The field of a path in an error of the service. */
const fieldOf = (path: string) => formField(path.replace(/^(?:task|change)\./, ''))

const titleSeen = (id: string): string | undefined =>
  (rowCache.rowOf(`record:${id}`) ?? rowCache.rowOf(`meeting:${id}`))?.title

export function useTaskForm(about: About) {
  const options = useTaskOptions().data
  const now = useNow()
  const isNew = about.kind === 'new'

  const nameOf = useCallback(
    (id: string) => options?.members.find((member) => member.id === id)?.name ?? titleSeen(id),
    [options],
  )
  const me = useMemo(() => {
    const own = options?.members.find(({ id }) => id === options.me)
    return own === undefined ? undefined : { id: own.id, title: own.name }
  }, [options])
  /** Another task was begun; the initial values of the first one do not apply to it. */
  const [isNext, setNext] = useState(false)
  const startNow = useCallback(
    () =>
      about.kind === 'edit'
        ? editStart(about.task, about.pending, nameOf, now)
        : newStart(newValues(isNext ? {} : about.start, me, nameOf, now)),
    [about, isNext, me, nameOf, now],
  )
  const [start, setStart] = useState(startNow)
  const { shown } = start
  /** The field values of a restored edit, as they were when the edit began. */
  const [seenBefore, setSeenBefore] = useState<TaskFields>({})
  const resolver = useMemo(() => zodResolver(taskSchema()), [])
  const form = useForm<TaskValues>({ defaultValues: shown, resolver, reValidateMode: 'onChange' })
  const { getValues, reset, setFocus, setValue } = form

  /** Text typed in the list fields. A change of it validates invalid list fields again. */
  const unchosen = useWatch({ control: form.control, name: 'unchosen' })
  useEffect(() => {
    const wrong = listFields.filter((field) => form.getFieldState(field).invalid)
    if (wrong.length > 0) void form.trigger(wrong)
  }, [form, unchosen])

  // The options and newer answers for the task may arrive after the form opens. They do not replace an edit in progress,
  // because changes are compared with the values that the user saw.
  useEffect(() => {
    const newer = startNow()
    if (JSON.stringify(newer) === JSON.stringify(start)) return
    if (!isNew && draftFrom(shown, getValues(), null) !== null) return
    // oxlint-disable-next-line react/set-state-in-effect -- both come from outside, after the form is there
    setStart(newer)
    reset(newer.shown, { keepDirtyValues: true })
  }, [getValues, isNew, reset, shown, start, startNow])

  /** Fields that somebody else changed since the restored edit began. */
  const [changedMeanwhile, setChangedMeanwhile] = useState<readonly Field[]>([])
  const restore = useCallback(
    (draft: Draft): void => {
      const kept = draft.form
      if (kept === undefined) return
      const values = continued(shown, kept, now)
      setSeenBefore(kept.of?.fields ?? {})
      setChangedMeanwhile(overtaken(start.fields, kept))
      // Text typed while the draft was loading is newer than the draft.
      reset({ ...values, ...draftFrom(shown, getValues(), null)?.values } as TaskValues, {
        keepDefaultValues: true,
      })
    },
    [getValues, now, reset, shown, start],
  )
  const draftOf = useCallback(() => {
    return draftFrom(
      about.kind === 'new' && about.start.title !== undefined ? emptyValues : shown,
      getValues(),
      about.kind === 'edit' ? { title: about.title, fields: { ...start.fields, ...seenBefore } } : null,
    )
  }, [about, getValues, seenBefore, shown, start])
  const draft = useFormDraft({
    kind: isNew ? 'newTask' : 'edit',
    edited: about.kind === 'edit' ? about.id : null,
    opensWith: about.kind === 'edit' ? `edit:${about.id}` : (about.start.resume ?? null),
    form,
    draftOf: useCallback(() => keptOf(draftOf()), [draftOf]),
    restore,
  })

  /** The rejected write that the first of these tasks replaces. */
  const replaces = useRef(about.kind === 'new' ? about.start.again?.replaces : undefined)
  const discard = (ids: readonly string[]): Promise<unknown> =>
    Promise.all(ids.map((id) => call('outbox.discard', { id })))

  const send = async (values: TaskValues): Promise<void> => {
    if (about.kind === 'new') {
      await call('tasks.submit', {
        task: createFrom(values),
        ...(replaces.current === undefined ? {} : { replaces: replaces.current }),
      })
      tellOfChange(say('capture.saving', { title: values.title.trim() }), true)
      return
    }
    const isUntouched = draftOf() === null && about.pending.waiting.every(({ state }) => state === 'queued')
    if (isUntouched) return
    const change = patchFrom(start.base, values)
    // All pending changes were reverted.
    if (change === null) return void (await discard(start.replaces))
    await call('tasks.update', {
      id: about.id,
      title: values.title.trim(),
      change,
      before: pick({ ...start.fields, ...seenBefore, ...start.seen }, fieldsIn(change)),
      replaces: [...start.replaces],
    })
    tellOfChange(say('capture.saving', { title: values.title.trim() }), true)
  }

  /** Whether nothing was typed since the form was opened or emptied. Then Mod+Z has no text to undo. */
  const isFresh = useRef(true)
  /** Resets the form, synchronously because the next letter must land in it. */
  const clear = (values: TaskValues): void => {
    flushSync(() => {
      if (isNew) setStart(newStart(values))
      reset(values)
      setSeenBefore({})
      setChangedMeanwhile([])
    })
    isFresh.current = true
    setFocus('title')
  }
  /** Begins the next new task while the previous one is being sent. */
  const begin = (sendNow: () => Promise<void>) => {
    const [startBefore, replaced, written] = [start, replaces.current, structuredClone(getValues())]
    // Save the draft first. It stays until the outbox has stored the task.
    const before = draft.next(keptOf(draftFrom(emptyValues, written, null)))
    const sent = sendNow()
    replaces.current = undefined
    setNext(true)
    clear(newValues({}, me, nameOf, now))
    return {
      sent,
      forget: before.forget,
      goBack: () => {
        before.goOn()
        replaces.current = replaced
        isFresh.current = false
        flushSync(() => {
          setNext(isNext)
          setStart(startBefore)
          reset(startBefore.shown)
          reset(written, { keepDefaultValues: true })
        })
        setFocus('title')
      },
    }
  }
  const [refusal] = useState(() => refusalOf(about))
  const { save, failure } = useFormSaving({
    form,
    draft,
    refusal,
    fieldOf,
    send,
    begin: isNew ? begin : null,
  })

  return {
    form,
    options,
    now,
    unchosen,
    /** Sets the typed text of a list field. */
    look: (field: ListField, text: string) => setValue(`unchosen.${field}`, text, { shouldDirty: true }),
    /** Any field was typed in. After that, Mod+Z undoes text first. */
    typed: () => {
      isFresh.current = false
    },
    hasTextToUndo: () => (form.formState.isDirty && !draft.isContinued) || !isFresh.current,
    failure,
    changedMeanwhile,
    isContinued: draft.isContinued,
    /** An older draft would replace the title that the form was opened with, so none is offered then. */
    older: shown.title === '' ? draft.older : null,
    continueOlder: draft.continueOlder,
    /** Cancels the pending changes. Text typed since then stays. */
    cancelPending: (): void => {
      discard(start.replaces).then(() => {
        setStart(withoutPending(start))
        reset(start.base, { keepDirtyValues: true })
      }, showError)
    },
    /** The due field after typing. */
    dueTyped: (text: string) => dueTyped(text, shown.due, new Date(), readDates),
    /** Sets a day from the calendar and keeps the time. */
    setDay: (day: Date | null) => {
      const { instant } = getValues('due')
      const due = day === null ? null : onDay(instant === null ? null : dueAt(instant), day)
      setValue('due', dueAgain(due?.toISOString() ?? null, new Date()), {
        shouldDirty: true,
        shouldValidate: true,
        shouldTouch: true,
      })
    },
    /** The signed-in user, unless already assigned. */
    assignable: options?.members.find(
      ({ id }) => id === options.me && !getValues('assignees').some((member) => member.id === id),
    ),
    assign: ({ id, name }: Member) =>
      setValue('assignees', [...getValues('assignees'), { id, title: name }], { shouldDirty: true }),
    save,
    startOver: () => {
      draft.forget()
      draft.begin()
      clear(shown)
    },
    cancel: () => {
      // An unchanged initial title is not kept as a draft, because the view that it came from still has it.
      const isUnchanged = draftFrom(shown, getValues(), null) === null
      if (isNew && about.start.title !== undefined && isUnchanged) draft.forget()
      leave()
    },
  }
}
