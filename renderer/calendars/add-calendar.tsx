// "Add a calendar": by its address or by a file, with a live look at what it holds. What is typed is sent and not kept.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { CalendarVisibility } from '../../shared/api/launcher/calendars.ts'
import { say } from '../../shared/language.ts'
import { endFirstStep } from '../items/first-steps.ts'
import { call, reasonOf } from '../state/bridge.ts'
import { leave, goBack, replaceScreen, showNotice, usePaletteStore } from '../state/store.ts'
import { keys, useScope } from '../state/queries.ts'
import { AllowInBrowser } from '../shell/allow-in-browser.tsx'
import { Banner } from '../ui/banner.tsx'
import { Button } from '../ui/button.tsx'
import { ErrorBanner } from '../shell/error-banner.tsx'
import { Footer } from '../shell/frame.tsx'
import frame from '../shell/frame.module.css'
import { isComposing } from '../ui/keyboard.ts'
import { TextField } from '../ui/text-field.tsx'
import { useHeldWindow, useSummonFocus, useNow } from '../shell/window.ts'
import { ColorSelect, OthersSee, WhereToFind, CalendarLook, OpenedFile } from './parts.tsx'
import { reasonWords } from './calendar-words.ts'
import css from './calendars.module.css'
import { useLook, useSource } from './use-source.ts'

