// The details of the selected row, and whether the pane that shows them is open.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type RefObject, useCallback, useMemo, useRef, useSyncExternalStore } from 'react'
import type { ItemDetail } from '../../shared/ipc/launcher.ts'
import type { SettingsView } from '../../shared/ipc/settings.ts'
import { call } from '../state/bridge.ts'
import { failLoudly } from '../state/show-error.ts'
import { usePaletteStore } from '../state/store.ts'
import { keys, useSettings } from '../state/queries.ts'
import { useSettled } from '../ui/hooks.ts'
import type { PaletteRow } from './rows.ts'

/** The selection rests before the service is asked, so that moving through rows sends no requests. */
const restMilliseconds = 350
const freshMilliseconds = 60_000

type Detailed = { kind: 'task' | 'meeting'; id: string }

const detailed = (row: PaletteRow | null): Detailed | null =>
  row?.type === 'item' && (row.row.kind === 'task' || row.row.kind === 'meeting')
    ? { kind: row.row.kind, id: row.row.id }
    : null

const nothing: Detailed = { kind: 'task', id: '' }

/** The details from the cache, then from the service. Null until they are known; a failure changes nothing. */
export function useDetail(row: PaletteRow | null): ItemDetail | null {
  const item = detailed(row)
  const rests = useSettled(row?.key, restMilliseconds)
  const isShown = usePaletteStore(({ shown }) => shown)
  const { kind, id } = item ?? nothing
  const read = (from: 'cache' | 'service') => () => call('items.detail', { kind, id, from })
  const kept = useQuery({
    queryKey: keys.detail(kind, id, 'cache'),
    queryFn: read('cache'),
    enabled: item !== null,
  })
  const live = useQuery({
    queryKey: keys.detail(kind, id, 'service'),
    queryFn: read('service'),
    staleTime: freshMilliseconds,
    enabled: item !== null && rests && isShown,
  })
  // The later answer knows more: the main process keeps what the service said.
  const [first, second] = kept.dataUpdatedAt > live.dataUpdatedAt ? [kept, live] : [live, kept]
  return item === null ? null : (first.data ?? second.data ?? null)
}

const wide = '(min-width: 900px)'

const onWidth = (listener: () => void): (() => void) => {
  const query = matchMedia(wide)
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}

/**
 * The pane, and whether it is open. A wide window remembers it; in a narrow one it is opened until the window hides.
 * @param field the search field
 */
export function useDetailPane(field: RefObject<HTMLInputElement | null>) {
  const client = useQueryClient()
  const pane = useRef<HTMLElement>(null)
  const isWide = useSyncExternalStore(onWidth, () => matchMedia(wide).matches)
  const isKept = useSettings().data?.settings.detailPane ?? true
  const isLent = usePaletteStore((state) => state.paneLent)
  const toggle = useCallback((): void => {
    if (!matchMedia(wide).matches) return usePaletteStore.setState({ paneLent: !isLent })
    const detailPane = !isKept
    // Shown at once. The event of the main process follows.
    client.setQueryData<SettingsView>(
      keys.settings,
      (view) => view && { ...view, settings: { ...view.settings, detailPane } },
    )
    call('settings.set', { detailPane }).catch(failLoudly)
  }, [client, isKept, isLent])
  /** Focuses the pane's first button. @returns false if there is no pane, or the key moves the caret */
  const enter = useCallback((): boolean => {
    const first = pane.current?.querySelector<HTMLElement>('button') ?? pane.current
    if (first === null || field.current === null || getComputedStyle(field.current).direction === 'rtl')
      return false
    first.focus()
    return true
  }, [field])
  const isOpen = isWide ? isKept : isLent
  return useMemo(() => ({ pane, isOpen, toggle, enter }), [enter, isOpen, toggle])
}
