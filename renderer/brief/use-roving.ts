// Roving tabindex: arrow keys move through all items. One item per section is a tab stop, so Tab moves between sections.
import { type RefObject, useCallback, useLayoutEffect, useState } from 'react'
import type { Entry } from './brief-entries.ts'

export function useRoving(page: RefObject<HTMLElement | null>, entries: readonly Entry[]) {
  const [place, setPlace] = useState<{ key: string | null; index: number }>({ key: null, index: 0 })
  const found = entries.findIndex((entry) => entry.key === place.key)
  // If the current item is gone, the item in its place becomes current.
  const index = found === -1 ? Math.min(place.index, entries.length - 1) : found
  const current = entries[index] ?? null
  const currentKey = current?.key ?? null

  const focusKey = useCallback(
    (wanted: string | null): void => {
      const item =
        wanted === null
          ? null
          : page.current?.querySelector<HTMLElement>(`[data-entry="${CSS.escape(wanted)}"]`)
      ;(item ?? page.current)?.focus()
      item?.scrollIntoView({ block: 'nearest' })
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
    setPlace({ key: entry.key, index: at })
    focusKey(entry.key)
  }
  return {
    current,
    focus,
    jump,
    move: (by: number) => jump(index + by),
    onFocus: (entry: Entry) =>
      setPlace({ key: entry.key, index: entries.findIndex(({ key }) => key === entry.key) }),
    isTabStop: (entry: Entry): boolean =>
      current?.section === entry.section
        ? current.key === entry.key
        : entries.find(({ section }) => section === entry.section)?.key === entry.key,
  }
}