/** @param dropped on the window */
export function AddCalendar({ dropped }: { dropped: File | null }) {
  useHeldWindow()
  const client = useQueryClient()
  const page = useRef<HTMLElement>(null)
  const addressField = useRef<HTMLInputElement>(null)
  const fileInput = useRef<HTMLInputElement>(null)
  const summon = usePaletteStore((state) => state.summon)
  const access = useScope('meetings:write')
  /** A file that the desktop opened, of which nothing was read yet. */
  const opened = useQuery({
    queryKey: ['openedCalendar', summon],
    queryFn: () => call('calendars.openedFile'),
    gcTime: 0,
    staleTime: Infinity,
  })
  const [isOpenedTaken, setOpenedTaken] = useState(0)
  const { typed, type, file, choose, takeFile, problem, source } = useSource(dropped)
  const { look, again } = useLook(access.data?.state === 'granted' ? source : null)
  const [name, setName] = useState('')
  const [color, setColor] = useState<string | null>(null)
  const [visibility, setVisibility] = useState<CalendarVisibility>('busy')
  const [fault, setFault] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const now = useNow()

  const isGranted = access.data?.state === 'granted'
  const openedName = isOpenedTaken === summon ? null : (opened.data ?? null)
  const stage = !isGranted ? 'access' : openedName !== null ? 'opened' : file === null ? 'address' : 'file'
  useSummonFocus(page, '[data-first-focus]', stage !== 'access' || access.data !== undefined)
  // The focused element disappears with its stage.
  useEffect(() => {
    const { current } = page
    ;(current?.querySelector<HTMLElement>('[data-first-focus]') ?? current)?.focus()
  }, [access.data?.state, stage])

  const refuse = (words: string): void => {
    setFault(words)
    addressField.current?.focus()
  }
  const fail = (error: unknown): void => {
    const reason = reasonOf(error)
    if (reason.kind === 'forbidden') void client.invalidateQueries({ queryKey: keys.scope })
    if (reason.kind === 'unconfirmed') void client.invalidateQueries({ queryKey: keys.calendars })
    refuse(reason.kind === 'unconfirmed' ? say('calendars.maybeAdded') : reasonWords(reason))
  }

  const add = (): void => {
    if (isBusy || !isGranted) return
    if (source === null)
      return refuse(say(typed.trim() === '' ? 'calendars.address.missing' : 'calendars.address.invalid'))
    setFault(null)
    setBusy(true)
    const { screens } = usePaletteStore.getState()
    const about = { ...(name.trim() !== '' && { name: name.trim() }), color, visibility }
    call('calendars.add', { source, about })
      .then((added) => {
        endFirstStep('calendar')
        showNotice(say('calendars.added', { name: added.name, count: added.meetingCount }), 'success')
        // Somebody who has left the view meanwhile stays where they are.
        if (usePaletteStore.getState().screens === screens && !goBack()) replaceScreen({ kind: 'palette' })
      }, fail)
      .finally(() => setBusy(false))
  }

  return (
    // Handles keys of the whole view. Each of them also has a control.
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <main
      ref={page}
      tabIndex={-1}
      className={frame.frame}
      aria-label={say('calendars.add')}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !isComposing(event)) leave()
      }}
    >
      <header className={frame.head}>
        <h1 className={frame.title}>{say('calendars.add')}</h1>
      </header>
      <form
        className={css.form}
        aria-label={say('calendars.add')}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          add()
        }}
      >
        <section className={[frame.body, css.body].join(' ')} aria-label={say('calendars.title')}>
          {access.error === null ? null : (
            <ErrorBanner error={reasonOf(access.error)} onRetry={() => void access.refetch()} />
          )}
          {stage === 'access' && access.data !== undefined ? (
            <AllowInBrowser scope="meetings:write" access={access.data} />
          ) : null}
          {stage === 'opened' && openedName !== null ? (
            <OpenedFile
              name={openedName}
              onRead={(read) => {
                setOpenedTaken(summon)
                takeFile(read)
              }}
            />
          ) : null}
          {stage === 'address' ? (
            <>
              <TextField
                ref={addressField}
                data-first-focus
                label={say('calendars.address')}
                placeholder={say('calendars.address.example')}
                inputMode="url"
                autoComplete="off"
                spellCheck={false}
                maxLength={2_048}
                value={typed}
                hint={say('calendars.address.hint')}
                error={fault ?? problem ?? undefined}
                onChange={({ target }) => {
                  setFault(null)
                  type(target.value)
                }}
              />
              {/* Below an address, the look at it comes first. */}
              {typed === '' ? (
                <div className={css.buttons}>
                  <Button onClick={() => fileInput.current?.click()}>{say('calendars.chooseFile')}</Button>
                </div>
              ) : null}
              <input
                ref={fileInput}
                type="file"
                hidden
                accept=".ics,text/calendar"
                onChange={({ target }) => {
                  const chosen = target.files?.[0]
                  if (chosen !== undefined) void choose(chosen)
                }}
              />
            </>
          ) : null}
          {stage === 'file' && file !== null ? (
            <div className={css.file}>
              <p>{say('calendars.file.chosen', { name: file.name })}</p>
              {fault === null ? null : <Banner>{fault}</Banner>}
              <Button
                onClick={() => {
                  setFault(null)
                  takeFile(null)
                }}
              >
                {say('calendars.file.remove')}
              </Button>
            </div>
          ) : null}
          {stage === 'address' || stage === 'file' ? (
            <>
              <CalendarLook look={look} fallback={file?.name ?? ''} now={now} onRetry={again} />
              {source === null ? (
                <WhereToFind />
              ) : (
                <>
                  <TextField
                    data-first-focus={stage === 'file' ? true : undefined}
                    label={say('calendars.name')}
                    placeholder={look.kind === 'seen' ? (look.preview.name ?? undefined) : undefined}
                    autoComplete="off"
                    maxLength={200}
                    value={name}
                    onChange={({ target }) => setName(target.value)}
                  />
                  <ColorSelect value={color} onChange={setColor} />
                  <OthersSee value={visibility} onChange={setVisibility} />
                </>
              )}
            </>
          ) : null}
        </section>
        <Footer>
          <Button look="ghost" shortcut="Escape" onClick={leave}>
            {say('common.cancel')}
          </Button>
          {stage === 'address' || stage === 'file' ? (
            <Button type="submit" look="primary" shortcut="Enter" aria-disabled={isBusy}>
              {say(isBusy ? 'calendars.adding' : 'calendars.addHint')}
            </Button>
          ) : null}
        </Footer>
      </form>
    </main>
  )
}
