// The behaviour of quick capture: parses the line while it is typed, asks about ambiguous tokens, and saves. Drafts keep the
// text.
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { LauncherTaskCreate } from '../../shared/api/launcher/tasks.ts'
import { say } from '../../shared/language.ts'
import type { ManualToken } from '../../shared/ipc/launcher.ts'
import { call, reasonOf } from '../state/bridge.ts'
import { leaveLater, goTo, replaceScreen, type Screen, tellOfChange } from '../state/store.ts'
import { loadDateReader } from '../dates/lazy.ts'
import { errorWords } from '../ui/error-words.ts'
import { useDraftSession } from '../state/drafts.ts'
import { choicesFor } from './choices.tsx'
import { useCreatable, withValues } from './new-records.ts'
import { valueWords } from '../../shared/capture/words.ts'
import { manualOf, withManual, moveManual } from '../../shared/capture/manual.ts'
import { useTypedName, offerFor } from './names.tsx'
import { mostPasted } from './paste-panel.tsx'
import {
  buildTask,
  impliedDue,
  namesPeople,
  newRecordsIn,
  type NewRecord,
  type Recognized,
  titleOf,
} from '../../shared/capture/resolve.ts'
import type { Candidate } from '../../shared/capture/whole-names.ts'
import type { TokenKind } from '../../shared/capture/grammar.ts'
import { type Line, readsOf, unread, useWhenRead, useReading } from './use-reading.ts'

const submit = async (task: LauncherTaskCreate, newRecords: readonly NewRecord[]): Promise<unknown> =>
  call('tasks.submit', {
    task,
    ...(newRecords.length > 0 && { newRecords: await withValues(newRecords) }),
  })

const lineOf = (text: string): Line => ({ text, manual: [], at: new Date() })

