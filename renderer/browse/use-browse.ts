// Pages through the records of one object, and restores the position after a return.
import { useVirtualizer } from '@tanstack/react-virtual'
import { type RefObject, useCallback, useEffect, useMemo, useState } from 'react'
import type { ObjectSummary, RecordPreview } from '../../shared/api/launcher/search.ts'
import { keepPlace, placeIn } from '../state/store.ts'
import { removedKeys } from '../items/pending-rows.ts'
import { useBrowseRecords, useOutbox } from '../state/queries.ts'

const rowPixels = 40
/** Share of the loaded rows after which the next page is fetched. */
const prefetchAt = 0.7
const typingPauseMilliseconds = 200

export function useBrowse(object: ObjectSummary, scroller: RefObject<HTMLElement | null>) {
  const [start] = useState(() => placeIn(object.slug))
  const [filter, setFilter] = useState(start?.query ?? '')
  const [asked, setAsked] = useState(filter)
  const [index, setIndex] = useState(start?.index ?? 0)
  useEffect(() => {
    const timer = setTimeout(() => setAsked(filter.trim()), typingPauseMilliseconds)
    return () => clearTimeout(timer)
  }, [filter])

  const pages = useBrowseRecords(object.slug, asked)
  const { data, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = pages
  const outbox = useOutbox().data
  const records = useMemo(() => {
    const removed = removedKeys(outbox ?? [], pages.dataUpdatedAt)
    // A record can appear on two pages; only the first is shown.
    const byId = new Map<string, RecordPreview>()
    for (const page of data?.pages ?? [])
      for (const record of page.records)
        if (!byId.has(record.id) && !removed.has(`record:${record.id}`)) byId.set(record.id, record)
    return [...byId.values()]
  }, [data, outbox, pages.dataUpdatedAt])
  const selected = Math.min(index, Math.max(0, records.length - 1))

  // One extra row for the end marker, so that End scrolls to it.
  const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / 16
  // The React compiler is not used.
  // oxlint-disable-next-line react/incompatible-library
  const virtual = useVirtualizer({
    count: records.length + 1,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowPixels * rem,
    overscan: 6,
    paddingStart: 8,
    paddingEnd: 8,
  })
  const lastShown = virtual.getVirtualItems().at(-1)?.index ?? 0
  const isNear = records.length > 0 && lastShown >= records.length * prefetchAt
  useEffect(() => {
    if (isNear && hasNextPage && !isFetchingNextPage && !isFetchNextPageError) void fetchNextPage()
  }, [fetchNextPage, hasNextPage, isFetchNextPageError, isFetchingNextPage, isNear, records.length])

  const select = useCallback(
    (to: number, scroll: 'scroll' | 'stay' = 'scroll'): void => {
      const at = Math.max(0, Math.min(records.length - 1, to))
      setIndex(at)
      if (scroll === 'scroll') virtual.scrollToIndex(at === records.length - 1 ? records.length : at)
    },
    [records.length, virtual],
  )

  // Restore the position when the rows have loaded.
  const [isPlaced, setIsPlaced] = useState(false)
  useEffect(() => {
    if (isPlaced || records.length === 0) return
    // The position is on a page that is not loaded yet.
    if (start !== undefined && start.index >= records.length && hasNextPage) {
      if (!isFetchingNextPage && !isFetchNextPageError) void fetchNextPage()
      return
    }
    setIsPlaced(true)
    if (start !== undefined && start.index > 0) virtual.scrollToIndex(start.index, { align: 'center' })
  }, [
    fetchNextPage,
    hasNextPage,
    isFetchNextPageError,
    isFetchingNextPage,
    isPlaced,
    records.length,
    start,
    virtual,
  ])

  useEffect(() => {
    if (isPlaced) keepPlace(object.slug, filter, selected)
  }, [filter, isPlaced, object.slug, selected])

  return {
    filter,
    setFilter: useCallback((text: string) => {
      setFilter(text)
      setIndex(0)
    }, []),
    asked,
    records,
    selected,
    select,
    virtual,
    error: pages.error,
    isAtEnd: data !== undefined && !hasNextPage,
    isPending: pages.isPending || pages.isFetching,
    retry: () => (isFetchNextPageError ? void fetchNextPage() : void pages.refetch()),
  }
}
