// What the task form does: starts from a task, a draft or nothing; keeps what is typed; saves what was meant.
import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import type { LauncherTaskDetail, LauncherTaskPatch, TaskFields } from '../../shared/api/launcher-tasks.ts'
import type { AppError } from '../../shared/errors.ts'
import { call, reasonOf } from '../bridge.ts'
import { hideLater, hideNow } from '../hide.ts'
import { readDates } from '../capture/read-dates.ts'
import { goBack, keepEdit, replaceScreen, type TaskStart, usePaletteStore } from '../palette-store.ts'
import { keys, useTaskOptions } from '../queries.ts'
import {
  createFrom,
  draftFrom,
  dueOf,
  emptyValues,
  formField,
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
  { title, record, meeting, again }: TaskStart,
  nameOf: (id: string) => string | undefined,
  now: Date,
): TaskValues =>
  again === undefined
    ? {
        ...emptyValues,
        title: title ?? '',
        records: record === undefined ? [] : [record],
        meetings: meeting === undefined ? [] : [meeting],
      }
    : valuesOf(again.fields, nameOf, now)

const isUntouched = (values: TaskValues): boolean => JSON.stringify(values) === JSON.stringify(emptyValues)

/** What stood in the fields of a change when the form was opened; a field that the service does not show was not seen. */
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
  const client = useQueryClient()
  const options = useTaskOptions().data
  const [now] = useState(() => new Date())
  const [failure, setFailure] = useState<AppError | null>(null)
  const settled = useRef(false)

  const nameOf = useCallback(
    (id: string) => options?.members.find((member) => member.id === id)?.name,
    [options],
  )
  const [before] = useState<TaskValues>(() =>
    about.kind === 'edit' ? valuesOf(about.task, nameOf, now) : startValues(about.start, nameOf, now),
  )
  const storedDue = about.kind === 'edit' ? about.task.dueDate : null
  /** A due text that was not touched means the instant that it was written from. */
  const dueFor = useCallback(
    (text: string): Date | null =>
      text === before.due && storedDue !== null ? new Date(storedDue) : dueOf(text, now, readDates),
    [before.due, now, storedDue],
  )
  const resolver = useMemo(() => zodResolver(taskSchema((text) => dueFor(text) !== null)), [dueFor])
  const taskId = about.kind === 'edit' ? about.id : null
  /** An edit that a hide cut short. */
  const [unsaved] = useState(() =>
    taskId === null ? undefined : usePaletteStore.getState().unsavedEdits.get(taskId),
  )
  const form = useForm<TaskValues>({
    defaultValues: { ...before, ...unsaved },
    resolver,
    reValidateMode: 'onChange',
  })
  const { getValues, handleSubmit, reset, setError, setFocus, subscribe } = form

  // Names of people arrive with the options, which may be later than the task.
  useEffect(() => {
    const shown = getValues('assignees')
    const named = shown.map(({ id, title }) => ({ id, title: nameOf(id) ?? title }))
    if (JSON.stringify(named) !== JSON.stringify(shown)) form.resetField('assignees', { defaultValue: named })
  }, [form, getValues, nameOf])

  const isNew = about.kind === 'new'
  const wantsDraft = isNew && (about.start.resume === true || isUntouched(before))
  const [continued, setContinued] = useState(unsaved !== undefined)

  // What was typed before.
  useEffect(() => {
    if (!wantsDraft) return
    let isOver = false
    call('drafts.get', { key: 'newTask' }).then(
      (draft) => {
        if (isOver || draft === null || !isUntouched(getValues())) return
        const written = draft.task.dueDate === undefined ? draft.text : ''
        reset({ ...valuesOf(draft.task, nameOf, now), ...(written === '' ? {} : { due: written }) })
        setContinued(true)
      },
      () => undefined,
    )
    return () => {
      isOver = true
    }
  }, [getValues, nameOf, now, reset, wantsDraft])

  const keep = useCallback((): void => {
    const values = getValues()
    if (taskId !== null) {
      const isDirty = JSON.stringify(values) !== JSON.stringify(before)
      keepEdit(taskId, isDirty && !settled.current ? { ...values } : null)
      return
    }
    if (settled.current) return
    const due = dueFor(values.due)?.toISOString() ?? null
    // A due text that means no date yet is kept as it was written.
    const text = due === null ? values.due : ''
    const task = draftFrom(values, due)
    const draft = Object.keys(task).length === 0 && text.trim() === '' ? null : { text, task }
    call('drafts.set', { key: 'newTask', draft }).catch(() => undefined)
  }, [before, dueFor, getValues, taskId])

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let isTouched = false
    const stop = subscribe({
      formState: { values: true },
      callback: () => {
        if (!isTouched) hold(true)
        isTouched = true
        clearTimeout(timer)
        timer = setTimeout(keep, draftPauseMilliseconds)
      },
    })
    return () => {
      stop()
      clearTimeout(timer)
      if (!isTouched) return
      keep()
      hold(false)
    }
  }, [keep, subscribe])

  const forget = useCallback((): void => {
    settled.current = true
    if (taskId !== null) keepEdit(taskId, null)
    else
      call('drafts.set', { key: 'newTask', draft: null }).then(
        () => client.invalidateQueries({ queryKey: keys.drafts }),
        () => undefined,
      )
  }, [client, taskId])

  const send = async (values: TaskValues): Promise<void> => {
    const due = dueFor(values.due)?.toISOString() ?? null
    if (about.kind === 'new') {
      const replaces = about.start.again?.replaces
      await call('tasks.submit', {
        task: createFrom(values, due),
        ...(replaces === undefined ? {} : { replaces }),
      })
      return
    }
    const change = patchFrom(before, values, due)
    if (change === null) return
    const seen = seenOf(about.task, change)
    await call('tasks.update', { id: about.id, title: values.title.trim(), change, before: seen })
  }

  const save = (then: 'hide' | 'another') =>
    handleSubmit(async (values) => {
      setFailure(null)
      const hide = hideLater()
      try {
        await send(values)
        forget()
        if (then === 'hide') hide()
        else if (isNew) {
          reset(emptyValues)
          settled.current = false
          setContinued(false)
          setFocus('title')
        } else replaceScreen({ kind: 'newTask', start: {} })
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
    continued,
    save,
    startOver: () => {
      forget()
      settled.current = false
      reset(taskId === null ? emptyValues : before)
      setContinued(false)
      setFocus('title')
    },
    cancel: () => {
      if (usePaletteStore.getState().screens.length > 0) goBack()
      else hideNow()
    },
  }
}
