// Which view is up: what the session allows, what was summoned, and where the person went from there.
import { Suspense } from 'react'
import { useEventsIntoCache } from './cache-events.ts'
import { Capture } from '../capture/capture.tsx'
import { lazyParts } from './lazy-parts.ts'
import { OutboxNews } from '../outbox/outbox-news.tsx'
import { useCacheSync } from '../palette/search/cache-sync.ts'
import { Palette } from '../palette/palette.tsx'
import { screenNow, usePaletteStore } from './palette-store.ts'
import { useSession } from './queries.ts'
import { ExpiredBanner } from '../sign-in/expired-banner.tsx'
import { SignIn } from '../sign-in/sign-in.tsx'
import { useLanguage } from './use-language.ts'
import { useSummons } from './use-summons.ts'
import frame from '../ui/frame.module.css'

const { Brief, Browse, OutboxView, SettingsView, TaskForm } = lazyParts

function View() {
  const view = usePaletteStore((state) => state.view)
  const screen = usePaletteStore(screenNow)
  switch (screen.kind) {
    case 'browse':
      return <Browse object={screen.object} />
    case 'newTask':
      return <TaskForm about={{ kind: 'new', start: screen.start }} />
    case 'editTask':
      return <TaskForm about={{ ...screen, kind: 'edit' }} key={screen.id} />
    case 'outbox':
      return <OutboxView />
    case 'view':
      break
  }
  switch (view) {
    case 'palette':
      return <Palette />
    case 'capture':
      return <Capture />
    case 'brief':
      return <Brief />
    case 'settings':
      return <SettingsView />
    case 'outbox':
      return <OutboxView />
  }
}

/** Nothing of the next view, rather than something of the wrong one: parts are there before they are asked for. */
const Blank = () => <div className={frame.frame} aria-busy="true" />

export function App() {
  useEventsIntoCache()
  useSummons()
  useCacheSync()
  const session = useSession().data
  const spoken = useLanguage()
  const freshness = usePaletteStore((state) => state.freshness)

  if (session === undefined || spoken === null) return <Blank />
  const expired = session.kind === 'signedOut' && session.reason === 'expired' ? session : null
  const previous = expired?.previous ?? null
  if (session.kind !== 'signedIn' && previous === null) return <SignIn key={spoken} session={session} />
  return (
    <Suspense key={spoken} fallback={<Blank />}>
      <div className={frame.frame}>
        {previous === null ? null : <ExpiredBanner previous={previous} problem={expired?.problem} />}
        <View key={freshness} />
      </div>
      <OutboxNews />
    </Suspense>
  )
}
