// What quick capture does: reads the line while it is typed, asks what is ambiguous, saves, forgets nothing.
import { useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { call, reasonOf } from '../bridge.ts'
import { hideLater } from '../hide.ts'
import { loadDateReader } from '../lazy-parts.ts'
import { tell, usePaletteStore } from '../palette-store.ts'
import { keys, useTaskOptions } from '../queries.ts'
import { dateTimeWords, durationWords } from '../ui/dates.ts'
import { errorWords } from '../ui/error-words.ts'
import { parseCapture, type Token } from './parse-capture.ts'
import {
  buildTask,
  type Candidate,
  meaningOfPerson,
  meaningOfRecord,
  recognize,
  type Recognized,
  titleOf,
} from './resolve-capture.ts'

const draftPauseMilliseconds = 300
const shortestRemoteQuery = 2

const priorityWords: Readonly<Record<string, string>> = {
  low: 'Low priority',
  medium: 'Medium priority',
  high: 'High priority',
  urgent: 'Urgent',
}

const wordsOf = (token: Token, now: Date): string => {
  switch (token.kind) {
    case 'due':
      return dateTimeWords(token.due, now)
    case 'priority':
      return priorityWords[token.priority] ?? token.priority
    case 'estimate':
      return durationWords(token.minutes)
    case 'person':
    case 'record':
      return token.name
  }
}

/** Rows for each record name in the line: what was seen, and what the service finds; null while both are out. */
function useRecordRows(names: readonly string[]) {
  const [asked, setAsked] = useState<readonly string[]>([])
  const joined = names.join('\n')
  useEffect(() => {
    const timer = setTimeout(() => setAsked(joined === '' ? [] : joined.split('\n')), 200)
    return () => clearTimeout(timer)
  }, [joined])
  const local = useQueries({
    queries: names.map((query) => ({
      queryKey: [...keys.data, 'find', 'record', query],
      queryFn: () => call('search.local', { query, types: ['record' as const] }),
    })),
  })
  // One at a time: a newer search aborts the older one.
  const remote = useQuery({
    queryKey: [...keys.data, 'findAll', 'record', asked],
    queryFn: async () => {
      const found = new Map<string, Awaited<ReturnType<typeof call<'search.run'>>>['rows']>()
      for (const query of asked)
        if (query.length >= shortestRemoteQuery)
          found.set(query, (await call('search.run', { query, types: ['record'] })).rows)
      return found
    },
    enabled: asked.length > 0,
  })
  return (name: string) => {
    const seen = local[names.indexOf(name)]?.data?.rows ?? []
    const isOut = name.length >= shortestRemoteQuery && remote.error === null && !remote.data?.has(name)
    const found = remote.data?.get(name) ?? []
    const known = new Set(seen.map(({ id }) => id))
    const rows = [...seen, ...found.filter(({ id }) => !known.has(id))]
    return isOut && rows.length === 0 ? null : rows
  }
}

export function useCapture() {
  const client = useQueryClient()
  const options = useTaskOptions().data
  const [text, setText] = useState('')
  const [literal, setLiteral] = useState<ReadonlySet<string>>(new Set())
  const [chosen, setChosen] = useState<ReadonlyMap<string, Candidate>>(new Map())
  const [draft, setDraft] = useState<string | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [asking, setAsking] = useState(false)
  /** Enter was pressed while a record was still being looked for. */
  const [waiting, setWaiting] = useState<'hide' | 'another' | null>(null)
  const [now, setNow] = useState(() => new Date())
  const reader = useQuery({ queryKey: ['dateReader'], queryFn: loadDateReader, staleTime: Infinity })
  const readDates = reader.data?.readDates
  const isSaved = useRef(false)
  const latest = useRef('')

  const parsed = useMemo(() => parseCapture(text, now, readDates ?? (() => [])), [now, readDates, text])
  const names = useMemo(
    () => [...new Set(parsed.tokens.flatMap((token) => (token.kind === 'record' ? [token.name] : [])))],
    [parsed],
  )
  const rowsFor = useRecordRows(names)
  const recognized = recognize(
    parsed,
    { literal, chosen },
    (token) =>
      token.kind === 'person'
        ? meaningOfPerson(token.name, options?.members ?? [], options?.me)
        : meaningOfRecord(token.name, rowsFor(token.name)),
    (token) => wordsOf(token, now),
  )
  const ambiguous = recognized.find(({ meaning }) => meaning.state === 'ambiguous') ?? null

  const restore = useCallback((kept: string): void => {
    setText(kept)
    latest.current = kept
    setDraft(null)
  }, [])

  // The line starts fresh; what was left of the last one is one key away.
  useEffect(() => {
    let isOver = false
    call('drafts.get', { key: 'capture' }).then(
      (kept) => {
        if (isOver || kept === null || kept.text.trim() === '') return
        if (usePaletteStore.getState().resumeDraft && latest.current === '') restore(kept.text)
        else setDraft(kept.text)
      },
      () => undefined,
    )
    return () => {
      isOver = true
    }
  }, [restore])

  const keep = useCallback((): void => {
    const written = latest.current
    // An empty line is no reason to forget the older draft.
    if (isSaved.current || written.trim() === '') return
    call('drafts.set', { key: 'capture', draft: { text: written, task: {} } }).then(
      () => client.invalidateQueries({ queryKey: keys.drafts }),
      () => undefined,
    )
  }, [client])
  useEffect(() => {
    const timer = setTimeout(keep, draftPauseMilliseconds)
    return () => clearTimeout(timer)
  }, [keep, text])
  useEffect(() => keep, [keep])

  const change = useCallback((next: string): void => {
    latest.current = next
    isSaved.current = false
    setText(next)
    setNow(new Date())
    setProblem(null)
    setAsking(false)
    setWaiting(null)
  }, [])

  const takeBack = useCallback((item: Recognized): void => {
    setLiteral((before) => new Set(before).add(item.key))
  }, [])

  const choose = useCallback((item: Recognized, candidate: Candidate): void => {
    setAsking(false)
    if (item.token.kind === 'person' || item.token.kind === 'record')
      setChosen((before) => new Map(before).set(item.key, candidate))
    else if (item.meaning.state === 'ambiguous') {
      const others = item.meaning.candidates.filter(({ id }) => id !== candidate.id)
      setLiteral((before) => new Set([...before, ...others.map(({ id }) => id)]))
    }
  }, [])

  const clear = useCallback((): void => {
    latest.current = ''
    isSaved.current = true
    setText('')
    setLiteral(new Set())
    setChosen(new Map())
    setDraft(null)
  }, [])

  const isLooking = readDates === undefined || recognized.some(({ meaning }) => meaning.state === 'looking')
  const save = useCallback(
    (then: 'hide' | 'another'): void => {
      if (text.trim() === '') return setProblem('Write what is to be done.')
      if (ambiguous !== null) return setAsking(true)
      if (isLooking) return setWaiting(then)
      const built = buildTask(text, parsed, recognized)
      if (!built.ok) return setProblem(built.problem)
      const written = text
      const hide = hideLater()
      clear()
      call('tasks.submit', { task: built.task })
        .then(async () => {
          await call('drafts.set', { key: 'capture', draft: null })
          void client.invalidateQueries({ queryKey: keys.drafts })
          if (then === 'hide') hide()
          else tell(`Saving “${built.task.title}”`)
        })
        .catch((error: unknown) => {
          restore(written)
          isSaved.current = false
          setProblem(errorWords(reasonOf(error)).text)
        })
    },
    [ambiguous, clear, client, isLooking, parsed, recognized, restore, text],
  )

  useEffect(() => {
    if (waiting === null || isLooking) return
    // The answer that ends the wait comes from outside.
    // oxlint-disable-next-line react/set-state-in-effect
    setWaiting(null)
    save(waiting)
  }, [isLooking, save, waiting])

  return {
    text,
    change,
    recognized,
    title: titleOf(text, parsed, recognized),
    draft,
    restoreDraft: useCallback(() => (draft === null ? undefined : restore(draft)), [draft, restore]),
    takeBack,
    choose,
    asked: asking ? ambiguous : null,
    ask: useCallback(() => setAsking(true), []),
    dismiss: useCallback(() => setAsking(false), []),
    isWaiting: waiting !== null,
    problem,
    save,
  }
}
