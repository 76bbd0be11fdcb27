// The palette view: one field, its rows, and a footer that names the keys.
// The combobox is custom, because rows stream in while the user types. No library lets us decide which row stays selected, or
// what Enter does before the rows arrive. It follows the ARIA Authoring Practices' combobox.
/* oxlint-disable jsx-a11y/prefer-tag-over-role -- HTML has no element for a list that a text field controls. */
import { Search, WifiOff } from 'lucide-react'
import { useId, useLayoutEffect, useRef } from 'react'
import { say } from '../../shared/language.ts'
import { usePaletteStore } from '../state/store.ts'
import { useObjects, useOutbox } from '../state/queries.ts'
import { Chip } from '../ui/button.tsx'
import { SplitFrame } from '../shell/frame.tsx'
import frame from '../shell/frame.module.css'
import { useDelayed, useSettled, useListMotion } from '../ui/hooks.ts'
import { useSummonFocus, useNow } from '../shell/window.ts'
import { ErrorBanner } from '../shell/error-banner.tsx'
import { DetailPane } from '../items/detail-pane.tsx'
import { PaletteFoot } from './palette-foot.tsx'
import css from './palette.module.css'
import { changeMarks } from '../items/pending-rows.ts'
import { toggleMark } from './marks.ts'
import { PaletteRowView } from './palette-row.tsx'
import { ProgressLine, ResultCount, SkeletonRows } from '../shell/progress.tsx'
import { firstRows, freshnessOf, hasDetails, headingWords, isOutside } from '../items/rows.ts'
import { isSearched, noMatchParts, scopeWords, searchedIn, wholeOf } from '../state/query.ts'
import { rowCache, useUses } from '../items/row-cache.ts'
import { usePalette } from './use-palette.ts'
import { shortestRemoteQuery } from './use-search.ts'

const skeletonAfterMilliseconds = 150
/** More rows than the window shows. */
const rowsAtOnce = 11
const pauseMilliseconds = 150

