// What the task form does: starts from a task, a draft or nothing; keeps what is typed; saves what was meant.
import { zodResolver } from '@hookform/resolvers/zod'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import type {
  LauncherTaskDetail,
  LauncherTaskPatch,
  Member,
  TaskFields,
} from '../../shared/api/launcher-tasks.ts'
import { dueAt } from '../../shared/due.ts'
import type { AppError } from '../../shared/errors.ts'
import type { Draft } from '../../shared/launcher.ts'
import { call, reasonOf } from '../bridge.ts'
import { hideLater, hideNow } from '../hide.ts'
import { readDates } from '../capture/read-dates.ts'
import { goBack, replaceScreen, type TaskStart, usePaletteStore } from '../palette-store.ts'
import { useTaskOptions } from '../queries.ts'
import { dateTimeWords } from '../ui/dates.ts'
import { useSitting } from '../use-sitting.ts'
import { onDay } from './calendar-days.ts'
import {
  continued,
  createFrom,
  draftFrom,
  dueOf,
  emptyValues,
  formField,
  overtaken,
  patchFrom,
  taskSchema,
  type TaskValues,
  valuesOf,
} from './task-values.ts'

export type About =
  | { kind: 'new'; start: TaskStart }
  | { kind: 'edit'; id: string; title: string; task: LauncherTaskDetail }

const draftPauseMilliseconds = 300

/** A form that holds text is not hidden by a click elsewhere: looking something up is why people click there. */
const hold = (held: boolean): void => void call('view.hold', { held }).catch(() => undefined)

const startValues = (
  { title, assignee, record, meeting, again }: TaskStart,
  nameOf: (id: string) => string | undefined,
  now: Date,
): TaskValues =>
  again === undefined
    ? {
        ...emptyValues,
        title: title ?? '',
        assignees: assignee === undefined ? [] : [assignee],
        records: record === undefined ? [] : [record],
        meetings: meeting === undefined ? [] : [meeting],
      }
    : valuesOf(again.fields, nameOf, now)

/** What stood in the fields of a change; a field that the service does not show was not seen. */
const seenOf = (task: LauncherTaskDetail, patch: LauncherTaskPatch): TaskFields => {
  const before: TaskFields = {
    title: task.title,
    description: task.description ?? '',
    status: task.status,
    priority: task.priority,
    dueDate: task.dueDate,
    assignees: task.assignees,
    estimatedTime: task.estimatedTime,
    linkedRecordIds: task.linkedRecords?.map(({ id }) => id),
    linkedMeetingIds: task.linkedMeetingIds,
    sectionId: task.sectionId,
  }
  return Object.fromEntries(
    Object.entries(before).filter(
      ([key, value]) => value !== undefined && patch[key as keyof LauncherTaskPatch] !== undefined,
    ),
  )
}

