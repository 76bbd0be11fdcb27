// The table "Preview": column headers say where a column goes, the rows are as they would be stored.
import { TriangleAlert } from 'lucide-react'
import { type KeyboardEvent, useId, useRef, useState } from 'react'
import type { ImportLook } from '../../shared/api/launcher/imports.ts'
import { say } from '../../shared/language.ts'
import { isComposing, isPlain } from '../ui/keyboard.ts'
import { type Choice, Select } from '../ui/select.tsx'
import { faultWords, fieldName } from './import-words.ts'
import css from './import.module.css'
import type { Fault, Preview, PreviewColumn } from './preview.ts'

const nowhere = 'nowhere'
const fresh = 'new'
const toField = (slug: string): string => `field:${slug}`

/** Where a column can go. A field that the look does not list yet is named by itself. */
function choicesFor(
  { field, isNew, suggested, isHelper }: PreviewColumn,
  look: ImportLook,
  mayAdd: boolean,
): Choice[] {
  const choiceOf = (slug: string): Choice => {
    const name = fieldName(look, slug)
    return {
      value: toField(slug),
      name: isNew && slug === field ? say('import.newFieldNamed', { name }) : name,
    }
  }
  const slugs = look.goesTo.map((one) => one.field)
  // The columns of some programs have their places: they go there or are left out.
  const own = slugs.length === 0 && suggested !== field ? suggested : null
  const unlisted = [field, own].flatMap((slug) => (slug === null || slugs.includes(slug) ? [] : [slug]))
  return [
    { value: nowhere, name: say(isHelper ? 'import.helper' : 'import.leaveOut') },
    ...[...unlisted, ...slugs].map(choiceOf),
    ...(mayAdd ? [{ value: fresh, name: say('import.newField') }] : []),
  ]
}

const FaultMark = ({ fault }: { fault: Fault }) => (
  <span className={css.fault}>
    <TriangleAlert size={13} aria-hidden="true" />
    <span>{faultWords(fault)}</span>
  </span>
)

export function PreviewTable({
  look,
  preview: { columns, rows },
  isBusy,
  onColumn,
  onNewField,
}: {
  look: ImportLook
  preview: Preview
  isBusy: boolean
  /** @param field slug, or null to leave the column out */
  onColumn: (column: number, field: string | null) => void
  /** Absent where no field can be made. */
  onNewField?: (column: number) => void
}) {
  const hintId = useId()
  const headers = useRef(new Map<number, HTMLElement>())
  /** One header is in the tab order; arrow keys move between them. */
  const [place, setPlace] = useState(0)
  const places = columns.flatMap(({ index }) => (index === null ? [] : [index]))
  const tabStop = Math.min(place, places.length - 1)

  const onKeyDown = (event: KeyboardEvent): void => {
    const { target, key } = event
    if (isComposing(event) || !isPlain(event) || !(target instanceof HTMLElement)) return
    if (target.role !== 'combobox' || target.ariaExpanded === 'true') return
    const next =
      key === 'ArrowRight'
        ? tabStop + 1
        : key === 'ArrowLeft'
          ? tabStop - 1
          : key === 'Home'
            ? 0
            : key === 'End'
              ? places.length - 1
              : null
    const index = next === null ? undefined : places[next]
    if (index === undefined || next === null) return
    event.preventDefault()
    // downshift would open the list for Home and End.
    Object.assign(event.nativeEvent, { preventDownshiftDefault: true })
    setPlace(next)
    headers.current.get(index)?.focus()
  }

  return (
    <>
      {places.length === 0 ? null : (
        <p id={hintId} className={css.soft}>
          {say('import.preview.hint')}
        </p>
      )}
      {/* Scrolls by the focus of its headers; without any, by itself. */}
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className={css.scroller} tabIndex={places.length === 0 ? 0 : undefined}>
        {/* eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
        <table
          className={css.table}
          aria-label={say('import.preview')}
          aria-describedby={places.length === 0 ? undefined : hintId}
          aria-busy={isBusy}
          onKeyDownCapture={onKeyDown}
        >
          <thead>
            <tr>
              <th scope="col" className={css.line}>
                {say('import.line')}
              </th>
              {columns.map((column) => {
                const { index, name, field } = column
                if (index === null)
                  return (
                    <th key={`field ${name}`} scope="col">
                      {name}
                    </th>
                  )
                return (
                  <th
                    key={index}
                    scope="col"
                    data-left-out={field === null}
                    onFocus={() => setPlace(places.indexOf(index))}
                  >
                    <Select
                      label={
                        <>
                          <span className="visually-hidden">{say('import.goesTo')}: </span>
                          <span dir="auto">{name}</span>
                        </>
                      }
                      value={field === null ? nowhere : toField(field)}
                      choices={choicesFor(column, look, onNewField !== undefined)}
                      tabIndex={places[tabStop] === index ? 0 : -1}
                      buttonRef={(element) => {
                        if (element === null) headers.current.delete(index)
                        else headers.current.set(index, element)
                      }}
                      onChange={(next) => {
                        if (next === fresh) onNewField?.(index)
                        else onColumn(index, next === nowhere ? null : next.slice(toField('').length))
                      }}
                    />
                  </th>
                )
              })}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ line, cells, faults }, row) => (
              <tr key={line}>
                <th scope="row" className={css.line}>
                  {line}
                  {faults.map((fault) => (
                    <FaultMark key={fault.why} fault={fault} />
                  ))}
                </th>
                {columns.map(({ index, name, field, joins, examples }, at) => (
                  <td key={index ?? `field ${name}`} data-left-out={field === null}>
                    {joins === null ? (
                      <span className={css.value} dir="auto">
                        {field === null && row === 0 && examples !== ''
                          ? say('import.examples', { values: examples })
                          : cells[at]?.text}
                      </span>
                    ) : (
                      <span className={css.soft}>{say('import.joined', { column: joins })}</span>
                    )}
                    {cells[at]?.faults.map((fault) => (
                      <FaultMark key={fault.why} fault={fault} />
                    ))}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  )
}
