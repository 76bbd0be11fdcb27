// Chooses the view: by the session and the stack of screens.
import { useQueryClient } from '@tanstack/react-query'
import { Suspense, useEffect, useMemo, useRef } from 'react'
import { flushSync } from 'react-dom'
import { isActive } from '../../shared/import-state.ts'
import type { OutboxItem } from '../../shared/ipc/launcher.ts'
import { say } from '../../shared/language.ts'
import { call, on } from '../state/bridge.ts'
import { showError, screenNow, showNotice, tellOfWrite, usePaletteStore } from '../state/store.ts'
import { useEventsIntoCache } from './events.ts'
import { useDroppedFiles } from './dropped-files.ts'
import { Capture } from '../capture/capture.tsx'
import { lazyParts } from './screens.ts'
import { importNews } from './import-news.ts'
import { outboxNews } from '../writes/words.ts'
import { useCacheSync } from '../items/row-cache.ts'
import { Palette } from '../palette/palette.tsx'
import { endFirstStep } from '../items/first-steps.ts'
import { openNotification } from '../items/notifications.ts'
import { joinNext } from '../items/open.ts'
import { useOutbox, useSession, useSettings } from '../state/queries.ts'
import { ExpiredBanner, LockedBanner } from '../sign-in/banners.tsx'
import { areUsable, boundChords } from '../actions/keys.ts'
import { bindChords, chords, isShortcut } from '../ui/keyboard.ts'
import { SignIn } from '../sign-in/sign-in.tsx'
import { SignOutQuestion } from '../sign-in/sign-out-question.tsx'
import { SwitchWorkspace } from '../sign-in/switch-workspace.tsx'
import { useLanguage } from './language.ts'
import { useSummons } from './use-summons.ts'
import frame from '../shell/frame.module.css'

const { AddCalendar, Brief, Browse, ImportView, OutboxView, RecordForm, SettingsView, TaskForm } = lazyParts

function View() {
  const screen = usePaletteStore(screenNow)
  switch (screen.kind) {
    case 'palette':
      return <Palette />
    case 'capture':
      return <Capture start={screen} />
    case 'brief':
      return <Brief asks={screen.asks} />
    case 'settings':
      return <SettingsView at={screen.at} />
    case 'browse':
      return <Browse object={screen.object} />
    case 'newTask':
      return <TaskForm about={{ kind: 'new', start: screen.start }} />
    case 'editTask':
      return <TaskForm about={{ ...screen, kind: 'edit' }} key={screen.id} />
    case 'newRecord':
      return <RecordForm about={{ kind: 'new', start: screen.start }} />
    case 'editRecord':
      return <RecordForm about={{ ...screen, kind: 'edit' }} key={screen.id} />
    case 'outbox':
      return <OutboxView />
    case 'addCalendar':
      return <AddCalendar dropped={screen.file ?? null} />
    case 'import':
      return <ImportView dropped={screen.file ?? null} />
  }
}

/** Shows the result of a write in the footer of the current view. */
function OutboxNews() {
  const first = useOutbox().data
  const last = useRef<readonly OutboxItem[] | null>(null)
  useEffect(() => {
    if (first !== undefined) last.current ??= first
  }, [first])
  useEffect(
    () =>
      on('outbox.changed', (items) => {
        const news = outboxNews(last.current ?? [], items, Date.now())
        last.current = items
        if (news !== null) tellOfWrite(news)
      }),
    [],
  )
  return null
}

/** Says quietly that an import has ended, where its view does not. */
function ImportNews() {
  useEffect(() => {
    const active = new Set<string>()
    return on('import.changed', (seen) => {
      if (isActive(seen)) return void active.add(seen.id)
      const { shown, ...now } = usePaletteStore.getState()
      if (seen.state === 'done') endFirstStep('import')
      if (!active.delete(seen.id) || (shown && screenNow(now).kind === 'import')) return
      const news = importNews(seen)
      if (news !== null) showNotice(news.text, news.tone)
    })
  }, [])
  return null
}

/** A desktop notification was clicked. */
function OpenedNotifications() {
  const client = useQueryClient()
  useEffect(() => on('notification.shown', (one) => flushSync(() => openNotification(client, one))), [client])
  return null
}

/** Mod+J in views that have no meetings of their own. */
function JoinKey() {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.isComposing || !isShortcut(event, chords.join)) return
      event.preventDefault()
      joinNext()
    }
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [])
  return null
}

/** The keys of the settings. Unusable ones, as of a file edited by hand, are reset, and that is said. */
function useChords(): void {
  const changed = useSettings().data?.settings.keys
  bindChords(useMemo(() => boundChords(changed ?? {}), [changed]))
  useEffect(() => {
    if (changed === undefined || areUsable(changed)) return
    call('settings.set', { keys: {} }).then(() => showNotice(say('keys.unusable'), 'danger'), showError)
  }, [changed])
}

/** Shown while a part loads, which preloading makes rare. */
const Blank = () => <div className={frame.frame} aria-busy="true" />

export function App() {
  useEventsIntoCache()
  useSummons()
  useCacheSync()
  useDroppedFiles()
  const session = useSession().data
  const spoken = useLanguage()
  useChords()
  const freshness = usePaletteStore((state) => state.freshness)
  const isSwitchAsked = usePaletteStore((state) => state.switchAsked)

  if (session === undefined || spoken === null) return <Blank />
  const expired = session.kind === 'signedOut' && session.reason === 'expired' ? session : null
  const previous = expired?.previous ?? null
  if (session.kind !== 'signedIn' && previous === null) return <SignIn key={spoken} session={session} />
  return (
    <Suspense key={spoken} fallback={<Blank />}>
      <div className={frame.frame}>
        {session.vault === 'locked' ? <LockedBanner /> : null}
        {previous === null ? null : <ExpiredBanner previous={previous} problem={expired?.problem} />}
        <View key={freshness} />
      </div>
      {session.kind === 'signedIn' ? <SignOutQuestion account={session.account} /> : null}
      {isSwitchAsked ? <SwitchWorkspace /> : null}
      <OutboxNews />
      <ImportNews />
      <OpenedNotifications />
      <JoinKey />
    </Suspense>
  )
}
