// The behaviour of the record form: starts empty, from a typed text, from a record or from a draft, and saves the changes
// (RCL-02). See task/use-form.ts, whose rules these are.
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useForm, useWatch } from 'react-hook-form'
import type { RecordValues } from '../../shared/api/launcher-records.ts'
import { say } from '../../shared/language.ts'
import { valuesAt } from '../../shared/record-values.ts'
import type { Draft } from '../../shared/ipc/launcher.ts'
import { readDates } from '../dates/reader/read-dates.ts'
import { dueTyped, type Due, momentIn } from '../dates/due.ts'
import { endFirstStep } from '../items/first-steps.ts'
import { isPeople } from '../items/record-offers.ts'
import { rowCache } from '../items/row-cache.ts'
import { useFormDraft } from '../shell/use-draft.ts'
import { useFormSaving } from '../shell/use-save.ts'
import { useNow } from '../shell/window.ts'
import { call } from '../state/bridge.ts'
import { useTaskOptions } from '../state/queries.ts'
import { leave, showError, tellOfChange } from '../state/store.ts'
import { type KeyedField, keyed, type Names, primaryOf } from '../writes/record-words.ts'
import { changedIn, continued, overtaken } from './draft.ts'
import { type AboutRecord, resolverOf, type Start, startOf } from './start.ts'
import { createFrom, dayOf, formOf, isList, patchFrom, type RecordForm } from './values.ts'

const present = (values: RecordValues): RecordValues =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null))