/** @param start the initial text, or the draft to continue */
export function useCapture(start: { text?: string; draft?: string }) {
  const session = useDraftSession('capture')
  const [line, setLine] = useState<Line>(() => lineOf(start.text ?? ''))
  const [problem, setProblem] = useState<string | null>(null)
  /** The chip whose question or choices are open. */
  const [askedKey, setAskedKey] = useState<string | null>(null)
  /** Enter was pressed during a record lookup. */
  const [waiting, setWaiting] = useState<'leave' | 'another' | null>(null)
  const [pasted, setPasted] = useState<{ lines: readonly string[]; before: Line } | null>(null)
  const latest = useRef(line)
  /** Objects whose new records are made in a form. */
  const byForm = useRef<ReadonlySet<string>>(new Set())
  const openForm = useRef<(objectSlug: string, name: string) => void>(() => undefined)

  const { text, manual, at } = line
  const { typed, typeAt, moveTo, close } = useTypedName(text, manual)
  const { options, rowsFor, isUnanswered, readings, isLooking } = useReading(
    useMemo(() => [line], [line]),
    typed?.kind === 'record' ? typed.name : null,
  )
  const optionsNow = useRef(options)
  useEffect(() => {
    optionsNow.current = options
  }, [options])
  const { parsed, recognized } = readings[0] ?? { parsed: unread, recognized: [] }
  const ambiguous = recognized.find(({ meaning }) => meaning.state === 'ambiguous') ?? null
  const asked = recognized.find(({ key }) => key === askedKey) ?? null
  const isUnknown = ({ token, meaning }: Recognized): boolean =>
    token.kind === 'record' && meaning.state === 'unknown'
  // Offline the service may have a record of this name: another one of it is not offered.
  const creatable = useCreatable(!isUnanswered && (typed?.kind === 'record' || recognized.some(isUnknown)))
  const workspace = { options, rowsFor, now: at, creatable: creatable.objects }

  const put = useCallback((next: Line): void => {
    latest.current = next
    setLine(next)
    setProblem(null)
    setAskedKey(null)
    setWaiting(null)
  }, [])
  /** Whether nothing was typed since the line was last empty. Then Mod+Z has no text to undo. */
  const isFresh = useRef(true)
  /** Whether the line was emptied for the next task. Until something is typed, another Enter is a repeat. */
  const hasBegun = useRef(false)
  const change = useCallback(
    (next: string): void => {
      isFresh.current = false
      hasBegun.current = false
      put({
        text: next,
        manual: moveManual(latest.current.manual, latest.current.text, next),
        at: new Date(),
      })
    },
    [put],
  )
  const decide = useCallback(
    (span: ManualToken): void => {
      const objectSlug = /^new:([^:]+)$/.exec(span.id)?.[1]
      if (objectSlug !== undefined && byForm.current.has(objectSlug))
        return openForm.current(objectSlug, span.name)
      // The id of the record is made once, so that a repeated save makes no second one.
      const id = objectSlug === undefined ? span.id : `${span.id}:${crypto.randomUUID()}`
      put({ ...latest.current, manual: withManual(latest.current.manual, { ...span, id }) })
    },
    [put],
  )

  // The line starts empty. The previous draft is one key away.
  const { keep: keepDraft, next, older, resume } = session
  const restoreDraft = useCallback(
    (key: string): void => {
      Promise.all([resume(key, () => latest.current.text === ''), loadDateReader()]).then(
        ([draft, dates]) => {
          if (draft === null) return
          const now = new Date()
          const reads = readsOf(optionsNow.current, dates.repeatsIn)
          const words = (kind: TokenKind, id: string): string => valueWords(kind, id, now)
          const manual = manualOf(draft, now, dates.readDates, words, reads)
          put({ text: draft.text, manual, at: now })
        },
        () => undefined,
      )
    },
    [put, resume],
  )
  useEffect(() => {
    if (start.draft !== undefined) restoreDraft(start.draft)
  }, [restoreDraft, start.draft])

  /** The draft of this session as it was last saved. */
  const kept = useRef('')
  const keep = useCallback((): void => {
    const { current } = latest
    if (current.text.trim() === '') {
      // A line that was emptied by hand deletes its draft.
      if (kept.current !== '') keepDraft(null)
      kept.current = ''
      return
    }
    const draft = { text: current.text, manual: [...current.manual], readAt: current.at.getTime() }
    const written = JSON.stringify(draft)
    if (written !== kept.current) keepDraft(draft)
    kept.current = written
  }, [keepDraft])
  // On every change: the main process debounces the writes and flushes them at quit.
  useEffect(keep, [keep, line])

  const choose = useCallback(
    (item: Recognized, { id, name, span }: Candidate): void => {
      const { start, end } = span ?? item.token
      decide({ start, end, as: item.token.kind, id, name })
    },
    [decide],
  )
  const takeBack = useCallback(
    ({ token: { start, end } }: Recognized): void => decide({ start, end, as: 'text', id: '', name: '' }),
    [decide],
  )

  const save = (then: 'leave' | 'another'): void => {
    if (text.trim() === '') {
      if (!hasBegun.current) setProblem(say('capture.empty'))
      return
    }
    if (ambiguous !== null) return setAskedKey(ambiguous.key)
    if (isLooking) return setWaiting(then)
    const built = buildTask(text, parsed, recognized, options?.me)
    if (!built.ok) return setProblem(built.problem)
    const written = latest.current
    const leave = leaveLater()
    // The draft stays until the outbox has stored the task.
    kept.current = ''
    const before = next()
    put(lineOf(''))
    isFresh.current = true
    hasBegun.current = true
    submit(built.task, newRecordsIn(recognized)).then(
      () => {
        before.forget()
        tellOfChange(say('capture.saving', { title: built.task.title }), true)
        if (then === 'leave') leave()
      },
      (error: unknown) => {
        // Restores the text, unless another line was begun; it is then kept as a draft.
        if (latest.current.text === '') {
          before.goOn()
          put(written)
        }
        setProblem(errorWords(reasonOf(error)).text)
      },
    )
  }

  /** Opens another screen. The line continues on the return from it. */
  const leaveFor = (screen: Screen): void => {
    if (text !== '') replaceScreen({ kind: 'capture', draft: session.key })
    goTo(screen)
  }
  useEffect(() => {
    byForm.current = creatable.byForm
    openForm.current = (objectSlug, name) =>
      leaveFor({ kind: 'newRecord', start: { objectSlug, text: name } })
  })

  const paste = (lines: readonly string[], type: () => void): void => {
    const before = latest.current
    type()
    if (lines.length <= mostPasted) setPasted({ lines, before })
    else setProblem(say('paste.tooMany', { count: lines.length, most: mostPasted }))
  }
  const putLeft = (lines: readonly string[]): void => {
    if (pasted === null) return
    const { before } = pasted
    put({ ...before, text: [before.text, ...lines].filter((part) => part !== '').join(' '), at: new Date() })
    isFresh.current = latest.current.text === ''
    hasBegun.current = isFresh.current
  }

  useWhenRead(isLooking, waiting, (then) => {
    setWaiting(null)
    save(then)
  })

  return {
    text,
    now: at,
    change,
    hasTextToUndo: () => text !== '' || !isFresh.current,
    recognized,
    title: titleOf(text, parsed, recognized),
    /** Whether the task is assigned to its author, because the line has no names. */
    isMine: options?.me !== undefined && text.trim() !== '' && !namesPeople(recognized),
    /** When a repeating task is first due, where the line does not say it. */
    implied: impliedDue(recognized, at),
    assignToNobody: () => change(`${text.trimEnd()} @none`),
    older: text === '' ? older : null,
    restoreDraft,
    takeBack,
    choose,
    asked,
    choices: asked === null ? [] : choicesFor(asked, workspace),
    /** Whether a record can be made of the item's name. */
    canCreate: (item: Recognized): boolean => isUnknown(item) && choicesFor(item, workspace).length > 0,
    /** The name that is being typed, and its suggestions. */
    naming: {
      typed,
      offer: typed === null ? null : offerFor(typed, workspace),
      typeAt,
      moveTo,
      close,
      decide,
    },
    ask: useCallback((item: Recognized) => setAskedKey(item.key), []),
    dismiss: useCallback(() => setAskedKey(null), []),
    /** Pasted lines, each of which may become a task. */
    pasted: pasted?.lines ?? null,
    paste,
    putLeft,
    endPaste: (leaveNow?: () => void): void => {
      setPasted(null)
      if (latest.current.text === '') leaveNow?.()
    },
    isWaiting: waiting !== null,
    openSettings: (): void => leaveFor({ kind: 'settings' }),
    problem,
    save,
  }
}
