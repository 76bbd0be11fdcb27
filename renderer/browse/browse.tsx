// Browse: all records of an object with infinite scroll and a filter by title (APP-03).
/* oxlint-disable jsx-a11y/prefer-tag-over-role -- no native element is a listbox controlled by a text field. */
import { ArrowLeft } from 'lucide-react'
import { useId, useMemo, useRef, useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import type { ObjectSummary, RecordPreview } from '../../shared/api/launcher/search.ts'
import type { TaskStatus } from '../../shared/api/launcher/tasks.ts'
import { bareUrl, inSentence, say } from '../../shared/language.ts'
import { reasonOf } from '../state/bridge.ts'
import { leave } from '../state/store.ts'
import type { Context, Panel } from '../actions/action.ts'
import { ContextPanel } from '../actions/action-panel.tsx'
import { actionPressed, paneActions, run } from '../actions/actions.ts'
import { Comments } from '../comments/lazy.ts'
import { DetailPane, useDetailPane } from '../items/detail-pane.tsx'
import { HelpPanel } from '../actions/help-panel.tsx'
import { openInBrowser } from '../items/open.ts'
import { ProgressLine, SkeletonRows } from '../shell/progress.tsx'
import { isPerson, itemRow } from '../items/rows.ts'
import { Button } from '../ui/button.tsx'
import type { SeenTask } from '../writes/change-tasks.ts'
import { ErrorBanner } from '../shell/error-banner.tsx'
import { Footer, SplitFrame } from '../shell/frame.tsx'
import { Avatar } from '../ui/glyphs.tsx'
import frame from '../shell/frame.module.css'
import { chordKey, isComposing, isInDialog, isMac, isPlain, listStep, modHeld } from '../ui/keyboard.ts'
import { useNow, useSummonFocus } from '../shell/window.ts'
import { useDelayed } from '../ui/hooks.ts'
import css from './browse.module.css'
import { useBrowse } from './use-browse.ts'

const pageRows = 8

const noTasks: readonly SeenTask[] = []
const noStatuses: readonly TaskStatus[] = []

export function Browse({ object }: { object: ObjectSummary }) {
  const field = useRef<HTMLInputElement>(null)
  const scroller = useRef<HTMLDivElement>(null)
  const base = useId()
  const browse = useBrowse(object, scroller)
  const { records, selected, virtual, filter } = browse
  const [panel, setPanel] = useState<Panel>('none')
  const record = records[selected]
  const pane = useDetailPane(field)
  const client = useQueryClient()
  const now = useNow()
  const row = useMemo(() => record && itemRow({ ...record, source: 'live', seenAt: 0 }), [record])
  const isBare = useDelayed(browse.isPending && records.length === 0, 150)
  useSummonFocus(field)
  const idOf = (one: RecordPreview): string => `${base}${one.id}`

  const context: Context = {
    view: 'browse',
    row: row ?? null,
    tasks: noTasks,
    statuses: noStatuses,
    objects: [object],
    use: null,
    client,
    host: { show: setPanel, refresh: browse.retry, togglePane: pane.toggle },
  }

  const onKeyDown = (event: React.KeyboardEvent): void => {
    const { current: input } = field
    if (input === null || isComposing(event) || isInDialog(event)) return
    // Buttons handle these keys themselves.
    if (event.target !== input && ['Enter', 'Backspace'].includes(event.key)) return
    const mod = modHeld(event, isMac())
    const key = chordKey(event)
    const isSelecting = input.selectionStart !== input.selectionEnd
    const step = listStep(event, isMac())
    const action = actionPressed(event, 'browse')
    if (step !== 0) browse.select(selected + step)
    else if (key === 'PageDown') browse.select(selected + pageRows)
    else if (key === 'PageUp') browse.select(selected - pageRows)
    else if (mod && key === 'Home') browse.select(0)
    else if (mod && key === 'End') browse.select(records.length - 1)
    else if (key === 'Enter') run('open', context)
    else if (key === 'ArrowRight' && isPlain(event) && input.selectionStart === input.value.length) {
      if (!pane.enter()) return
      return event.preventDefault()
    } else if (action === 'undo' && filter !== '') return
    else if (action === 'copyTitle' && isSelecting) return
    else if (action !== null) run(action, context)
    else if (key === '?' && filter === '') setPanel('help')
    else if (key === 'Escape' && filter !== '') browse.setFilter('')
    else if (key === 'Escape' || (key === 'Backspace' && filter === '')) leave()
    else return
    // The field takes the focus back for further typing.
    input.focus()
    event.preventDefault()
  }

  const objects = inSentence(object.pluralName)
  const foot = (
    <>
      <Footer
        idle={
          <output>
            {records.length === 0 && !browse.isAtEnd
              ? null
              : say(browse.isAtEnd ? 'browse.loaded' : 'browse.loadedSoFar', { count: records.length })}
          </output>
        }
      >
        {record === undefined ? null : (
          <Button look="ghost" shortcut="Enter" onClick={() => run('open', context)}>
            {say('common.openInBrowser')}
          </Button>
        )}
        <Button look="ghost" shortcut="Mod+K" aria-haspopup="dialog" onClick={() => setPanel('actions')}>
          {say('common.actions')}
        </Button>
      </Footer>
      {panel === 'actions' ? (
        <ContextPanel
          context={context}
          about={record?.title ?? null}
          startAt={null}
          onClose={() => setPanel('none')}
        />
      ) : null}
      {panel === 'help' ? <HelpPanel view="browse" onClose={() => setPanel('none')} /> : null}
    </>
  )

  return (
    <SplitFrame
      aria-label={say('browse.name', { objects: object.pluralName })}
      onKeyDown={onKeyDown}
      beside={
        pane.isOpen && row !== undefined ? (
          <DetailPane
            row={row}
            now={now}
            field={field}
            pane={pane.pane}
            actions={paneActions(context)}
            Comments={Comments}
          />
        ) : null
      }
      foot={foot}
    >
      <h1 className="visually-hidden">{say('browse.name', { objects: object.pluralName })}</h1>
      <div className={frame.head}>
        <Button look="ghost" className={css.back} aria-label={say('common.back')} onClick={leave}>
          <ArrowLeft size={17} aria-hidden="true" />
        </Button>
        <input
          ref={field}
          className={frame.input}
          dir="auto"
          role="combobox"
          aria-label={say('browse.search', { objects })}
          aria-expanded={records.length > 0}
          aria-controls={`${base}list`}
          aria-autocomplete="list"
          aria-activedescendant={record === undefined ? undefined : idOf(record)}
          autoComplete="off"
          spellCheck={false}
          maxLength={200}
          placeholder={say('browse.filter', { objects })}
          value={filter}
          onChange={(event) => browse.setFilter(event.target.value)}
        />
      </div>
      <ProgressLine active={browse.isPending} />
      {/* Not a tab stop: the arrow keys of the field scroll it. */}
      <div ref={scroller} className={frame.body} tabIndex={-1}>
        <div
          id={`${base}list`}
          role="listbox"
          aria-label={say('common.results')}
          className={css.list}
          style={{ height: virtual.getTotalSize() }}
        >
          {virtual.getVirtualItems().map((line) => {
            const one = records[line.index]
            if (one === undefined) return null
            return (
              // The combobox handles the keys.
              // eslint-disable-next-line jsx-a11y/click-events-have-key-events
              <div
                key={one.id}
                id={idOf(one)}
                role="option"
                aria-selected={line.index === selected}
                aria-posinset={line.index + 1}
                aria-setsize={browse.isAtEnd ? records.length : -1}
                tabIndex={-1}
                className={css.row}
                style={{ transform: `translateY(${line.start}px)` }}
                onMouseDown={(event) => event.preventDefault()}
                onMouseMove={() => (line.index === selected ? undefined : browse.select(line.index, 'stay'))}
                onClick={() => openInBrowser({ kind: 'record', id: one.id })}
              >
                <Avatar name={one.title} of={isPerson(one) ? 'person' : 'thing'} tint={one.record.color} />
                <span className={css.title} dir="auto">
                  {one.title}
                </span>
                <span className={css.soft}>{bareUrl(one.subtitle)}</span>
                {one.badge === '' ? null : <span className={css.badge}>{one.badge}</span>}
              </div>
            )
          })}
        </div>
        {isBare ? <SkeletonRows /> : null}
        {browse.isAtEnd &&
        (records.length === 0 || virtual.getVirtualItems().at(-1)?.index === records.length) ? (
          <p className={css.end} data-empty={records.length === 0}>
            {records.length > 0
              ? say('browse.end')
              : browse.asked === ''
                ? say('browse.none', { objects })
                : say('browse.noMatch', { objects, query: browse.asked })}
          </p>
        ) : null}
      </div>
      {browse.error === null ? null : (
        <ErrorBanner
          error={reasonOf(browse.error)}
          showing={records.length === 0 ? 'nothing' : 'saved'}
          onRetry={browse.retry}
          field={field}
        />
      )}
    </SplitFrame>
  )
}