export function Palette() {
  const input = useRef<HTMLInputElement>(null)
  const palette = usePalette(input)
  const whole = usePaletteStore(wholeOf)
  const { query, scope, rows, selected, marked, remotePending, isEmptyHanded } = palette
  // Most of a keystroke's time goes into rendering rows. Rows below the fold wait for a pause in typing, unless the selected
  // row is one of them.
  const isPainted = useSettled(query, pauseMilliseconds)
  const isBelow = selected !== null && rows.indexOf(selected) >= rowsAtOnce
  const { isCollapsed } = palette
  const visible = isCollapsed ? [] : palette.groups
  const groups = isPainted || isBelow ? visible : firstRows(visible, rowsAtOnce)
  const base = useId()
  const objects = useObjects()
  const outbox = useOutbox().data ?? []
  // Countdowns tick every second.
  const now = useNow(outbox.some(({ waitsUntil }) => waitsUntil !== null) ? 1_000 : undefined)
  const isBare = useDelayed(remotePending && rows.length === 0, skeletonAfterMilliseconds)
  useSummonFocus(input)
  // A task that is done leaves the empty query. While the user types, rows only appear.
  const list = useRef<HTMLDivElement>(null)
  useListMotion(list, groups, palette.isHome)
  useUses()

  const markedKeys = marked.length === 0 ? null : new Set<string>(marked.map(({ key }) => key))
  const countWords = marked.length === 0 ? null : say('palette.marked', { count: marked.length })
  const idOf = (key: string): string => `${base}${key}`
  const isScrolled = useRef(false)
  const selectedId = selected === null || isCollapsed ? undefined : idOf(selected.key)
  const isFirst = selected !== null && selected === rows[0]
  // Measuring a row's position forces a layout of all rows. Until the list is scrolled, the first row is in view and needs no
  // measurement.
  useLayoutEffect(() => {
    if (selectedId === undefined || (isFirst && !isScrolled.current)) return
    document.getElementById(selectedId)?.scrollIntoView({ block: 'nearest' })
  }, [isFirst, selectedId])

  const listId = `${base}results`
  const scopeNamed = scope === null ? null : scopeWords(scope)
  const savedShown = rows.some(({ type }) => type === 'item' || type === 'captured')
  const reason = palette.error
  const isOffline = reason?.kind === 'offline' && savedShown
  const marks = changeMarks(outbox)

  const searched = searchedIn(query)
  const quoted = say('palette.quoted', { query: searched })
  const wholeQuoted = whole === undefined ? undefined : say('palette.quoted', { query: searchedIn(whole) })
  const isTooShort = query.trim().length < shortestRemoteQuery && !palette.isHome && isSearched(scope)
  const isUnknown = scope === 'objects' && objects.data === undefined
  const blankWords =
    rows.length > 0 || remotePending || isEmptyHanded || isUnknown
      ? null
      : say(isTooShort ? 'palette.keepTyping' : 'palette.nothingYet')

  return (
    <SplitFrame
      aria-label={say('palette.view')}
      onKeyDown={palette.onKeyDown}
      beside={
        palette.pane.isOpen && selected !== null && !isCollapsed && rows.some(hasDetails) ? (
          <DetailPane row={selected} now={now} field={input} pane={palette.pane.pane} />
        ) : null
      }
      foot={<PaletteFoot palette={palette} field={input} now={now} countWords={countWords} />}
    >
      <h1 className="visually-hidden">{say('app.name')}</h1>
      <div className={frame.head}>
        <Search size={18} aria-hidden="true" className={frame.leading} />
        {scopeNamed === null ? null : (
          <Chip
            tone="accent"
            remove={{ name: say('palette.leave', { scope: scopeNamed.name }), run: palette.dropScope }}
          >
            {scopeNamed.name}
          </Chip>
        )}
        <div className={css.field}>
          <input
            ref={input}
            className={frame.input}
            dir="auto"
            role="combobox"
            aria-label={say('palette.search')}
            aria-expanded={rows.length > 0 && !isCollapsed}
            aria-controls={listId}
            aria-autocomplete="list"
            aria-activedescendant={selectedId}
            autoComplete="off"
            autoCorrect="off"
            spellCheck={false}
            placeholder={scopeNamed?.hint ?? say('palette.hint')}
            value={query}
            onChange={(event) => palette.setQuery(event.target.value)}
            {...palette.composition}
          />
          {palette.completion === '' ? null : (
            <span className={css.completion} aria-hidden="true">
              <span className={css.typed}>{query}</span>
              {palette.completion}
            </span>
          )}
        </div>
        {isOffline ? (
          <Chip icon={<WifiOff size={13} aria-hidden="true" />}>
            <span role="alert">{say('error.offline')}</span>
          </Chip>
        ) : null}
      </div>
      <ProgressLine active={remotePending} />
      <div
        className={frame.body}
        // Not a tab stop: the field's arrow keys scroll it.
        tabIndex={-1}
        onScroll={(event) => {
          isScrolled.current = event.currentTarget.scrollTop > 0
        }}
      >
        {isEmptyHanded ? (
          <p className={css.empty}>
            {noMatchParts(<strong key="query">{quoted}</strong>, scope, wholeQuoted)}
          </p>
        ) : null}
        <div
          ref={list}
          id={listId}
          role="listbox"
          aria-label={say('common.results')}
          aria-multiselectable={marked.length > 0}
          aria-busy={palette.isStale}
          data-live={freshnessOf(rows)?.isLive ?? false}
          data-collapsed={isCollapsed}
          className={css.list}
        >
          {groups.map((group, at) => (
            <div
              key={`${group.heading}${at}`}
              role="group"
              aria-labelledby={`${base}group${at}`}
              className={css.group}
            >
              <div className={css.heading} role="presentation">
                <span id={`${base}group${at}`}>{say(headingWords[group.heading])}</span>
                {group.note === undefined ? null : <span className={css.note}>{say(group.note)}</span>}
                {wholeQuoted !== undefined && isOutside(group, scope) ? (
                  <span className={css.note}>{say('palette.asTyped', { query: wholeQuoted })}</span>
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
        {isBare ? <SkeletonRows /> : null}
        {blankWords === null ? null : <p className={css.empty}>{blankWords}</p>}
      </div>
      {reason === null || isOffline ? null : (
        <ErrorBanner
          error={reason}
          showing={savedShown ? 'saved' : 'nothing'}
          onRetry={palette.refresh}
          field={input}
        />
      )}
      <output className="visually-hidden">{countWords}</output>
      <ResultCount
        rows={rows}
        instead={isEmptyHanded ? noMatchParts(quoted, scope, wholeQuoted).join('') : blankWords}
        settled={!remotePending}
        quiet={palette.isHome}
      />
    </SplitFrame>
  )
}
