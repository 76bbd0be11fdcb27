// The rows of the palette. What takes its time after a key (the rows below the fold, countdowns) renders here and not in the view.
/* oxlint-disable jsx-a11y/prefer-tag-over-role -- HTML has no element for a list that a text field controls. */
import { useRef } from 'react'
import { say } from '../../shared/language.ts'
import { rowCache, useUses } from '../items/row-cache.ts'
import { changeMarks } from '../items/pending-rows.ts'
import { firstRows, freshnessOf, headingWords, isOutside } from '../items/rows.ts'
import { useSettled, useListMotion } from '../ui/hooks.ts'
import { toggleMark } from './selection.ts'
import { PaletteRowView } from './palette-row.tsx'
import css from './palette.module.css'
import type { usePalette } from './use-palette.ts'

/** More rows than the window shows. */
const rowsAtOnce = 11
const pauseMilliseconds = 150

export function PaletteList({
  palette,
  id,
  idOf,
  now,
  whole,
}: {
  palette: ReturnType<typeof usePalette>
  id: string
  idOf: (key: string) => string
  now: Date
  /** The text with the letter of a scope that was only typed, quoted. */
  whole: string | undefined
}) {
  const { query, scope, rows, selected, marked, outbox, isCollapsed } = palette
  // Most of a keystroke's time goes into rendering rows. Rows below the fold wait for a pause in typing, unless the selected
  // row is one of them.
  const isPainted = useSettled(query, pauseMilliseconds)
  const isBelow = selected !== null && rows.indexOf(selected) >= rowsAtOnce
  const visible = isCollapsed ? [] : palette.groups
  const groups = isPainted || isBelow ? visible : firstRows(visible, rowsAtOnce)
  // A task that is done leaves the empty query. While the user types, rows only appear.
  const list = useRef<HTMLDivElement>(null)
  useListMotion(list, groups, palette.isHome)
  useUses()
  const marks = changeMarks(outbox)
  const markedKeys = marked.length === 0 ? null : new Set<string>(marked.map(({ key }) => key))
  return (
    <div
      ref={list}
      id={id}
      role="listbox"
      aria-label={say('common.results')}
      aria-multiselectable={marked.length > 0}
      aria-busy={!palette.isAnswered}
      data-live={freshnessOf(rows)?.isLive ?? false}
      data-collapsed={isCollapsed}
      className={css.list}
    >
      {groups.map((group, at) => (
        <div
          key={`${group.heading}${at}`}
          role="group"
          aria-labelledby={idOf(`group${at}`)}
          className={css.group}
        >
          <div className={css.heading} role="presentation">
            <span id={idOf(`group${at}`)}>{say(headingWords[group.heading])}</span>
            {group.note === undefined ? null : <span className={css.note}>{say(group.note)}</span>}
            {palette.cutWords !== null && group.heading === 'Tasks' ? (
              <span className={css.note}>{palette.cutWords}</span>
            ) : null}
            {whole !== undefined && isOutside(group, scope) ? (
              <span className={css.note}>{say('palette.asTyped', { query: whole })}</span>
            ) : null}
          </div>
          {group.rows.map((row) => (
            <PaletteRowView
              key={row.key}
              row={row}
              id={idOf(row.key)}
              selected={row === selected}
              marked={markedKeys?.has(row.key) ?? null}
              pending={marks.get(row.key) ?? null}
              pinned={rowCache.useOf(row.key).pinned}
              now={now}
              statuses={palette.statuses}
              onPick={palette.pick}
              onMark={toggleMark}
              onPoint={palette.point}
              onGlyph={palette.toggleDone}
            />
          ))}
        </div>
      ))}
    </div>
  )
}
