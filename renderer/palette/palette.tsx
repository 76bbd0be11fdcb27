// The palette view: one field, its rows, and a footer that names the keys.
// The combobox is custom, because rows stream in while the user types. No library lets us decide which row stays selected, or
// what Enter does before the rows arrive. It follows the ARIA Authoring Practices' combobox.
import { Search, WifiOff } from 'lucide-react'
import { useId, useLayoutEffect, useRef } from 'react'
import { say } from '../../shared/language.ts'
import { useObjects } from '../state/queries.ts'
import { Chip } from '../ui/button.tsx'
import { SplitFrame } from '../shell/frame.tsx'
import frame from '../shell/frame.module.css'
import { useDelayed } from '../ui/hooks.ts'
import { useNow, useSummonFocus } from '../shell/window.ts'
import { ErrorBanner } from '../shell/error-banner.tsx'
import { Comments } from '../comments/lazy.ts'
import { DetailPane } from '../items/detail-pane.tsx'
import { noTasksWords } from '../items/list-words.ts'
import { rowCache } from '../items/row-cache.ts'
import { hasDetails } from '../items/rows.ts'
import { TimerLine } from '../items/timer.tsx'
import { PaletteFoot } from './palette-foot.tsx'
import css from './palette.module.css'
import { PaletteList } from './palette-list.tsx'
import { ProgressLine, ResultCount, SkeletonRows } from '../shell/progress.tsx'
import { isSearched, noMatchParts, scopeWords, searchedIn } from '../state/query.ts'
import { usePalette } from './use-palette.ts'
import { shortestRemoteQuery } from './use-search.ts'

const skeletonAfterMilliseconds = 150

function LateSkeleton() {
  return useDelayed(true, skeletonAfterMilliseconds) ? <SkeletonRows /> : null
}

export function Palette() {
  const input = useRef<HTMLInputElement>(null)
  const palette = usePalette(input)
  const { query, scope, whole, rows, selected, marked, outbox } = palette
  const { remotePending, isEmptyHanded, isCollapsed } = palette
  const base = useId()
  const objects = useObjects()
  // Countdowns tick every second.
  const now = useNow(outbox.some(({ waitsUntil }) => waitsUntil !== null) ? 1_000 : undefined)
  useSummonFocus(input)
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

  const searched = searchedIn(query)
  const quoted = say('palette.quoted', { query: searched })
  const wholeQuoted = whole === undefined ? undefined : say('palette.quoted', { query: searchedIn(whole) })
  const isTooShort = query.trim().length < shortestRemoteQuery && !palette.isHome && isSearched(scope)
  const isUnknown = scope === 'objects' && objects.data === undefined
  const list = isEmptyHanded && rowCache.listOf(searched) !== null ? rowCache.stateOf(searched) : null
  const emptyWords =
    list === null
      ? null
      : [noTasksWords(list, palette.options), palette.cutWords].filter((words) => words !== null).join(' · ')
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
          <DetailPane
            row={selected}
            now={now}
            field={input}
            pane={palette.pane.pane}
            actions={palette.paneActions}
            Comments={Comments}
          />
        ) : null
      }
      foot={
        <>
          {isCollapsed ? null : <TimerLine now={now} isStoppedByKey={palette.isStoppedByKey} />}
          <PaletteFoot palette={palette} field={input} now={now} countWords={countWords} />
        </>
      }
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
            onChange={(event) => palette.typeQuery(event.target.value)}
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
            {emptyWords ?? noMatchParts(<strong key="query">{quoted}</strong>, scope, wholeQuoted)}
          </p>
        ) : null}
        <PaletteList palette={palette} id={listId} idOf={idOf} now={now} whole={wholeQuoted} />
        {remotePending && rows.length === 0 ? <LateSkeleton /> : null}
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
        instead={
          isEmptyHanded ? (emptyWords ?? noMatchParts(quoted, scope, wholeQuoted).join('')) : blankWords
        }
        also={palette.cutWords}
        settled={!remotePending}
        quiet={palette.isHome}
      />
    </SplitFrame>
  )
}
