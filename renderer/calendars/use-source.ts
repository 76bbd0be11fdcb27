// The source of a new calendar: a typed address, or a file that was dropped, chosen or opened. Kept in this view only.
import { useCallback, useEffect, useMemo, useState } from 'react'
import { maxFileLength } from '../../shared/api/launcher/calendars.ts'
import type { AppError } from '../../shared/errors.ts'
import type { Input, Output } from '../../shared/ipc/contract.ts'
import { say } from '../../shared/language.ts'
import { call, reasonOf } from '../state/bridge.ts'
import { addressIn } from './calendar-words.ts'

export type Source = Input<'calendars.preview'>
type ReadFile = Output<'calendars.readOpenedFile'>

export interface SourceState {
  typed: string
  type: (text: string) => void
  file: ReadFile | null
  /** Reads a file that was chosen. */
  choose: (file: File) => Promise<void>
  /** Null returns to the address. */
  takeFile: (file: ReadFile | null) => void
  /** Why a file could not be taken. */
  problem: string | null
  /** Null while there is no file and nothing that is an address. */
  source: Source | null
}

const readFile = async (chosen: File): Promise<ReadFile | string> => {
  const { name, size } = chosen
  if (size > maxFileLength) return say('calendars.file.tooLarge', { name })
  try {
    return { name, file: new Uint8Array(await chosen.arrayBuffer()) }
  } catch {
    // A folder, or a file that is gone.
    return say('calendars.file.unreadable', { name })
  }
}

/** @param dropped on the window */
export function useSource(dropped: File | null): SourceState {
  const [typed, setTyped] = useState('')
  const [file, setFile] = useState<ReadFile | null>(null)
  const [problem, setProblem] = useState<string | null>(null)

  const takeFile = useCallback((next: ReadFile | null): void => {
    setProblem(null)
    setFile(next)
  }, [])
  const take = useCallback(
    (read: ReadFile | string): void => (typeof read === 'string' ? setProblem(read) : takeFile(read)),
    [takeFile],
  )
  const choose = useCallback((chosen: File): Promise<void> => readFile(chosen).then(take), [take])
  useEffect(() => {
    if (dropped !== null) void readFile(dropped).then(take)
  }, [dropped, take])

  const address = addressIn(typed)
  const source = useMemo<Source | null>(
    () => (file !== null ? { file: file.file } : address === null ? null : { url: address }),
    [address, file],
  )
  const type = useCallback((text: string): void => {
    setProblem(null)
    setTyped(text)
  }, [])
  return { typed, type, file, choose, takeFile, problem, source }
}

export type Look =
  | { kind: 'none' }
  | { kind: 'reading' }
  | { kind: 'seen'; preview: Output<'calendars.preview'> }
  | { kind: 'failed'; reason: AppError }

/** An address is asked once the typing rests, because most of its beginnings lead nowhere. */
const restMs = 500

/** A live look at what a calendar holds. Not in the query cache, which would keep the address. */
export function useLook(source: Source | null): { look: Look; again: () => void } {
  const [seen, setSeen] = useState<{ of: Source; look: Look } | null>(null)
  const [attempt, setAttempt] = useState(0)
  useEffect(() => {
    if (source === null) return
    let isCurrent = true
    const show = (look: Look): void => {
      if (isCurrent) setSeen({ of: source, look })
    }
    const timer = setTimeout(
      () => {
        show({ kind: 'reading' })
        call('calendars.preview', source).then(
          (preview) => show({ kind: 'seen', preview }),
          (error: unknown) => show({ kind: 'failed', reason: reasonOf(error) }),
        )
      },
      'url' in source ? restMs : 0,
    )
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [attempt, source])
  return {
    look: source === null || seen === null || seen.of !== source ? { kind: 'none' } : seen.look,
    again: () => setAttempt(attempt + 1),
  }
}
