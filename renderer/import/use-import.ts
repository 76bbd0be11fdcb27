// The state of the view "Import": it uploads a file, sends the choices in order, starts, cancels and undoes.
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { type ImportChoices, maxImportLength } from '../../shared/api/launcher/imports.ts'
import { isActive } from '../../shared/import-state.ts'
import type { ImportSeen } from '../../shared/ipc/launcher.ts'
import { say } from '../../shared/language.ts'
import { call, reasonOf } from '../state/bridge.ts'
import { keepImport, keys } from '../state/queries.ts'
import { reasonWords } from './import-words.ts'
import { withChoice } from './preview.ts'

/** @returns what was refused of a file before it is sent, in words */
const readFile = async (chosen: File): Promise<Uint8Array<ArrayBuffer> | string> => {
  const { name, size } = chosen
  if (size > maxImportLength) return say('import.file.tooLarge', { name })
  try {
    const bytes = new Uint8Array(await chosen.arrayBuffer())
    return bytes.byteLength === 0 ? say('import.file.empty', { name }) : bytes
  } catch {
    // A folder, or a file that is gone.
    return say('import.file.unreadable', { name })
  }
}

export interface ImportState {
  /** Undefined before they are known; null where the service cannot import. */
  imports: readonly ImportSeen[] | null | undefined
  listError: Error | null
  reload: () => void
  /** The one that is shown. Null: a file is to be chosen. */
  current: ImportSeen | null
  /** The name of the file that is sent. */
  reading: string | null
  problem: string | null
  open: (id: string | null) => void
  take: (file: File) => void
  /** Choices that the service has not confirmed yet. */
  waiting: ImportChoices | null
  choose: (change: ImportChoices) => void
  act: (verb: 'start' | 'cancel' | 'undo') => void
  isBusy: boolean
  drop: (id: string) => void
}

/** Sends one change after the other, and those that come meanwhile together. */
function useChoices(client: QueryClient, onProblem: (words: string | null) => void) {
  const [waiting, setWaiting] = useState<ImportChoices | null>(null)
  const unsent = useRef<ImportChoices | null>(null)
  /** Resolves to whether the last of them was accepted. Null while nothing is sent. */
  const sending = useRef<Promise<boolean> | null>(null)
  const settled = useCallback((): Promise<boolean> => sending.current ?? Promise.resolve(true), [])
  const choose = useCallback(
    (id: string, change: ImportChoices): void => {
      const send = async (): Promise<boolean> => {
        let isAccepted = true
        try {
          while (unsent.current !== null) {
            const choices = unsent.current
            unsent.current = null
            keepImport(client, await call('imports.choose', { id, choices }))
          }
          onProblem(null)
        } catch (error) {
          isAccepted = false
          unsent.current = null
          onProblem(reasonWords(reasonOf(error)))
        }
        sending.current = null
        setWaiting(null)
        return isAccepted
      }
      unsent.current = withChoice(unsent.current, change)
      setWaiting((before) => withChoice(before, change))
      sending.current ??= send()
    },
    [client, onProblem],
  )
  return { waiting, choose, settled }
}

/** @param dropped on the window */
export function useImport(dropped: File | null): ImportState {
  const client = useQueryClient()
  const list = useQuery({ queryKey: keys.imports, queryFn: () => call('imports.list'), staleTime: 0 })
  /** Undefined: whichever runs. */
  const [picked, setPicked] = useState<string | null | undefined>(dropped === null ? undefined : null)
  const [reading, setReading] = useState<string | null>(dropped?.name ?? null)
  const [problem, setProblem] = useState<string | null>(null)
  const [acts, setActs] = useState(0)
  const acting = useRef(Promise.resolve())
  const latest = useRef(0)
  const { waiting, choose, settled } = useChoices(client, setProblem)

  const running = list.data?.find(isActive)
  // It stays once it has ended.
  if (picked === undefined && running !== undefined) setPicked(running.id)
  const current = list.data?.find(({ id }) => id === picked) ?? null

  const fail = useCallback(
    (error: unknown): void => {
      const reason = reasonOf(error)
      if (reason.kind === 'forbidden') void client.invalidateQueries({ queryKey: keys.scope })
      setProblem(reasonWords(reason))
    },
    [client],
  )

  const take = useCallback(
    (file: File): void => {
      latest.current += 1
      const turn = latest.current
      const isLate = (): boolean => turn !== latest.current
      setProblem(null)
      setPicked(null)
      setReading(file.name)
      const send = async (): Promise<void> => {
        const bytes = await readFile(file)
        if (isLate()) return
        if (typeof bytes === 'string') return setProblem(bytes)
        const added = await call('imports.add', { name: file.name.slice(-255), file: bytes })
        keepImport(client, added)
        if (!isLate()) setPicked(added.id)
      }
      send()
        .catch((error: unknown) => {
          if (!isLate()) fail(error)
        })
        .finally(() => {
          if (!isLate()) setReading(null)
        })
    },
    [client, fail],
  )
  useEffect(() => {
    if (dropped !== null) void Promise.resolve(dropped).then(take)
  }, [dropped, take])

  const open = (id: string | null): void => {
    latest.current += 1
    setReading(null)
    setProblem(null)
    setPicked(id)
  }

  /** One after the other: a cancel waits for its start, and a start for the choices. */
  const act = (verb: 'start' | 'cancel' | 'undo'): void => {
    if (current === null) return
    const { id } = current
    const send = async (): Promise<void> => {
      if (verb === 'start' && !(await settled())) return
      setProblem(null)
      try {
        keepImport(client, await call(`imports.${verb}`, { id }))
      } catch (error) {
        if (reasonOf(error).kind !== 'unconfirmed') throw error
        // Each of them is the same a second time, so its state says what to do.
        keepImport(client, await call('imports.get', { id }))
        setProblem(say('import.maybe'))
      }
    }
    setActs((count) => count + 1)
    acting.current = acting.current
      .then(send)
      .catch(fail)
      .finally(() => setActs((count) => count - 1))
  }

  const drop = (id: string): void => {
    call('imports.drop', { id })
      .catch(fail)
      .finally(() => void client.invalidateQueries({ queryKey: keys.imports }))
  }

  return {
    imports: list.data,
    listError: list.error,
    reload: () => void list.refetch(),
    current,
    reading,
    problem,
    open,
    take,
    waiting,
    choose: (change) => {
      if (current !== null) choose(current.id, change)
    },
    act,
    isBusy: acts > 0,
    drop,
  }
}
