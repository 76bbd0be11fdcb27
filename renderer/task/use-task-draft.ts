// Keeps what is typed in a task form as its draft, and goes on with what was kept.
import { useCallback, useEffect, useRef, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import type { Draft, DraftSummary, FormDraft } from '../../shared/ipc/launcher.ts'
import { call } from '../app/bridge.ts'
import { useDraftSession } from '../app/use-draft-session.ts'
import type { TaskValues } from './task-values.ts'

/** A form that holds text is not hidden by a click elsewhere: looking something up is why people click there. */
const hold = (held: boolean): void => void call('view.hold', { held }).catch(() => undefined)

export interface TaskDraft {
  isContinued: boolean
  /** A draft of an earlier new task, offered while this one is empty. */
  older: DraftSummary | null
  continueOlder: () => void
  /** What was typed is saved, or not wanted. */
  forget: () => void
  /** The form starts anew. */
  begin: () => void
  /** Begins the next new task; `all` of the one before is its draft until it is forgotten, or goes on. */
  next: (all: FormDraft | null) => { forget: () => void; goOn: () => void }
  /** Whether anything was typed since the form began. */
  isTyped: () => boolean
}

/**
 * @param taskId null for a new task
 * @param opensWith the key of the draft that the form goes on with, if there is one
 * @param draftOf what was typed; null when nothing was
 */
export function useTaskDraft({
  taskId,
  opensWith,
  form: { getValues, subscribe },
  draftOf,
  restore,
}: {
  taskId: string | null
  opensWith: string | null
  form: Pick<UseFormReturn<TaskValues>, 'getValues' | 'subscribe'>
  draftOf: () => FormDraft | null
  restore: (draft: Draft) => void
}): TaskDraft {
  const session = useDraftSession(taskId === null ? 'newTask' : 'edit', taskId ?? undefined)
  const { keep: write, next, older, resume } = session
  const [isContinued, setContinued] = useState(false)
  /** A draft of this sitting is kept. */
  const isKept = useRef(false)
  const isSettled = useRef(false)

  const goOn = useCallback(
    (key: string): void => {
      const untouched = JSON.stringify(getValues())
      // A task has one draft of its edit; a new task that was begun meanwhile stays apart from an older one.
      resume(key, () => taskId !== null || JSON.stringify(getValues()) === untouched).then(
        (draft) => {
          if (draft === null) return
          isKept.current = true
          restore(draft)
          setContinued(true)
        },
        () => undefined,
      )
    },
    [getValues, restore, resume, taskId],
  )

  // What was typed before: of this task, or of the draft that was asked for. Once, when the form opens.
  const isOpened = useRef(false)
  useEffect(() => {
    if (isOpened.current || opensWith === null) return
    isOpened.current = true
    goOn(opensWith)
  }, [goOn, opensWith])

  const keep = useCallback((): void => {
    if (isSettled.current) return
    const typed = draftOf()
    // Nothing typed is no reason to write; all of it taken back is.
    if (typed === null && !isKept.current) return
    isKept.current = typed !== null
    write(typed === null ? null : { text: '', form: typed })
  }, [draftOf, write])

  // The newest one, for what outlives this render.
  const keepNow = useRef(keep)
  const draftNow = useRef(draftOf)
  useEffect(() => {
    keepNow.current = keep
    draftNow.current = draftOf
  }, [draftOf, keep])
  useEffect(() => {
    // Each letter, once what follows from it is rendered: the main process makes the pause between two writes, and ends it
    // when the program quits. At once, too: what the form was opened with may have been typed elsewhere.
    let timer = setTimeout(() => keepNow.current())
    let isHeld = false
    const stop = subscribe({
      formState: { values: true },
      callback: () => {
        if (!isHeld && draftNow.current() !== null) {
          hold(true)
          isHeld = true
        }
        clearTimeout(timer)
        timer = setTimeout(() => keepNow.current())
      },
    })
    return () => {
      stop()
      clearTimeout(timer)
      keepNow.current()
      if (isHeld) hold(false)
    }
  }, [subscribe])

  const begin = useCallback((): void => {
    isSettled.current = false
    isKept.current = false
    setContinued(false)
  }, [])

  return {
    isContinued,
    older: taskId === null && !isContinued ? older : null,
    continueOlder: () => (older === null ? undefined : goOn(older.key)),
    forget: useCallback((): void => {
      isSettled.current = true
      next().forget()
    }, [next]),
    begin,
    next: (all) => {
      if (all !== null) write({ text: '', form: all })
      const before = next()
      begin()
      return {
        forget: before.forget,
        goOn: () => {
          before.goOn()
          isKept.current = true
          setContinued(isContinued)
        },
      }
    },
    isTyped: useCallback(() => draftNow.current() !== null, []),
  }
}
