// The behaviour of the task form: starts empty, from a task or from a draft, and saves the changes. See shell/use-item-form.ts.
import { zodResolver } from '@hookform/resolvers/zod'
import { useCallback, useMemo, useRef } from 'react'
import type { LauncherTaskDetail, Member, TaskFields } from '../../shared/api/launcher/tasks.ts'
import { dueAt } from '../../shared/whole-days.ts'
import type { Draft, FormDraft } from '../../shared/ipc/launcher.ts'
import { say } from '../../shared/language.ts'
import { type Field, fieldsIn, pick } from '../../shared/task-fields.ts'
import { call } from '../state/bridge.ts'
import { readDates } from '../../shared/dates/reader/read-dates.ts'
import { type TaskStart, tellOfChange } from '../state/store.ts'
import type { PendingChanges } from '../writes/pending.ts'
import { rowCache } from '../items/row-cache.ts'
import { useTaskOptions } from '../state/queries.ts'
import { onDay } from '../../shared/dates/format.ts'
import { useNow } from '../shell/window.ts'
import { type Due, dueAgain, dueTyped } from '../dates/due.ts'
import { firstDue, repeatOfId } from '../../shared/dates/repeat.ts'
import { type Repeat, repeatTyped } from '../dates/repeat-field.ts'
import { discardAll, type RestoredDraft, type SendContext, useItemForm } from '../shell/use-item-form.ts'
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
  type Start,
  taskSchema,
  type TaskValues,
} from './values.ts'

/** A field with a date. */
export type DateField = 'start' | 'due'

export type About =
  | { kind: 'new'; start: TaskStart }
  | { kind: 'edit'; id: string; title: string; task: LauncherTaskDetail; pending: PendingChanges }

const keptOf = (form: FormDraft | null): Draft | null => (form === null ? null : { text: '', form })

/** The field of a path in an error of the service. */
const fieldOf = (path: string) => formField(path.replace(/^(?:task|change)\./, ''))

const titleSeen = (id: string): string | undefined =>
  (rowCache.rowOf(`record:${id}`) ?? rowCache.rowOf(`meeting:${id}`) ?? rowCache.rowOf(`task:${id}`))?.title

const isChanged = (before: TaskValues, values: TaskValues): boolean =>
  draftFrom(before, values, null) !== null

