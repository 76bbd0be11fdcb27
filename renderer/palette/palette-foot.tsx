// The foot of the palette, which names the keys, and the panels that open over it.
import type { RefObject } from 'react'
import { say, sayParts } from '../../shared/language.ts'
import { mark } from '../state/store.ts'
import { ContextPanel } from '../actions/action-panel.tsx'
import { openTitle } from '../actions/open-row.ts'
import { isInput } from '../actions/actions.ts'
import { Button } from '../ui/button.tsx'
import { Footer } from '../shell/frame.tsx'
import css from './palette.module.css'
import { HelpPanel } from '../actions/help-panel.tsx'
import { WhyPanel } from './why-panel.tsx'
import { Freshness } from '../shell/progress.tsx'
import { type PaletteRow, seenOf } from '../items/rows.ts'
import { useFields } from '../state/queries.ts'
import { rowCache } from '../items/row-cache.ts'
import { searchedIn } from '../state/query.ts'
import type { usePalette } from './use-palette.ts'

/** The object of the new record that Enter on the row makes. */
const objectOfForm = (row: PaletteRow | null): string | undefined =>
  row?.type === 'create' ? row.object?.slug : row?.type === 'command' ? row.command.object?.slug : undefined

export function PaletteFoot({
  palette,
  field,
  now,
  countWords,
}: {
  palette: ReturnType<typeof usePalette>
  field: RefObject<HTMLInputElement | null>
  now: Date
  /** How many tasks are marked; null for none. */
  countWords: string | null
}) {
  // Loaded before Enter, so that the form is there at once.
  useFields(objectOfForm(palette.selected))
  const { query, rows, selected, marked, remotePending, isCollapsed, panel } = palette
  const searched = searchedIn(query)
  /** Names the action: tasks are reopened only if all are complete. */
  const firstMarked = marked.find(({ row }) => row.task?.status?.isComplete !== true) ?? marked[0]
  const holder = palette.groups.find((group) => selected !== null && group.rows.includes(selected))
  const use = selected === null || seenOf(selected) === null ? null : rowCache.useOf(selected.key)
  return (
    <>
      {/* After typed text, `?` is an ordinary character. */}
      <Footer
        busy={palette.isWaiting ? say('palette.waiting') : null}
        idle={
          palette.recalled > 0 ? (
            <output>{say('palette.earlier', { at: palette.recalled, of: palette.pastQueries })}</output>
          ) : (
            <>
              <Freshness rows={rows} pending={remotePending} needed={palette.error !== null} now={now} />
              {query === '' ? (
                <span className={css.forKeys}>
                  {sayParts('palette.forKeys', { key: <kbd key="key">?</kbd> })}
                </span>
              ) : null}
            </>
          )
        }
      >
        {countWords === null ? null : (
          <>
            <span className={css.count} aria-hidden="true">
              {countWords}
            </span>
            <Button
              look="ghost"
              shortcut="Escape"
              onClick={() => {
                mark()
                field.current?.focus()
              }}
            >
              {say('palette.unmark')}
            </Button>
          </>
        )}
        {selected === null || isCollapsed || countWords !== null ? null : (
          <Button look="ghost" shortcut="Enter" onClick={() => palette.pick(selected)}>
            {openTitle({ row: selected, view: 'palette' })}
          </Button>
        )}
        <Button
          look="ghost"
          shortcut="Mod+K"
          aria-haspopup="dialog"
          onClick={() => palette.setPanel('actions')}
        >
          {say('common.actions')}
        </Button>
      </Footer>
      {panel === 'actions' || isInput(panel) ? (
        <ContextPanel
          context={palette.contextOf(firstMarked ?? selected, palette.targets)}
          about={countWords ?? selected?.title ?? null}
          startAt={isInput(panel) ? panel : null}
          onClose={() => palette.setPanel('none')}
        />
      ) : null}
      {panel === 'why' && selected !== null && holder !== undefined ? (
        <WhyPanel
          row={selected}
          group={holder}
          query={searched}
          explain={(key) => rowCache.explain(searched, key)}
          use={use}
          onPin={() => palette.correct('pin')}
          onForget={() => palette.correct('forget')}
          now={now.getTime()}
          onClose={() => palette.setPanel('none')}
        />
      ) : null}
      {panel === 'help' ? <HelpPanel onClose={() => palette.setPanel('none')} /> : null}
    </>
  )
}
