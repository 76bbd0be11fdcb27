// Mod+I: explains the rank of the selected row and offers two corrections.
import { useId } from 'react'
import { say } from '../../shared/language.ts'
import type { Reason } from '../../shared/search/index.ts'
import type { Use } from '../../shared/search/score.ts'
import { Button } from '../ui/button.tsx'
import { ageWords } from '../../shared/dates/format.ts'
import { Dialog } from '../ui/dialog.tsx'
import type { Group, PaletteRow } from '../items/rows.ts'
import css from './why-panel.module.css'
import { placeWords, pointsWords, unrankedWords, whyLines } from './why-words.ts'

export function WhyPanel({
  row,
  group,
  query,
  explain,
  use,
  onPin,
  onForget,
  now,
  onClose,
}: {
  row: PaletteRow
  /** The group of the row. */
  group: Group
  query: string
  explain: (key: string) => Reason | null
  /** Null if the row cannot be pinned or removed from suggestions: a command or a draft. */
  use: Use | null
  onPin: () => void
  onForget: () => void
  /** Epoch milliseconds. */
  now: number
  onClose: () => void
}) {
  const titleId = useId()
  const reason = query.trim() === '' ? null : explain(row.key)
  const at = group.rows.findIndex(({ key }) => key === row.key)
  const above = group.rows[at - 1]
  const isUsed = use !== null && (use.pinned || use.visits.length > 0 || use.choices.length > 0)

  return (
    <Dialog name={say('action.why')} onClose={onClose}>
      {/* Focusable, so that the arrow keys scroll it. */}
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <section className={css.body} tabIndex={0} aria-labelledby={titleId}>
        <h2 id={titleId} className={css.title} dir="auto">
          {row.title}
        </h2>
        {reason === null ? (
          <p>{unrankedWords(group.heading, query)}</p>
        ) : (
          <>
            <table className={css.figures}>
              <tbody>
                {whyLines(reason, query, now).map(({ words, points }) => (
                  <tr key={words}>
                    <th scope="row">{words}</th>
                    <td>{points}</td>
                  </tr>
                ))}
              </tbody>
              <tfoot>
                <tr>
                  <th scope="row">{say('why.score')}</th>
                  <td>{pointsWords(reason.score)}</td>
                </tr>
              </tfoot>
            </table>
            <p className={css.place}>
              {placeWords({
                at: at + 1,
                of: group.rows.length,
                score: reason.score,
                above: above === undefined ? null : (explain(above.key)?.score ?? null),
              })}
            </p>
          </>
        )}
        {row.type === 'item' ? (
          <p className={css.place}>
            {row.row.source === 'live'
              ? say('why.live')
              : say('why.kept', { age: ageWords(row.row.seenAt, now) })}
          </p>
        ) : null}
      </section>
      <div className={css.foot}>
        {use === null ? null : (
          <>
            <Button onClick={onPin} aria-pressed={use.pinned} data-first-focus>
              {say(use.pinned ? 'action.unpin' : 'action.pin')}
            </Button>
            {/* The `disabled` attribute would remove the focus from the pressed button. */}
            <Button onClick={() => (isUsed ? onForget() : undefined)} aria-disabled={!isUsed}>
              {say('action.forget')}
            </Button>
          </>
        )}
        <Button look="ghost" onClick={onClose} shortcut="Escape">
          {say('common.close')}
        </Button>
      </div>
    </Dialog>
  )
}
