// Parses lines and resolves their tokens in this workspace. Reports whether a lookup is still running.
import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useRef } from 'react'
import type { ManualToken } from '../../shared/ipc/launcher.ts'
import { loadDateReader } from '../dates/lazy.ts'
import { useHome, useTaskOptions } from '../state/queries.ts'
import { valueWords } from './words.ts'
import { parseCapture, type ParsedCapture } from './grammar/parse.ts'
import {
  meaningOfPerson,
  meaningOfRecord,
  meaningOfSection,
  meaningOfStatus,
  namesEndAt,
  type NamedToken,
  recognize,
  type Recognized,
} from './grammar/resolve.ts'
import { longerNames, type Meaning } from './grammar/whole-names.ts'
import { useRecordRows } from './use-record-rows.ts'

export interface Line {
  text: string
  /** Manual tokens. */
  manual: readonly ManualToken[]
  /** The time of the last change. Relative dates like "tomorrow" count from it. */
  at: Date
}

export const unread: ParsedCapture = { tokens: [], quotes: [] }

export interface Reading extends Line {
  parsed: ParsedCapture
  recognized: readonly Recognized[]
}

/** @param typed a record name that is being typed and that the parser may not recognize yet */
export function useReading(lines: readonly Line[], typed: string | null = null) {
  const optionsQuery = useTaskOptions()
  const options = optionsQuery.data
  const reader = useQuery({ queryKey: ['dateReader'], queryFn: loadDateReader, staleTime: Infinity })
  const readDates = reader.data?.readDates
  const parsed = useMemo(
    () => lines.map(({ text, at, manual }) => parseCapture(text, at, readDates ?? (() => []), manual)),
    [lines, readDates],
  )
  const tokens = parsed.flatMap((one) => one.tokens)
  const names = lines.flatMap(({ text, manual }, index) => {
    const one = parsed[index] ?? unread
    const stops = namesEndAt(one, manual)
    return one.tokens.flatMap((token) =>
      token.kind === 'record'
        ? [[token.name, ...longerNames(text, token, stops).map(({ name }) => name)]]
        : [],
    )
  })
  const recents = useHome().data?.recents
  const { rowsFor: rowsNamed, isOut } = useRecordRows(
    typed === null || typed === '' ? names : [...names, [typed]],
  )
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
      // A cached record may not be the only one with its name.
      names.flat().some(isOut) ||
      readings.some(({ recognized }) => recognized.some(({ meaning }) => meaning.state === 'looking')),
  }
}

/** Runs the requested action once all lookups have finished. A key pressed earlier waits for them. */
export function useWhenRead<Asked>(isLooking: boolean, asked: Asked | null, run: (asked: Asked) => void) {
  const runNow = useRef(run)
  useEffect(() => {
    runNow.current = run
  })
  useEffect(() => {
    if (asked !== null && !isLooking) runNow.current(asked)
  }, [asked, isLooking])
}
