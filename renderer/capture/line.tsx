// Marks recognized words in the line: the same text lies behind the text area, invisible except for its marks.
import { type RefObject, useLayoutEffect, useRef } from 'react'
import css from './capture.module.css'
import type { Recognized } from '../../shared/capture/resolve.ts'

interface Piece {
  start: number
  text: string
  /** The token of these words; null between tokens. */
  item: Recognized | null
}

/** Splits the text into pieces, in order. @param cut an extra split point: the mark of a name that is being typed */
export function piecesOf(text: string, recognized: readonly Recognized[], cut: number | null): Piece[] {
  const starts = new Map(recognized.map((item) => [item.token.start, item]))
  const ends = recognized.map(({ token: { end } }) => end)
  const edges = [...new Set([0, ...starts.keys(), ...ends, ...(cut === null ? [] : [cut])])]
    .filter((at) => at < text.length)
    .toSorted((a, b) => a - b)
  let open: Recognized | null = null
  return edges.map((start, index) => {
    open = starts.get(start) ?? (open !== null && start < open.token.end ? open : null)
    return { start, text: text.slice(start, edges[index + 1]), item: open }
  })
}

/** @param anchor an element placed at `cut`, to position the drop-down */
export function LineMarks({
  line,
  text,
  recognized,
  pointed,
  cut,
  anchor,
}: {
  line: RefObject<HTMLTextAreaElement | null>
  text: string
  recognized: readonly Recognized[]
  /** The key of the chip that Backspace has selected. */
  pointed: string | null
  cut: number | null
  anchor: RefObject<HTMLSpanElement | null>
}) {
  const marks = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const field = line.current
    const follow = (): void => {
      if (field !== null && marks.current !== null) marks.current.scrollTop = field.scrollTop
    }
    follow()
    field?.addEventListener('scroll', follow)
    return () => field?.removeEventListener('scroll', follow)
  })
  return (
    <div ref={marks} className={css.marks} dir="auto" aria-hidden="true">
      {piecesOf(text, recognized, cut).map((piece) =>
        piece.item === null ? (
          <span key={piece.start} ref={piece.start === cut ? anchor : undefined}>
            {piece.text}
          </span>
        ) : (
          <mark
            key={piece.start}
            ref={piece.start === cut ? anchor : undefined}
            data-kind={piece.item.token.kind}
            data-state={piece.item.meaning.state}
            data-pointed={piece.item.key === pointed ? true : undefined}
          >
            {piece.text}
          </mark>
        ),
      )}
    </div>
  )
}
