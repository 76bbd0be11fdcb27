// A list that a text field below it filters: actions, or the values of a field. One item is current; Enter picks it.
/* oxlint-disable jsx-a11y/prefer-tag-over-role -- HTML has no element for a list that a text field controls. */
import { Check, ChevronRight } from 'lucide-react'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { matchClasses, matchOf } from '../../shared/search/text-match.ts'
import { KeyCaps } from './button.tsx'
import { isComposing, isMac, listStep } from './keyboard.ts'
import css from './pick-list.module.css'

export interface PickItem {
  id: string
  title: string
  icon?: ReactNode
  /** Shown at the end of the line. */
  detail?: string
  shortcut?: string
  /** Name of the group, for screen readers. Items of a group follow one another; a line separates groups. */
  group?: string
  /** Set if items are chosen: whether this one is. */
  isChosen?: boolean
  /** Whether picking it leads to another list. */
  leadsOn?: boolean
  isDangerous?: boolean
}

/** The items that match a text, best first; all items for an empty text. */
export function matching<Item extends { title: string }>(items: readonly Item[], text: string): Item[] {
  const typed = text.trim()
  if (typed === '') return [...items]
  return items
    .flatMap((item) => {
      const match = matchOf(typed, item.title)
      return match === null ? [] : [{ item, rank: matchClasses.indexOf(match.class) }]
    })
    .sort((a, b) => a.rank - b.rank)
    .map(({ item }) => item)
}

/** Runs of items of the same group. */
export const groupsOf = <Item extends PickItem>(items: readonly Item[]): Item[][] =>
  items.reduce<Item[][]>((groups, item) => {
    const last = groups.at(-1)
    if (last === undefined || last[0]?.group !== item.group) return [...groups, [item]]
    return [...groups.slice(0, -1), [...last, item]]
  }, [])

export function PickList<Item extends PickItem>({
  name,
  field,
  hint,
  text,
  onType,
  items,
  none,
  problem = null,
  onPick,
  onBack,
  onKey,
}: {
  /** Name of the list. */
  name: string
  /** Name of the text field. */
  field: string
  hint: string
  text: string
  onType: (text: string) => void
  /** The items to show, after filtering. */
  items: readonly Item[]
  /** Shown if there are no items. */
  none: string | null
  /** The problem with the text. */
  problem?: string | null
  /** @param more whether further items will be picked (Shift) */
  onPick: (item: Item, more: boolean) => void
  /** Runs on Escape, and on Backspace in an empty field. */
  onBack?: () => void
  /** Other keys. @returns whether the key was handled */
  onKey?: (event: React.KeyboardEvent<HTMLInputElement>) => boolean
}) {
  const base = useId()
  const input = useRef<HTMLInputElement>(null)
  const [at, setAt] = useState(0)
  const index = Math.min(at, items.length - 1)
  const current = items[index]
  useEffect(() => input.current?.focus(), [])

  const onKeyDown = (event: React.KeyboardEvent<HTMLInputElement>): void => {
    if (isComposing(event)) return
    const step = listStep(event, isMac())
    const isBack = event.key === 'Escape' || (event.key === 'Backspace' && text === '')
    if (step !== 0 && items.length > 0) setAt((index + step + items.length) % items.length)
    else if (isBack && onBack !== undefined) onBack()
    else if (onKey?.(event) === true) event.stopPropagation()
    else if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey && !event.altKey) {
      if (current !== undefined) onPick(current, event.shiftKey)
    } else return
    event.preventDefault()
    event.stopPropagation()
  }

  const line = (item: Item) => (
    // The text field handles the keys.
    // eslint-disable-next-line jsx-a11y/click-events-have-key-events
    <div
      key={item.id}
      id={`${base}-${item.id}`}
      role="option"
      aria-selected={item === current}
      aria-checked={item.isChosen}
      tabIndex={-1}
      ref={item === current ? (element) => element?.scrollIntoView({ block: 'nearest' }) : null}
      className={css.item}
      data-danger={item.isDangerous}
      onMouseMove={() => (item === current ? undefined : setAt(items.indexOf(item)))}
      onMouseDown={(event) => event.preventDefault()}
      onClick={(event) => onPick(item, event.shiftKey || event.ctrlKey || event.metaKey)}
    >
      {item.icon === undefined ? null : (
        <span className={css.icon} aria-hidden="true">
          {item.icon}
        </span>
      )}
      <span className={css.title} dir="auto">
        {item.title}
      </span>
      {item.detail === undefined ? null : <span className={css.detail}>{item.detail}</span>}
      {item.isChosen === true ? <Check size={15} className={css.mark} aria-hidden="true" /> : null}
      {item.shortcut === undefined ? null : <KeyCaps keys={item.shortcut} />}
      {item.leadsOn === true ? <ChevronRight size={15} className={css.mark} aria-hidden="true" /> : null}
    </div>
  )

  return (
    <>
      <div role="listbox" aria-label={name} id={`${base}-list`} className={css.list}>
        {/* Matches are ordered by how well they match, so they have no groups. */}
        {(text.trim() === '' ? groupsOf(items) : [items]).map((group) =>
          text.trim() !== '' || group[0]?.group === undefined ? (
            group.map(line)
          ) : (
            <div key={group[0].id} role="group" aria-label={group[0].group} className={css.group}>
              {group.map(line)}
            </div>
          ),
        )}
      </div>
      {/* Always rendered, because screen readers ignore new live regions. */}
      <output className={css.said}>{problem === null && items.length === 0 ? none : null}</output>
      <p className={css.problem} role="alert" id={`${base}-problem`}>
        {problem}
      </p>
      <input
        ref={input}
        className={css.field}
        data-first-focus
        role="combobox"
        aria-label={field}
        aria-expanded="true"
        aria-controls={`${base}-list`}
        aria-activedescendant={current === undefined ? undefined : `${base}-${current.id}`}
        aria-autocomplete="list"
        aria-invalid={problem === null ? undefined : true}
        aria-describedby={problem === null ? undefined : `${base}-problem`}
        autoComplete="off"
        autoCorrect="off"
        spellCheck={false}
        dir="auto"
        placeholder={hint}
        value={text}
        onChange={(event) => {
          onType(event.target.value)
          setAt(0)
        }}
        onKeyDown={onKeyDown}
      />
    </>
  )
}
