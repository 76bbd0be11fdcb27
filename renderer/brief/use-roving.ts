// Roving tabindex: arrow keys move through all items. One item per section is a tab stop, so Tab moves between sections.
import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from 'react'
import type { Entry } from './brief-entries.ts'

/** Starts at the first task: the header already offers the meeting with Mod+J. */
const startOf = (entries: readonly Entry[]): number =>
  Math.max(
    0,
    entries.findIndex((entry) => 'task' in entry),
  )

interface Place {
  key: string
  index: number
  /** A place is kept within its summon, for the way back from a form. */
  summon: number
}
let lastPlace: Place | null = null

export function useRoving(page: RefObject<HTMLElement | null>, entries: readonly Entry[], summon: number) {
  const [kept, keep] = useState(lastPlace)
  const place = kept?.summon === summon ? kept : null
  const setPlace = (key: string, index: number): void => {
    lastPlace = { key, index, summon }
    keep(lastPlace)
  }
  const found = entries.findIndex((entry) => entry.key === place?.key)
  /** The item at a place. A button that stands before more items is passed over. */
  const itemAt = (at: number): number => {
    const next = entries[at + 1]
    const isButton = entries[at] !== undefined && 'fold' in entries[at]
    return isButton && next !== undefined && !('fold' in next) ? at + 1 : at
  }
  // If the current item is gone, the item in its place becomes current.
  const index = found === -1 ? itemAt(Math.min(place?.index ?? startOf(entries), entries.length - 1)) : found
  const current = entries[index] ?? null
  const currentKey = current?.key ?? null

  /** The item that has got the focus by itself, until somebody moves. */
  const placed = useRef<string | null>(null)
  const focusKey = useCallback(
    (wanted: string | null): void => {
      const item =
        wanted === null
          ? null
          : page.current?.querySelector<HTMLElement>(`[data-entry="${CSS.escape(wanted)}"]`)
      const isThere = item !== null && item === document.activeElement
      ;(item ?? page.current)?.focus()
      item?.scrollIntoView({ block: 'nearest' })
      if (!isThere) placed.current = wanted
    },
    [page],
  )
  const focus = useCallback(() => focusKey(currentKey), [currentKey, focusKey])

  // Removing the focused item moves the focus to the body; return it, or keys would be lost.
  useLayoutEffect(() => {
    if (document.activeElement === document.body) focusKey(currentKey)
  })

  const jump = (to: number): void => {
    const at = Math.min(entries.length - 1, Math.max(0, to))
    const entry = entries[at]
    if (entry === undefined) return
    setPlace(entry.key, at)
    focusKey(entry.key)
    placed.current = null
  }
  // A brief that was shown without tasks goes on at the first one that comes.
  useLayoutEffect(() => {
    const isWaiting = current !== null && !('task' in current) && placed.current === currentKey
    const start = startOf(entries)
    const isThere = document.activeElement?.getAttribute('data-entry') === currentKey
    if (isWaiting && isThere && entries[start] !== undefined && 'task' in entries[start]) jump(start)
  })
  return {
    current,
    focus,
    jump,
    move: (by: number) => jump(index + by),
    /** Moves on from an item that leaves its place. */
    moveOn: () => jump(itemAt(index + 1)),
    onFocus: (entry: Entry) => {
      placed.current = null
      setPlace(
        entry.key,
        entries.findIndex(({ key }) => key === entry.key),
      )
    },
    isTabStop: (entry: Entry): boolean =>
      current?.section === entry.section
        ? current.key === entry.key
        : entries.find(({ section }) => section === entry.section)?.key === entry.key,
  }
}