export function useTaskForm(about: About) {
  const options = useTaskOptions().data
  const [now] = useState(() => new Date())
  const [failure, setFailure] = useState<AppError | null>(null)
  const settled = useRef(false)
  const isNew = about.kind === 'new'
  const taskId = about.kind === 'edit' ? about.id : null
  const sitting = useSitting(isNew ? 'newTask' : 'edit', taskId ?? undefined)

  const nameOf = useCallback(
    (id: string) => options?.members.find((member) => member.id === id)?.name,
    [options],
  )
  const [before, setBefore] = useState<TaskValues>(() =>
    about.kind === 'edit' ? valuesOf(about.task, nameOf, now) : startValues(about.start, nameOf, now),
  )
  /** The task as the fields showed it before anything was typed. */
  const [seen, setSeen] = useState(about.kind === 'edit' ? about.task : null)
  /** Due texts that were written from an instant mean that instant, whatever a reader would make of the words. */
  const [instants, setInstants] = useState<ReadonlyMap<string, string>>(() =>
    about.kind === 'edit' && about.task.dueDate !== null
      ? new Map([[before.due, new Date(about.task.dueDate).toISOString()]])
      : new Map(),
  )
  const instantOf = useCallback(
    (text: string): string | null => instants.get(text) ?? dueOf(text, now, readDates)?.toISOString() ?? null,
    [instants, now],
  )
  const dueFor = useCallback(
    (text: string): Date | null => {
      const instant = instantOf(text)
      return instant === null ? null : dueAt(instant)
    },
    [instantOf],
  )
  const resolver = useMemo(() => zodResolver(taskSchema((text) => instantOf(text) !== null)), [instantOf])
  const form = useForm<TaskValues>({ defaultValues: before, resolver, reValidateMode: 'onChange' })
  const { getValues, handleSubmit, reset, setError, setFocus, setValue, subscribe } = form

  // Names of people arrive with the options, which may be later than the task.
  useEffect(() => {
    const shown = getValues('assignees')
    const named = shown.map(({ id, title }) => ({ id, title: nameOf(id) ?? title }))
    if (JSON.stringify(named) !== JSON.stringify(shown)) form.resetField('assignees', { defaultValue: named })
  }, [form, getValues, nameOf])

  // A newer answer about the task shows, as long as nothing was typed over the older one.
  const stored = about.kind === 'edit' ? about.task : null
  useEffect(() => {
    if (stored === null || draftFrom(before, getValues(), null, null) !== null) return
    const values = valuesOf(stored, nameOf, now)
    if (draftFrom(before, values, null, null) === null) return
    // The task comes from outside, after the form is there.
    // oxlint-disable-next-line react/set-state-in-effect
    setBefore(values)
    setSeen(stored)
    const { dueDate } = stored
    if (dueDate !== null)
      setInstants((known) => new Map(known).set(values.due, new Date(dueDate).toISOString()))
    reset(values)
  }, [before, getValues, nameOf, now, reset, stored])

  const [isContinued, setContinued] = useState(false)
  /** Fields that somebody else changed since the edit that goes on was begun. */
  const [changedMeanwhile, setChangedMeanwhile] = useState<readonly (keyof TaskValues)[]>([])

  /** A draft of this sitting is on disk. */
  const isKept = useRef(false)
  const restore = useCallback(
    (draft: Draft): void => {
      isKept.current = true
      const kept = draft.form ?? null
      // 0.1.0 kept the task instead of the form.
      const values =
        kept === null
          ? { ...valuesOf(draft.task ?? {}, nameOf, now), ...(draft.text === '' ? {} : { due: draft.text }) }
          : continued(before, kept, now)
      const instant = kept === null ? (draft.task?.dueDate ?? null) : kept.dueDate
      if (instant !== null) setInstants((known) => new Map(known).set(values.due, instant))
      setChangedMeanwhile(kept === null ? [] : overtaken(before, kept))
      // What was typed while the draft was read is newer.
      reset({ ...values, ...draftFrom(before, getValues(), null, null)?.values } as TaskValues)
      setContinued(true)
    },
    [before, getValues, nameOf, now, reset],
  )
  const { keep: keepDraft, next, older, resume } = sitting
  const goOn = useCallback(
    (key: string): void => {
      const untouched = JSON.stringify(getValues())
      // A task has one draft of its edit; a new task that was begun meanwhile stays apart from an older one.
      resume(key, () => !isNew || JSON.stringify(getValues()) === untouched).then(
        (draft) => (draft === null ? undefined : restore(draft)),
        () => undefined,
      )
    },
    [getValues, isNew, restore, resume],
  )

  // What was typed before: of this task, or of the draft that was asked for. Once, when the form opens.
  const opensWith = isNew ? (about.start.resume ?? null) : `edit:${about.id}`
  const isOpened = useRef(false)
  useEffect(() => {
    if (isOpened.current || opensWith === null) return
    isOpened.current = true
    goOn(opensWith)
  }, [goOn, opensWith])

  const draftOf = useCallback(() => {
    const values = getValues()
    return draftFrom(before, values, instantOf(values.due), about.kind === 'edit' ? about.title : null)
  }, [about, before, getValues, instantOf])
  const keep = useCallback((): void => {
    if (settled.current) return
    const kept = draftOf()
    // Nothing typed is no reason to write; all of it taken back is.
    if (kept === null && !isKept.current) return
    isKept.current = kept !== null
    keepDraft(kept === null ? null : { text: '', form: kept })
  }, [draftOf, keepDraft])

  // The newest one, for what outlives this render.
  const keepNow = useRef(keep)
  const draftNow = useRef(draftOf)
  useEffect(() => {
    keepNow.current = keep
    draftNow.current = draftOf
  }, [draftOf, keep])
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let isHeld = false
    const stop = subscribe({
      formState: { values: true },
      callback: () => {
        if (!isHeld && draftNow.current() !== null) {
          hold(true)
          isHeld = true
        }
        clearTimeout(timer)
        timer = setTimeout(() => keepNow.current(), draftPauseMilliseconds)
      },
    })
    return () => {
      stop()
      clearTimeout(timer)
      keepNow.current()
      if (isHeld) hold(false)
    }
  }, [subscribe])

  const forget = useCallback((): void => {
    settled.current = true
    next().forget()
  }, [next])

  const send = async (values: TaskValues): Promise<void> => {
    const due = instantOf(values.due)
    if (about.kind === 'new') {
      const replaces = about.start.again?.replaces
      await call('tasks.submit', {
        task: createFrom(values, due),
        ...(replaces === undefined ? {} : { replaces }),
      })
      return
    }
    const change = patchFrom(before, values, { before: instantOf(before.due), after: due })
    if (change === null) return
    await call('tasks.update', {
      id: about.id,
      title: values.title.trim(),
      change,
      before: seenOf(seen ?? about.task, change),
    })
  }

  /** Starts anew, with what a new form starts with. */
  const clear = useCallback(
    (values: TaskValues): void => {
      setBefore(values)
      reset(values)
      settled.current = false
      isKept.current = false
      setContinued(false)
      setChangedMeanwhile([])
      setFocus('title')
    },
    [reset, setFocus],
  )

  const save = (then: 'hide' | 'another') =>
    handleSubmit(async (values) => {
      setFailure(null)
      const hide = hideLater()
      try {
        await send(values)
        forget()
        if (then === 'hide') hide()
        else if (isNew) clear(emptyValues)
        else replaceScreen({ kind: 'newTask', start: {} })
      } catch (error) {
        const reason = reasonOf(error)
        const placed =
          reason.kind === 'invalidInput'
            ? reason.fields.flatMap(({ field, message }) => {
                const name = formField(field.replace(/^(?:task|change)\./, ''))
                return name === null ? [] : [{ name, message }]
              })
            : []
        placed.forEach(({ name, message }, index) =>
          setError(name, { message }, { shouldFocus: index === 0 }),
        )
        if (placed.length === 0) setFailure(reason)
      }
    })

  return {
    form,
    options,
    now,
    dueFor,
    failure,
    isContinued,
    changedMeanwhile,
    /** A draft of an earlier new task, offered while this one is empty. */
    older: isNew && !isContinued ? older : null,
    continueOlder: () => (older === null ? undefined : goOn(older.key)),
    /** From the calendar: another day, with the time that was written. */
    setDay: (day: Date | null) => {
      const due = day === null ? null : onDay(dueFor(getValues('due')), day)
      const text = due === null ? '' : dateTimeWords(due, now)
      if (due !== null) setInstants((known) => new Map(known).set(text, due.toISOString()))
      setValue('due', text, { shouldDirty: true, shouldValidate: due === null, shouldTouch: true })
      if (due !== null) form.clearErrors('due')
    },
    /** Whoever is signed in, unless the task is theirs already. */
    assignable: options?.members.find(
      ({ id }) => id === options.me && !getValues('assignees').some((member) => member.id === id),
    ),
    assign: ({ id, name }: Member) =>
      setValue('assignees', [...getValues('assignees'), { id, title: name }], { shouldDirty: true }),
    save,
    startOver: () => {
      forget()
      clear(before)
    },
    cancel: () => {
      if (usePaletteStore.getState().screens.length > 0) goBack()
      else hideNow()
    },
  }
}