export function useRecordForm(about: AboutRecord) {
  const { of } = about
  const fields = useMemo(() => keyed(of.fields), [of.fields])
  const options = useTaskOptions().data
  const now = useNow()
  const isNew = about.kind === 'new'
  const objectSlug = of.object.slug
  const edited = about.kind === 'edit' ? about.record.id : null

  const linked = about.kind === 'edit' ? about.record.linkedRecords : null
  const names = useMemo<Names>(
    () => ({
      titleOf: (id) =>
        linked?.find((one) => one.id === id)?.title ?? rowCache.rowOf(`record:${id}`)?.title ?? null,
      nameOf: (id) => options?.members.find((member) => member.id === id)?.name ?? null,
    }),
    [linked, options],
  )
  /** Another record was begun; the initial values of the first one do not apply to it. */
  const [isNext, setNext] = useState(false)
  const startNow = useCallback(
    (): Start =>
      startOf(
        about.kind === 'new' && isNext ? { ...about, start: { objectSlug } } : about,
        fields,
        names,
        now,
      ),
    [about, fields, isNext, names, now, objectSlug],
  )
  const [start, setStart] = useState(startNow)
  const { shown } = start
  /** The values of a restored edit, as they were when the edit began. */
  const [seenBefore, setSeenBefore] = useState<RecordValues>({})
  const form = useForm<RecordForm>({
    defaultValues: shown,
    resolver: useMemo(() => resolverOf(fields), [fields]),
    reValidateMode: 'onChange',
    shouldFocusError: false,
  })
  const { getFieldState, getValues, reset, setFocus, setValue, trigger } = form

  /** Text typed in the list fields. A change of it validates invalid list fields again. */
  const unchosen = useWatch({ control: form.control, name: 'unchosen' })
  useEffect(() => {
    const wrong = fields.filter(isList).map(({ key }) => `values.${key}` as const)
    const invalid = wrong.filter((name) => getFieldState(name).invalid)
    if (invalid.length > 0) void trigger(invalid)
  }, [fields, getFieldState, trigger, unchosen])

  // Names and newer answers may arrive after the form opens. They do not replace an edit in progress, because changes are compared
  // with the values that the user saw.
  useEffect(() => {
    const newer = startNow()
    if (JSON.stringify(newer) === JSON.stringify(start)) return
    if (!isNew && changedIn(shown, getValues()) !== null) return
    // oxlint-disable-next-line react/set-state-in-effect -- both come from outside, after the form is there
    setStart(newer)
    reset(newer.shown, { keepDirtyValues: true })
  }, [getValues, isNew, reset, shown, start, startNow])

  /** Names of fields that somebody else changed since the restored edit began. */
  const [changedMeanwhile, setChangedMeanwhile] = useState<readonly string[]>([])
  const nameOf = useCallback(
    (key: string): string => fields.find((field) => field.key === key)?.name ?? key,
    [fields],
  )
  const restore = useCallback(
    ({ record: kept }: Draft): void => {
      if (kept === undefined) return
      const before = kept.of?.values ?? {}
      setSeenBefore(before)
      setChangedMeanwhile(overtaken(start.values, before).map(nameOf))
      // Text typed while the draft was loading is newer than the draft.
      const typed = changedIn(shown, getValues()) ?? {}
      reset(continued(fields, shown, { ...kept.values, ...typed }, now), { keepDefaultValues: true })
    },
    [fields, getValues, nameOf, now, reset, shown, start],
  )

  const primary = primaryOf(fields)
  const titleIn = useCallback(
    ({ values }: RecordForm): string => {
      const typed = primary === undefined ? undefined : values[primary.key]
      return typeof typed === 'string' ? typed.trim() : ''
    },
    [primary],
  )
  const emptyForm = useMemo(() => formOf(fields, {}, names, now), [fields, names, now])
  const keptOf = useCallback(
    (before: RecordForm, values: RecordForm): Draft | null => {
      const changed = changedIn(before, values)
      if (changed === null) return null
      const seen = valuesAt({ ...start.values, ...seenBefore }, Object.keys(changed))
      const title = about.kind === 'edit' ? about.record.title : titleIn(values)
      return {
        text: title,
        record: {
          objectSlug,
          values: changed,
          ...(about.kind === 'edit' && { of: { title, values: seen } }),
        },
      }
    },
    [about, objectSlug, seenBefore, start.values, titleIn],
  )
  const draftOf = useCallback(
    () => keptOf(about.kind === 'new' && about.start.text !== undefined ? emptyForm : shown, getValues()),
    [about, emptyForm, getValues, keptOf, shown],
  )
  const draft = useFormDraft({
    kind: isNew ? `newRecord:${objectSlug}` : 'editRecord',
    edited,
    opensWith: about.kind === 'edit' ? `editRecord:${about.record.id}` : (about.start.resume ?? null),
    form,
    draftOf,
    restore,
  })

  const again = about.kind === 'new' ? about.start.again : undefined
  /** The rejected write that the first of these records replaces. */
  const replaces = useRef(again?.replaces)
  /** The id of the new record. A failed save is repeated with it. */
  const id = useRef(again?.id ?? crypto.randomUUID())
  const discard = (ids: readonly string[]): Promise<unknown> =>
    Promise.all(ids.map((one) => call('outbox.discard', { id: one })))

  const send = async (values: RecordForm): Promise<void> => {
    const title = titleIn(values)
    if (about.kind === 'new') {
      await call('records.submit', {
        record: { id: id.current, objectSlug, values: createFrom(fields, values) },
        title,
        ...(replaces.current !== undefined && { replaces: replaces.current }),
      })
      if (isPeople({ slug: objectSlug })) endFirstStep('person')
      return tellOfChange(say('capture.saving', { title }), true)
    }
    const { waiting } = about.pending
    if (changedIn(shown, values) === null && waiting.every(({ state }) => state === 'queued')) return
    const change = patchFrom(fields, start.base, values)
    // All pending changes were reverted.
    if (change === null) return void (await discard(start.replaces))
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

  /** Whether nothing was typed since the form was opened or emptied. Then Mod+Z has no text to undo. */
  const isFresh = useRef(true)
  const focusFirst = (): void => {
    if (primary !== undefined) setFocus(`values.${primary.key}`)
  }
  /** Resets the form, synchronously because the next letter must land in it. */
  const clear = (values: RecordForm): void => {
    flushSync(() => {
      reset(values)
      setSeenBefore({})
      setChangedMeanwhile([])
    })
    isFresh.current = true
    focusFirst()
  }
  /** Begins the next new record while the previous one is being sent. */
  const begin = (sendNow: () => Promise<void>) => {
    const [startBefore, replaced, idBefore] = [start, replaces.current, id.current]
    const written = structuredClone(getValues())
    // Save the draft first. It stays until the outbox has stored the record.
    const before = draft.next(keptOf(emptyForm, written))
    const sent = sendNow()
    replaces.current = undefined
    id.current = crypto.randomUUID()
    setNext(true)
    setStart({ ...start, shown: emptyForm, values: {} })
    clear(emptyForm)
    return {
      sent,
      forget: before.forget,
      goBack: () => {
        before.goOn()
        replaces.current = replaced
        id.current = idBefore
        isFresh.current = false
        flushSync(() => {
          setNext(isNext)
          setStart(startBefore)
          reset(startBefore.shown)
          reset(written, { keepDefaultValues: true })
        })
        focusFirst()
      },
    }
  }

  /** The service names a field by its key, its slug or its id. */
  const fieldOf = useCallback(
    (path: string) => {
      const [named = ''] = path.replace(/^(?:record\.|change\.)?(?:values\.)?/, '').split('.')
      const field = fields.find(({ key, slug, id: fieldId }) => [key, slug, fieldId].includes(named))
      return field === undefined ? null : (`values.${field.key}` as const)
    },
    [fields],
  )
  const [refusal] = useState(
    () =>
      (about.kind === 'new' ? again?.error : about.pending.waiting.find(({ error }) => error)?.error) ?? null,
  )
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
    fields,
    members: options?.members,
    me: options?.me,
    names,
    now,
    unchosen,
    /** Sets the typed text of a list field. */
    look: (key: string, text: string) => setValue(`unchosen.${key}`, text, { shouldDirty: true }),
    typed: () => {
      isFresh.current = false
    },
    hasTextToUndo: () => (form.formState.isDirty && !draft.isContinued) || !isFresh.current,
    failure,
    changedMeanwhile,
    nameOf,
    isContinued: draft.isContinued,
    /** An older draft would replace the text that the form was opened with, so none is offered then. */
    older: about.kind === 'new' && about.start.text === undefined ? draft.older : null,
    continueOlder: draft.continueOlder,
    /** Cancels the pending changes. Text typed since then stays. */
    cancelPending: (): void => {
      discard(start.replaces).then(() => {
        setStart({ ...start, shown: start.base, values: start.baseValues, seen: {}, replaces: [] })
        reset(start.base, { keepDirtyValues: true })
      }, showError)
    },
    /** A date control after typing. */
    dateTyped: (field: KeyedField, text: string): Due => {
      if (field.type !== 'date') {
        const stood = shown.values[field.key] as Due
        return dueTyped(text, stood, new Date(), readDates)
      }
      const stood = shown.values[field.key] as Due
      if (text === stood.text) return stood
      const day = momentIn(text, new Date(), readDates)
      return { text, instant: day === null ? null : dayOf(day) }
    },
    save,
    startOver: () => {
      draft.forget()
      draft.begin()
      clear(shown)
    },
    cancel: () => {
      // An unchanged initial text is not kept as a draft, because the view that it came from still has it.
      const isUnchanged = changedIn(shown, getValues()) === null
      if (about.kind === 'new' && about.start.text !== undefined && isUnchanged) draft.forget()
      leave()
    },
  }
}

export type RecordControls = ReturnType<typeof useRecordForm>
