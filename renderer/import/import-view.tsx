// "Import": a file is chosen or dropped, looked at, imported, and undone if need be. It shows the import that runs.
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { ObjectSummary } from '../../shared/api/launcher/search.ts'
import { isActive } from '../../shared/import-state.ts'
import { say } from '../../shared/language.ts'
import { call, reasonOf } from '../state/bridge.ts'
import { useObjects, useScope } from '../state/queries.ts'
import { leave, replaceScreen, usePaletteStore } from '../state/store.ts'
import { ErrorBanner } from '../shell/error-banner.tsx'
import { Footer } from '../shell/frame.tsx'
import frame from '../shell/frame.module.css'
import { useHeldWindow, useSummonFocus } from '../shell/window.ts'
import { Banner } from '../ui/banner.tsx'
import { Button } from '../ui/button.tsx'
import { isComposing, isInDialog, isShortcut } from '../ui/keyboard.ts'
import { ChooseFile, OpenedFile } from './choose-file.tsx'
import { reasonWords, tasksSlug } from './import-words.ts'
import css from './import.module.css'
import { Look } from './look.tsx'
import { Ended, Running } from './outcome.tsx'
import { type ImportState, useImport } from './use-import.ts'

const noObjects: readonly ObjectSummary[] = []
const firstFocus = '[data-first-focus], th [role="combobox"]'

const stageOf = ({ imports, current, reading }: ImportState, opened: string | null) => {
  if (imports === null) return 'unsupported'
  if (reading !== null) return 'reading'
  if (opened !== null) return 'opened'
  if (current === null) return 'choose'
  return current.state === 'looked' ? 'look' : isActive(current) ? 'running' : 'ended'
}

/** @param dropped on the window */
export function ImportView({ dropped }: { dropped: File | null }) {
  useHeldWindow()
  const page = useRef<HTMLElement>(null)
  const state = useImport(dropped)
  const objects = useObjects().data ?? noObjects
  const { current, reading, problem } = state
  const summon = usePaletteStore((palette) => palette.summon)
  /** A file that the desktop opened, of which nothing was read yet. */
  const opened = useQuery({
    queryKey: ['openedImport', summon],
    queryFn: () => call('imports.openedFile'),
    gcTime: 0,
    staleTime: Infinity,
  })
  const [isOpenedTaken, setOpenedTaken] = useState(0)
  const openedName = isOpenedTaken === summon ? null : (opened.data ?? null)
  const stage = stageOf(state, openedName)
  const look = stage === 'look' ? current?.look : null
  const needsScope = look !== null && look !== undefined && look.object !== tasksSlug
  const access = useScope('records:write', needsScope)
  const mayRun = look !== null && look !== undefined && (!needsScope || access.data?.state === 'granted')

  useSummonFocus(page, firstFocus)
  // The focused element goes with its stage.
  useEffect(() => {
    const { current: main } = page
    ;(main?.querySelector<HTMLElement>(firstFocus) ?? main)?.focus()
  }, [stage])

  const take = (file: File): void => {
    setOpenedTaken(summon)
    if (/\.ics$/i.test(file.name)) replaceScreen({ kind: 'addCalendar', file })
    else state.take(file)
  }
  const run = (): void => {
    if (mayRun) state.act('start')
  }
  /** One of two that say the same. */
  const isOffline = state.listError !== null && problem === reasonWords(reasonOf(state.listError))
  const title = current === null ? say('import.title') : say('import.named', { name: current.name })

  return (
    // Handles keys of the whole view. Each of them also has a control.
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <main
      ref={page}
      tabIndex={-1}
      className={frame.frame}
      aria-label={say('import.title')}
      onKeyDown={(event) => {
        if (isComposing(event) || isInDialog(event)) return
        if (event.key === 'Escape') leave()
        else if (stage === 'look' && isShortcut(event, 'Mod+Enter')) {
          event.preventDefault()
          run()
        }
      }}
    >
      <header className={frame.head}>
        <h1 className={frame.title} dir="auto">
          {title}
        </h1>
        {stage === 'look' || stage === 'ended' ? (
          <Button look="ghost" onClick={() => state.open(null)}>
            {say('import.another')}
          </Button>
        ) : null}
      </header>
      <div className={[frame.body, css.body].join(' ')}>
        {state.listError === null ? null : (
          <ErrorBanner error={reasonOf(state.listError)} onRetry={state.reload} />
        )}
        {problem === null || isOffline ? null : <Banner>{problem}</Banner>}
        {stage === 'unsupported' ? <p>{say('import.unsupported')}</p> : null}
        {stage === 'reading' ? (
          <output className={css.soft}>{say('import.reading', { name: reading ?? '' })}</output>
        ) : null}
        {stage === 'opened' && openedName !== null ? <OpenedFile name={openedName} onFile={take} /> : null}
        {stage === 'choose' ? (
          <ChooseFile
            imports={state.imports ?? undefined}
            onFile={take}
            onOpen={state.open}
            onDrop={state.drop}
          />
        ) : null}
        {look !== null && look !== undefined && current !== null ? (
          <Look
            key={current.id}
            look={look}
            choices={current.choices}
            waiting={state.waiting}
            objects={objects}
            access={needsScope ? access.data : undefined}
            onChoose={state.choose}
          />
        ) : null}
        {stage === 'running' && current !== null ? <Running seen={current} /> : null}
        {stage === 'ended' && current !== null ? (
          <Ended seen={current} objects={objects} isBusy={state.isBusy} onAct={state.act} />
        ) : null}
      </div>
      <Footer>
        {stage === 'running' && current?.state === 'running' ? (
          <Button data-first-focus aria-disabled={state.isBusy} onClick={() => state.act('cancel')}>
            {say('import.cancelRun')}
          </Button>
        ) : null}
        <Button look="ghost" shortcut="Escape" onClick={leave}>
          {say(stage === 'running' || stage === 'ended' ? 'common.close' : 'common.cancel')}
        </Button>
        {stage === 'look' ? (
          <Button
            look="primary"
            data-first-focus
            shortcut="Mod+Enter"
            aria-disabled={state.isBusy || !mayRun}
            onClick={run}
          >
            {say('import.run')}
          </Button>
        ) : null}
      </Footer>
    </main>
  )
}
