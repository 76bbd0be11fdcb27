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
import { readDates } from '../capture/read-dates.ts'
import { failLoudly } from '../app/fail-loudly.ts'
import { hideNow } from '../app/hide.ts'
import type { PendingChanges } from '../outbox/pending.ts'
import { rowCache } from '../palette/search/cache-sync.ts'
import { goBack, type TaskStart, usePaletteStore } from '../app/palette-store.ts'
import { useTaskOptions } from '../app/queries.ts'
import { dateTimeWords, onDay } from '../ui/dates/dates.ts'
import { useNow } from '../ui/dates/use-now.ts'
import { type DueReading, instantIn, naming, readAgain } from './fields/due-reading.ts'
import { editStart, instantsOf, newStart, newValues, withoutPending } from './edit-start.ts'
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
  const clock = useNow()
  const isNew = about.kind === 'new'

  const nameOf = useCallback(
    (id: string) => options?.members.find((member) => member.id === id)?.name ?? titleSeen(id),
    [options],
  )
  const me = useMemo(() => {
    const own = options?.members.find(({ id }) => id === options.me)
    return own === undefined ? undefined : { id: own.id, title: own.name }
  }, [options])
  const [start, setStart] = useState(() =>
    about.kind === 'edit'
      ? editStart(about.task, about.pending, nameOf, clock)
      : newStart(newValues(about.start, me, nameOf, clock)),
  )
  const { shown } = start
  /** Of an edit that goes on: what was seen when it was begun. */
  const [seenBefore, setSeenBefore] = useState<TaskFields>({})
  const [reading, setReading] = useState<DueReading>(() => ({
    at: clock,
    instants: new Map(instantsOf(start)),
  }))
  const name = useCallback((text: string, instant: string): void => {
    setReading((known) => naming(known, text, instant))
  }, [])
  /** The clock of the window ticks each half minute: what was written since is later. */
  const now = useMemo(() => (reading.at > clock ? reading.at : clock), [clock, reading.at])
  const instantOf = useCallback((text: string) => instantIn(reading, text, readDates), [reading])
  const dueFor = useCallback(
    (text: string): Date | null => {
      const instant = instantOf(text)
      return instant === null ? null : dueAt(instant)
    },
    [instantOf],
  )
  const resolver = useMemo(() => zodResolver(taskSchema((text) => instantOf(text) !== null)), [instantOf])
  const form = useForm<TaskValues>({ defaultValues: shown, resolver, reValidateMode: 'onChange' })
  const { getValues, reset, setFocus, setValue } = form

  /** What is typed in the list fields; what was wrong with it is looked at again when it changes. */
  const unchosen = useWatch({ control: form.control, name: 'unchosen' })
  useEffect(() => {
    const wrong = listFields.filter((field) => form.getFieldState(field).invalid)
    if (wrong.length > 0) void form.trigger(wrong)
  }, [form, unchosen])

  // Names of people arrive with the options, which may be later than the task.
  useEffect(() => {
    const assigned = getValues('assignees')
    const named = assigned.map(({ id, title }) => ({ id, title: nameOf(id) ?? title }))
    if (JSON.stringify(named) !== JSON.stringify(assigned))
      form.resetField('assignees', { defaultValue: named })
  }, [form, getValues, nameOf])

  // Who writes it may be known later than the form is opened.
  useEffect(() => {
    if (about.kind === 'edit' || form.getFieldState('assignees').isDirty || shown.assignees.length > 0) return
    const { assignees } = newValues(about.start, me, nameOf, now)
    if (assignees.length === 0) return
    // oxlint-disable-next-line react/set-state-in-effect -- the options come from outside, after the form is there
    setStart(newStart({ ...shown, assignees }))
    form.resetField('assignees', { defaultValue: assignees })
  }, [about, form, me, nameOf, now, shown])

  // A newer answer about the task shows, as long as nothing was typed over the older one.
  const task = about.kind === 'edit' ? about.task : null
  const pending = about.kind === 'edit' ? about.pending : null
  useEffect(() => {
    if (task === null || pending === null || draftFrom(shown, getValues(), null, null) !== null) return
    const newer = editStart(task, pending, nameOf, now)
    if (JSON.stringify(newer) === JSON.stringify(start)) return
    // oxlint-disable-next-line react/set-state-in-effect -- the task comes from outside, after the form is there
    setStart(newer)
    setReading((known) =>
      instantsOf(newer).reduce((to, [text, instant]) => naming(to, text, instant), readAgain(known, now)),
    )
    if (draftFrom(shown, newer.shown, null, null) !== null) reset(newer.shown)
  }, [getValues, nameOf, now, pending, reset, shown, start, task])

  /** Fields that somebody else changed since the edit that goes on was begun. */
  const [changedMeanwhile, setChangedMeanwhile] = useState<readonly Field[]>([])
  const restore = useCallback(
    (draft: Draft): void => {
      const kept = draft.form
      if (kept === undefined) return
      const values = continued(shown, kept, now)
      if (kept.dueDate !== null) name(values.due, kept.dueDate)
      setSeenBefore(kept.of?.fields ?? {})
      setChangedMeanwhile(overtaken(start.fields, kept))
      // What was typed while the draft was read is newer.
      reset({ ...values, ...draftFrom(shown, getValues(), null, null)?.values } as TaskValues)
    },
    [getValues, name, now, reset, shown, start],
  )
  const draftOf = useCallback(() => {
    const values = getValues()
    return draftFrom(
      about.kind === 'new' && about.start.title !== undefined ? emptyValues : shown,
      values,
      instantOf(values.due),
      about.kind === 'edit' ? { title: about.title, fields: { ...start.fields, ...seenBefore } } : null,
    )
  }, [about, getValues, instantOf, seenBefore, shown, start])
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
    const due = instantOf(values.due)
    if (about.kind === 'new') {
      await call('tasks.submit', {
        task: createFrom(values, due),
        ...(replaces.current === undefined ? {} : { replaces: replaces.current }),
      })
      return
    }
    const isUntouched = draftOf() === null && about.pending.waiting.every(({ state }) => state === 'queued')
    if (isUntouched) return
    const change = patchFrom(start.base, values, { before: start.baseFields.dueDate ?? null, after: due })
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
    const before = draft.next(draftFrom(emptyValues, written, instantOf(written.due), null))
    const sent = sendNow()
    replaces.current = undefined
    clear(newValues({}, me, nameOf, now))
    return {
      sent,
      forget: before.forget,
      goBack: () => {
        before.goOn()
        replaces.current = replaced
        isFresh.current = false
        flushSync(() => {
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
    dueFor,
    unchosen,
    /** What is typed in a list field. */
    look: (field: ListField, text: string) => setValue(`unchosen.${field}`, text, { shouldDirty: true }),
    /** Something was typed, in whatever field: from now on Mod+Z is the text's. */
    typed: () => {
      isFresh.current = false
    },
    hasTextToUndo: () => form.formState.isDirty || !isFresh.current,
    failure,
    changedMeanwhile,
    isContinued: draft.isContinued,
    /** An older draft would take the place of a title that the form was opened with. */
    older: shown.title === '' ? draft.older : null,
    continueOlder: draft.continueOlder,
    /** Takes back what waits to be sent; what was typed since stays. */
    cancelPending: (): void => {
      const typed = draftFrom(shown, getValues(), null, null)?.values
      discard(start.replaces).then(() => {
        setStart(withoutPending(start))
        reset({ ...start.base, ...typed } as TaskValues)
      }, failLoudly)
    },
    /** The due text was changed by hand. */
    dueTyped: () => setReading((known) => readAgain(known, new Date())),
    /** From the calendar: another day, with the time that was written. */
    setDay: (day: Date | null) => {
      const due = day === null ? null : onDay(dueFor(getValues('due')), day)
      const at = new Date()
      const text = due === null ? '' : dateTimeWords(due, at)
      setReading((known) => readAgain(known, at))
      if (due !== null) name(text, due.toISOString())
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
      draft.forget()
      draft.begin()
      clear(shown)
    },
    cancel: () => {
      // A title that the form was opened with still stands where it was typed.
      const isUnchanged = draftFrom(shown, getValues(), null, null) === null
      if (isNew && about.start.title !== undefined && isUnchanged) draft.forget()
      if (usePaletteStore.getState().screens.length > 0) goBack()
      else hideNow()
    },
  }
}
