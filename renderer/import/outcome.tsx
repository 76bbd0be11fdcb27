// An import that runs, and what became of one that has ended.
import { useState } from 'react'
import type { ImportLook } from '../../shared/api/launcher/imports.ts'
import type { ObjectSummary } from '../../shared/api/launcher/search.ts'
import type { ImportSeen } from '../../shared/ipc/launcher.ts'
import { inSentence, say } from '../../shared/language.ts'
import { call, reasonOf } from '../state/bridge.ts'
import { goBack, replaceScreen, setQuery, showNotice } from '../state/store.ts'
import { Banner } from '../ui/banner.tsx'
import { Button } from '../ui/button.tsx'
import {
  alsoWords,
  paceWords,
  reasonWords,
  resultWords,
  storedRows,
  thingsName,
  untilWords,
  whyWords,
} from './import-words.ts'
import css from './import.module.css'
import { FaultKinds } from './look.tsx'

export function Running({ seen }: { seen: ImportSeen }) {
  const { name, progress, state } = seen
  const { rows: done, total } = progress
  const pace = paceWords(progress)
  const title = say(state === 'undoing' ? 'import.undoing' : 'import.running', { name })
  return (
    <section className={css.section}>
      <h2 dir="auto">{title}</h2>
      <progress
        className={css.progress}
        aria-label={title}
        {...(state === 'running' && total > 0 && { value: done, max: total })}
      />
      {/* Changes each second: read on request, not aloud. */}
      {state === 'running' ? (
        <p className={css.soft}>
          {[say('import.progress', { done, total }), ...(pace === '' ? [] : [pace])].join(' · ')}
        </p>
      ) : null}
      <p className={css.soft}>{say('import.progress.hint')}</p>
    </section>
  )
}

const headings = {
  done: 'import.done',
  cancelled: 'import.cancelled',
  failed: 'import.failed',
  undone: 'import.undone',
} as const

/** Faults of one kind and column together. */
function kindsOf(faults: ImportLook['faults']): ImportLook['faultsByKind'] {
  const kinds = new Map<string, ImportLook['faultsByKind'][number]>()
  for (const { line: _line, text: _text, ...fault } of faults) {
    const key = `${fault.column}\n${fault.why}`
    const kind = kinds.get(key) ?? { ...fault, count: 0 }
    kinds.set(key, { ...kind, count: kind.count + 1 })
  }
  return [...kinds.values()].toSorted((a, b) => b.count - a.count)
}

export function Ended({
  seen,
  objects,
  isBusy,
  onAct,
}: {
  seen: ImportSeen
  objects: readonly ObjectSummary[]
  isBusy: boolean
  onAct: (verb: 'start' | 'undo') => void
}) {
  const [problem, setProblem] = useState<string | null>(null)
  const { id, name, object: slug, state, result, undo } = seen
  const object = objects.find((one) => one.slug === slug)
  if (state === 'looked' || state === 'running' || state === 'undoing') return null

  const show = (): void => {
    if (object !== undefined) return replaceScreen({ kind: 'browse', object })
    if (!goBack()) replaceScreen({ kind: 'palette' })
    setQuery('', 'tasks')
  }
  const save = (): void => {
    setProblem(null)
    call('imports.saveLeftOut', { id }).then(
      (saved) => showNotice(say('import.savedLeftOut', saved), 'success'),
      (error: unknown) => setProblem(reasonWords(reasonOf(error))),
    )
  }
  const also = result === null ? null : alsoWords(result, objects)
  const hasRows = storedRows(seen) > 0
  return (
    <>
      <section className={css.section}>
        <output>
          <strong dir="auto">{say(headings[state], { name })}</strong>
          {result === null ? null : <span className={css.counts}>{resultWords(result)}</span>}
        </output>
        {seen.problem === null ? null : (
          <>
            <Banner>{whyWords(seen.problemReason ?? {}, seen.problem)}</Banner>
            {state === 'failed' ? <p className={css.soft}>{say('import.failed.help')}</p> : null}
          </>
        )}
        {problem === null ? null : <Banner>{problem}</Banner>}
        {also === null ? null : <p>{also}</p>}
        {state === 'undone' && undo !== null ? (
          <p>{say('import.undone.counts', { undone: undo.undone, spared: undo.spared })}</p>
        ) : null}
        <div className={css.buttons}>
          {state === 'failed' ? (
            <Button look="primary" data-first-focus aria-disabled={isBusy} onClick={() => onAct('start')}>
              {say('import.continue')}
            </Button>
          ) : null}
          {hasRows && state !== 'undone' ? (
            <Button data-first-focus look={state === 'failed' ? 'plain' : 'primary'} onClick={show}>
              {say('import.show', { things: inSentence(thingsName(slug, objects)) })}
            </Button>
          ) : null}
          {result !== null && result.leftOut > 0 ? (
            <Button onClick={save}>{say('import.saveLeftOut')}</Button>
          ) : null}
          {undo !== null && state !== 'undone' ? (
            <Button aria-disabled={isBusy} onClick={() => onAct('undo')}>
              {say('import.undo')}
            </Button>
          ) : null}
        </div>
        {undo !== null && state !== 'undone' ? (
          <p className={css.soft}>{say('import.undoUntil', { date: untilWords(undo.until) })}</p>
        ) : null}
      </section>
      {result === null || result.faults.length === 0 ? null : (
        <section className={css.section}>
          <h2>{say('import.faults')}</h2>
          <FaultKinds
            kinds={kindsOf(result.faults)}
            faults={result.faults}
            {...(result.moreFaults !== undefined && { moreFaults: result.moreFaults })}
          />
        </section>
      )}
    </>
  )
}
