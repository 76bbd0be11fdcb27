// Reads lines in this workspace: what their words mean here, and whether anybody still has to answer.
import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useRef } from 'react'
import type { ManualToken } from '../../shared/ipc/launcher.ts'
import { loadDateReader } from '../app/lazy-parts.ts'
import { useHome, useTaskOptions } from '../app/queries.ts'
import { valueWords } from './chips/capture-words.ts'
import { parseCapture, type ParsedCapture } from './grammar/parse-capture.ts'
import {
  type Meaning,
  meaningOfPerson,
  meaningOfRecord,
  meaningOfSection,
  meaningOfStatus,
  type NamedToken,
  recognize,
  type Recognized,
} from './grammar/resolve-capture.ts'
import { useRecordRows } from './use-record-rows.ts'

/** What is longer is no title, and is said so when it is saved: nothing is read in it, and nothing cut. */
const longestRead = 2_000

export interface Line {
  text: string
  /** What was decided by hand. */
  manual: readonly ManualToken[]
  /** When it was last changed: what "tomorrow" counts from. */
  at: Date
}

export interface Reading extends Line {
  parsed: ParsedCapture
  recognized: readonly Recognized[]
}

/** @param typed a record's name that is being typed, of which the parser may know nothing yet */
export function useReading(lines: readonly Line[], typed: string | null = null) {
  const optionsQuery = useTaskOptions()
  const options = optionsQuery.data
  const reader = useQuery({ queryKey: ['dateReader'], queryFn: loadDateReader, staleTime: Infinity })
  const readDates = reader.data?.readDates
  const parsed = useMemo(
    () =>
      lines.map(({ text, at, manual }) =>
        parseCapture(text.length > longestRead ? '' : text, at, readDates ?? (() => []), manual),
      ),
    [lines, readDates],
  )
  const tokens = parsed.flatMap((one) => one.tokens)
  const names = [...new Set(tokens.flatMap((token) => (token.kind === 'record' ? [token.name] : [])))]
  const recents = useHome().data?.recents
  const isMore = typed !== null && typed !== '' && !names.includes(typed)
  const { rowsFor: rowsNamed, isOut } = useRecordRows(isMore ? [...names, typed] : names)
  const rowsFor = (name: string) => (name === '' ? (recents ?? []) : rowsNamed(name))
  const lookUp = (token: NamedToken): Meaning => {
    switch (token.kind) {
      case 'person':
        return meaningOfPerson(token.name, options?.members ?? [], options?.me)
      case 'record':
        return meaningOfRecord(token.name, rowsFor(token.name))
      case 'status':
        return meaningOfStatus(token.name, options?.statuses ?? [])
      case 'section':
        return meaningOfSection(token.name, options?.sections ?? [])
    }
  }
  const readings = parsed.flatMap((one, index): Reading[] => {
    const line = lines[index]
    if (line === undefined) return []
    const words = (kind: Parameters<typeof valueWords>[0], id: string) => valueWords(kind, id, line.at)
    return [{ ...line, parsed: one, recognized: recognize({ ...line, parsed: one, lookUp, words }) }]
  })
  const isAskingForNames =
    optionsQuery.isPending &&
    tokens.some(({ kind }) => kind === 'person' || kind === 'status' || kind === 'section')
  return {
    options,
    rowsFor,
    readings,
    isLooking:
      readDates === undefined ||
      isAskingForNames ||
      // A record that was seen may not be the only one of its name.
      names.some(isOut) ||
      readings.some(({ recognized }) => recognized.some(({ meaning }) => meaning.state === 'looking')),
  }
}

/** Runs what was asked for once nobody has to answer any more: a key pressed before that waits. */
export function useWhenRead<Asked>(isLooking: boolean, asked: Asked | null, run: (asked: Asked) => void) {
  const runNow = useRef(run)
  useEffect(() => {
    runNow.current = run
  })
  useEffect(() => {
    if (asked !== null && !isLooking) runNow.current(asked)
  }, [asked, isLooking])
}
