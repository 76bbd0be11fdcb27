// Quick capture is a small window, which grows for a list, for a panel, and for a line that needs more room.
import { type RefObject, useEffect, useState } from 'react'
import { useWindowSize } from '../shell/window.ts'

/** The height of the small window without its foot, in CSS pixels (electron/window/placement.ts). */
const smallRoom = 160

/** @param head what is above the body @param content of the body @param isOpen whether a list or a panel is open */
export function useCaptureSize(
  head: RefObject<HTMLElement | null>,
  content: RefObject<HTMLElement | null>,
  isOpen: boolean,
): void {
  const [isTall, setTall] = useState(false)
  useEffect(() => {
    const observer = new ResizeObserver(() => {
      setTall((head.current?.offsetHeight ?? 0) + (content.current?.offsetHeight ?? 0) > smallRoom)
    })
    for (const { current } of [head, content]) if (current !== null) observer.observe(current)
    return () => observer.disconnect()
  }, [content, head])
  useWindowSize(isOpen || isTall ? 'captureOpen' : 'capture')
}
