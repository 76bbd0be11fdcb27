// The behaviour of the record form: starts empty, from a typed text, from a record or from a draft, and saves the changes
// (RCL-02). See shell/use-item-form.ts.
import { useCallback, useMemo } from 'react'
import type { RecordValues } from '../../shared/api/launcher/records.ts'
import { say } from '../../shared/language.ts'
import { valuesAt } from '../../shared/record-values.ts'
import type { Draft } from '../../shared/ipc/launcher.ts'
import { readDates } from '../../shared/dates/reader/read-dates.ts'
import { dueTyped, type Due, momentIn } from '../dates/due.ts'
import { endFirstStep } from '../items/first-steps.ts'
import { isPeople } from '../items/record-offers.ts'
import { rowCache } from '../items/row-cache.ts'
import { discardAll, type RestoredDraft, type SendContext, useItemForm } from '../shell/use-item-form.ts'
import { useNow } from '../shell/window.ts'
import { call } from '../state/bridge.ts'
import { useTaskOptions } from '../state/queries.ts'
import { tellOfChange } from '../state/store.ts'
import { type KeyedField, keyed, type Names, primaryOf } from '../writes/record-words.ts'
import { changedIn, continued, overtaken } from './draft.ts'
import { type AboutRecord, resolverOf, type Start, startOf, withoutPending } from './start.ts'
import { createFrom, dayOf, formOf, isList, patchFrom, type RecordForm } from './values.ts'

const present = (values: RecordValues): RecordValues =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null))

const isChanged = (before: RecordForm, form: RecordForm): boolean => changedIn(before, form) !== null

export function useRecordForm(about: AboutRecord) {
  const { of } = about
  const fields = useMemo(() => keyed(of.fields), [of.fields])
  const options = useTaskOptions().data
  const now = useNow()
  const isNew = about.kind === 'new'
  const objectSlug = of.object.slug
  const isPrefilled = about.kind === 'new' && about.start.text !== undefined

  const linked = about.kind === 'edit' ? about.record.linkedRecords : null
  const names = useMemo<Names>(
    () => ({
      titleOf: (id) =>
        linked?.find((one) => one.id === id)?.title ?? rowCache.rowOf(`record:${id}`)?.title ?? null,
      nameOf: (id) => options?.members.find((member) => member.id === id)?.name ?? null,
    }),
    [linked, options],
  )
  const nameOf = useCallback(
    (key: string): string => fields.find((field) => field.key === key)?.name ?? key,
    [fields],
  )
  const primary = primaryOf(fields)
  const titleIn = useCallback(
    ({ values }: RecordForm): string => {
      const typed = primary === undefined ? undefined : values[primary.key]
      return typeof typed === 'string' ? typed.trim() : ''
    },
    [primary],
  )

  const startFor = useCallback(
    (isNext: boolean): Start => {
      const begun = about.kind === 'new' && isNext ? { ...about, start: { objectSlug } } : about
      return startOf(begun, fields, names, now)
    },
    [about, fields, names, now, objectSlug],
  )
  const restore = useCallback(
    ({ record: kept }: Draft, { shown, values }: Start, typed: RecordForm) => {
      if (kept === undefined) return null
      const seenBefore = kept.of?.values ?? {}
      // Text typed while the draft was loading is newer than the draft.
      const draft = { ...kept.values, ...changedIn(shown, typed) }
      const restored: RestoredDraft<RecordForm, RecordValues, string> = {
        values: continued(fields, shown, draft, now),
        seenBefore,
        changedMeanwhile: overtaken(values, seenBefore).map(nameOf),
      }
      return restored
    },
    [fields, nameOf, now],
  )
  const draftOf = useCallback(
    (before: RecordForm, form: RecordForm, start: Start, seenBefore: RecordValues): Draft | null => {
      const changed = changedIn(before, form)
      if (changed === null) return null
      const seen = valuesAt({ ...start.values, ...seenBefore }, Object.keys(changed))
      const text = about.kind === 'edit' ? about.record.title : titleIn(form)
      return {
        text,
        record: {
          objectSlug,
          values: changed,
          ...(about.kind === 'edit' && { of: { title: text, values: seen } }),
        },
      }
    },
    [about, objectSlug, titleIn],
  )

  const send = async (
    form: RecordForm,
    { start, seenBefore, newItem: { id, replaces }, isUntouched }: SendContext<Start, RecordValues>,
  ): Promise<void> => {
    const title = titleIn(form)
    if (about.kind === 'new') {
      const record = { id, objectSlug, values: createFrom(fields, form) }
      await call('records.submit', { record, title, ...(replaces !== undefined && { replaces }) })
      if (isPeople({ slug: objectSlug })) endFirstStep('person')
      return tellOfChange(say('capture.saving', { title }), true)
    }
    if (isUntouched) return
    const change = patchFrom(fields, start.base, form)
    // All pending changes were reverted.
    if (change === null) return void (await discardAll(start.replaces))
    await call('records.update', {
      id: about.record.id,
      objectSlug,
      title: title === '' ? about.record.title : title,
      change,
      before: present(valuesAt({ ...start.baseValues, ...seenBefore, ...start.seen }, Object.keys(change))),
      replaces: [...start.replaces],
    })
    tellOfChange(say('capture.saving', { title }), true)
  }

  /** The service names a field by its key, its slug or its id. */
  const fieldOf = useCallback(
    (path: string) => {
      const [named = ''] = path.replace(/^(?:record\.|change\.)?(?:values\.)?/, '').split('.')
      const field = fields.find(({ key, slug, id }) => [key, slug, id].includes(named))
      return field === undefined ? null : (`values.${field.key}` as const)
    },
    [fields],
  )

  const {
    start: { shown },
    older,
    ...item
  } = useItemForm({
    opened: {
      isNew,
      isPrefilled,
      edited: about.kind === 'edit' ? about.record.id : null,
      again: about.kind === 'new' ? about.start.again : undefined,
      waiting: about.kind === 'edit' ? about.pending.waiting : [],
    },
    startOf: startFor,
    withoutPending,
    empty: useMemo(() => formOf(fields, {}, names, now), [fields, names, now]),
    isChanged,
    lists: useMemo(() => fields.filter(isList).map(({ key }) => `values.${key}` as const), [fields]),
    // The page may unfold the first wrong field before it has the focus.
    validation: { resolver: useMemo(() => resolverOf(fields), [fields]), shouldFocusError: false },
    focusFirst: (setFocus) => {
      if (primary !== undefined) setFocus(`values.${primary.key}`)
    },
    draft: {
      kind: isNew ? `newRecord:${objectSlug}` : 'editRecord',
      opensWith: about.kind === 'edit' ? `editRecord:${about.record.id}` : (about.start.resume ?? null),
      of: draftOf,
      restore,
    },
    fieldOf,
    send,
  })

  return {
    ...item,
    fields,
    members: options?.members,
    me: options?.me,
    names,
    now,
    nameOf,
    /** An older draft would replace the text that the form was opened with, so none is offered then. */
    older: isPrefilled ? null : older,
    /** Sets the typed text of a list field. */
    look: (key: string, text: string) => item.form.setValue(`unchosen.${key}`, text, { shouldDirty: true }),
    /** A date control after typing. */
    dateTyped: (field: KeyedField, text: string): Due => {
      const stood = shown.values[field.key] as Due
      if (field.type !== 'date') return dueTyped(text, stood, new Date(), readDates)
      if (text === stood.text) return stood
      const day = momentIn(text, new Date(), readDates)
      return { text, instant: day === null ? null : dayOf(day) }
    },
  }
}

export type RecordControls = ReturnType<typeof useRecordForm>