/** The due date on another day, at the same time; none without a day. */
const dueOn = (day: Date | null, instant: string | null): Due => {
  const due = day === null ? null : onDay(instant === null ? null : dueAt(instant), day)
  return dueAgain(due?.toISOString() ?? null, new Date())
}

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
  const startOf = useCallback(
    (isNext: boolean): Start =>
      about.kind === 'edit'
        ? editStart(about.task, about.pending, nameOf, now)
        : newStart(newValues(isNext ? {} : about.start, me, nameOf, now)),
    [about, me, nameOf, now],
  )
  const restore = useCallback(
    ({ form: kept }: Draft, { shown, fields }: Start, typed: TaskValues) => {
      if (kept === undefined) return null
      // Text typed while the draft was loading is newer than the draft.
      const values = { ...continued(shown, kept, now), ...draftFrom(shown, typed, null)?.values }
      const restored: RestoredDraft<TaskValues, TaskFields, Field> = {
        values: values as TaskValues,
        seenBefore: kept.of?.fields ?? {},
        changedMeanwhile: overtaken(fields, kept),
      }
      return restored
    },
    [now],
  )
  const draftOf = useCallback(
    (before: TaskValues, values: TaskValues, start: Start, seenBefore: TaskFields) => {
      const of =
        about.kind === 'edit' ? { title: about.title, fields: { ...start.fields, ...seenBefore } } : null
      return keptOf(draftFrom(before, values, of))
    },
    [about],
  )

  const send = async (
    values: TaskValues,
    { start, seenBefore, newItem: { replaces }, isUntouched }: SendContext<Start, TaskFields>,
  ): Promise<void> => {
    const title = values.title.trim()
    if (about.kind === 'new') {
      const task = createFrom(values)
      await call('tasks.submit', { task, ...(replaces !== undefined && { replaces }) })
      return tellOfChange(say('capture.saving', { title }), true)
    }
    if (isUntouched) return
    const change = patchFrom(start.base, values)
    // All pending changes were reverted.
    if (change === null) return void (await discardAll(start.replaces))
    await call('tasks.update', {
      id: about.id,
      title,
      change,
      before: pick({ ...start.fields, ...seenBefore, ...start.seen }, fieldsIn(change)),
      replaces: [...start.replaces],
    })
    tellOfChange(say('capture.saving', { title }), true)
  }

  const {
    start: { shown },
    older,
    ...item
  } = useItemForm({
    opened: {
      isNew,
      isPrefilled: about.kind === 'new' && about.start.title !== undefined,
      edited: about.kind === 'edit' ? about.id : null,
      again: about.kind === 'new' ? about.start.again : undefined,
      waiting: about.kind === 'edit' ? about.pending.waiting : [],
    },
    startOf,
    withoutPending,
    empty: emptyValues,
    isChanged,
    lists: listFields,
    validation: { resolver: useMemo(() => zodResolver(taskSchema()), []), shouldFocusError: true },
    focusFirst: (setFocus) => setFocus('title'),
    draft: {
      kind: isNew ? 'newTask' : 'edit',
      opensWith: about.kind === 'edit' ? `edit:${about.id}` : (about.start.resume ?? null),
      of: draftOf,
      restore,
    },
    fieldOf,
    send,
  })
  const { getValues, setValue } = item.form
  /** The due date that a repetition has filled in. */
  const filled = useRef<string | null>(null)
  const can = (capability: string): boolean => options?.capabilities?.includes(capability) === true

  return {
    ...item,
    options,
    now,
    /** An older draft would replace the title that the form was opened with, so none is offered then. */
    older: shown.title === '' ? older : null,
    /** Sets the typed text of a list field. */
    look: (field: ListField, text: string) => setValue(`unchosen.${field}`, text, { shouldDirty: true }),
    /** A date after typing. */
    dateTyped: (field: DateField, text: string) => dueTyped(text, shown[field], new Date(), readDates),
    /** Sets a day from the calendar and keeps the time. */
    setDay: (day: Date | null, field: DateField = 'due') => {
      const date = dueOn(day, getValues(field).instant)
      setValue(field, date, { shouldDirty: true, shouldValidate: true, shouldTouch: true })
    },
    /** The repetition of the words. */
    repeatTyped: (text: string) => repeatTyped(text, shown.repeat, now, readDates),
    /** Sets how the task repeats. Without a due date, the first day of the rule is filled in. */
    setRepeat: (repeat: Repeat) => {
      setValue('repeat', repeat, { shouldDirty: true, shouldValidate: true, shouldTouch: true })
      const { text, instant } = getValues('due')
      if (repeat.id === null || (text !== '' && instant !== filled.current)) return
      const { recurrence, time } = repeatOfId(repeat.id)
      const due = firstDue(recurrence.rule, now, time)
      filled.current = due?.toISOString() ?? null
      setValue('due', dueAgain(filled.current, now), { shouldDirty: true, shouldValidate: true })
    },
    hasRepeat: can('recurrence') || shown.repeat.id !== null,
    /** Whether the service has start dates and subtasks, or the form holds one (APP-11). */
    hasStart: can('startDates') || shown.start.instant !== null,
    hasParent: can('subtasks') || shown.parent.length > 0,
    /** The signed-in user, unless already assigned. */
    assignable: options?.members.find(
      ({ id }) => id === options.me && !getValues('assignees').some((member) => member.id === id),
    ),
    assign: ({ id, name }: Member) =>
      setValue('assignees', [...getValues('assignees'), { id, title: name }], { shouldDirty: true }),
  }
}
