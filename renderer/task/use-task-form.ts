// What the task form does: starts from a task, a draft or nothing, and saves what was meant.
import { zodResolver } from '@hookform/resolvers/zod'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useForm, useWatch } from 'react-hook-form'
import type { LauncherTaskDetail, Member, TaskFields } from '../../shared/api/launcher-tasks.ts'
import { dueAt } from '../../shared/whole-days.ts'
import type { AppError } from '../../shared/errors.ts'
import type { Draft } from '../../shared/ipc/launcher.ts'
import { type Field, fieldsIn, pick } from '../../shared/task-fields.ts'
import { call } from '../app/bridge.ts'
import { readDates } from '../capture/dates/read-dates.ts'
import { failLoudly } from '../app/fail-loudly.ts'
import { hideNow } from '../app/hide.ts'
import type { PendingChanges } from '../outbox/pending.ts'
import { rowCache } from '../palette/search/cache-sync.ts'
import { goBack, type TaskStart, usePaletteStore } from '../app/palette-store.ts'
import { useTaskOptions } from '../app/queries.ts'
import { onDay } from '../ui/dates/dates.ts'
import { useNow } from '../ui/dates/use-now.ts'
import { dueAgain, dueTyped } from './due.ts'
import { editStart, newStart, newValues, withoutPending } from './edit-start.ts'
import {
  continued,
  createFrom,
  draftFrom,
  emptyValues,
  type ListField,
  listFields,
  overtaken,
  patchFrom,
  taskSchema,
  type TaskValues,
} from './task-values.ts'
import { useTaskDraft } from './use-task-draft.ts'
import { useTaskSaving } from './use-task-saving.ts'

export type About =
  | { kind: 'new'; start: TaskStart }
  | { kind: 'edit'; id: string; title: string; task: LauncherTaskDetail; pending: PendingChanges }

const refusalOf = (about: About): AppError | null =>
  (about.kind === 'new'
    ? about.start.again?.error
    : about.pending.waiting.find(({ error }) => error)?.error) ?? null

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
  /** Another task was begun, with nothing of what the form was opened with. */
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
  /** Of an edit that goes on: what was seen when it was begun. */
  const [seenBefore, setSeenBefore] = useState<TaskFields>({})
  const resolver = useMemo(() => zodResolver(taskSchema()), [])
  const form = useForm<TaskValues>({ defaultValues: shown, resolver, reValidateMode: 'onChange' })
  const { getValues, reset, setFocus, setValue } = form

  /** What is typed in the list fields; what was wrong with it is looked at again when it changes. */
  const unchosen = useWatch({ control: form.control, name: 'unchosen' })
  useEffect(() => {
    const wrong = listFields.filter((field) => form.getFieldState(field).invalid)
    if (wrong.length > 0) void form.trigger(wrong)
  }, [form, unchosen])

  // The options and newer answers about the task come later than the form. An edit that was begun stays as it is: what
  // its person saw is what the change is compared with.
  useEffect(() => {
    const newer = startNow()
    if (JSON.stringify(newer) === JSON.stringify(start)) return
    if (!isNew && draftFrom(shown, getValues(), null) !== null) return
    // oxlint-disable-next-line react/set-state-in-effect -- both come from outside, after the form is there
    setStart(newer)
    reset(newer.shown, { keepDirtyValues: true })
  }, [getValues, isNew, reset, shown, start, startNow])

  /** Fields that somebody else changed since the edit that goes on was begun. */
  const [changedMeanwhile, setChangedMeanwhile] = useState<readonly Field[]>([])
  const restore = useCallback(
    (draft: Draft): void => {
      const kept = draft.form
      if (kept === undefined) return
      const values = continued(shown, kept, now)
      setSeenBefore(kept.of?.fields ?? {})
      setChangedMeanwhile(overtaken(start.fields, kept))
      // What was typed while the draft was read is newer.
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
  const draft = useTaskDraft({
    taskId: about.kind === 'edit' ? about.id : null,
    opensWith: about.kind === 'edit' ? `edit:${about.id}` : (about.start.resume ?? null),
    form,
    draftOf,
    restore,
  })

  /** The refused write that the first of these tasks was written from. */
  const replaces = useRef(about.kind === 'new' ? about.start.again?.replaces : undefined)
  const discard = (ids: readonly string[]): Promise<unknown> =>
    Promise.all(ids.map((id) => call('outbox.discard', { id })))

  const send = async (values: TaskValues): Promise<void> => {
    if (about.kind === 'new') {
      await call('tasks.submit', {
        task: createFrom(values),
        ...(replaces.current === undefined ? {} : { replaces: replaces.current }),
      })
      return
    }
    const isUntouched = draftOf() === null && about.pending.waiting.every(({ state }) => state === 'queued')
    if (isUntouched) return
    const change = patchFrom(start.base, values)
    // All of what waited was turned back.
    if (change === null) return void (await discard(start.replaces))
    await call('tasks.update', {
      id: about.id,
      title: values.title.trim(),
      change,
      before: pick({ ...start.fields, ...seenBefore, ...start.seen }, fieldsIn(change)),
      replaces: [...start.replaces],
    })
  }

  /** Whether nothing was typed since the form was opened or emptied: its text has nothing to undo. */
  const isFresh = useRef(true)
  /** Starts anew, with what the form started with or with nothing: at once, for the next letter is in it. */
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
  /** Begins the next new task while the one before is sent. */
  const begin = (sendNow: () => Promise<void>) => {
    const [startBefore, replaced, written] = [start, replaces.current, structuredClone(getValues())]
    // On disk first: until the outbox has it, the draft has it.
    const before = draft.next(draftFrom(emptyValues, written, null))
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
  const { save, failure } = useTaskSaving({ form, draft, refusal, send, begin: isNew ? begin : null })

  return {
    form,
    options,
    now,
    unchosen,
    /** What is typed in a list field. */
    look: (field: ListField, text: string) => setValue(`unchosen.${field}`, text, { shouldDirty: true }),
    /** Something was typed, in whatever field: from now on Mod+Z is the text's. */
    typed: () => {
      isFresh.current = false
    },
    hasTextToUndo: () => (form.formState.isDirty && !draft.isContinued) || !isFresh.current,
    failure,
    changedMeanwhile,
    isContinued: draft.isContinued,
    /** An older draft would take the place of a title that the form was opened with. */
    older: shown.title === '' ? draft.older : null,
    continueOlder: draft.continueOlder,
    /** Takes back what waits to be sent; what was typed since stays. */
    cancelPending: (): void => {
      discard(start.replaces).then(() => {
        setStart(withoutPending(start))
        reset(start.base, { keepDirtyValues: true })
      }, failLoudly)
    },
    /** What the due field holds once this is typed in it. */
    dueTyped: (text: string) => dueTyped(text, shown.due, new Date(), readDates),
    /** From the calendar: another day, with the time that was written. */
    setDay: (day: Date | null) => {
      const { instant } = getValues('due')
      const due = day === null ? null : onDay(instant === null ? null : dueAt(instant), day)
      setValue('due', dueAgain(due?.toISOString() ?? null, new Date()), {
        shouldDirty: true,
        shouldValidate: true,
        shouldTouch: true,
      })
    },
    /** Whoever is signed in, unless the task is theirs already. */
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
      // A title that the form was opened with still stands where it was typed.
      const isUnchanged = draftFrom(shown, getValues(), null) === null
      if (isNew && about.start.title !== undefined && isUnchanged) draft.forget()
      if (usePaletteStore.getState().screens.length > 0) goBack()
      else hideNow()
    },
  }
}
