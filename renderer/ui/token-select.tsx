// A multi-select with search, for people, records and meetings. downshift provides keys and roles.
import { useCombobox, useMultipleSelection } from 'downshift'
import { type ReactNode, type RefCallback, useEffect, useId, useRef } from 'react'
import { say } from '../../shared/language.ts'
import { Chip } from './button.tsx'
import field from './field.module.css'
import { isComposing, isMac, listStep } from './keyboard.ts'
import { FieldError } from './text-field.tsx'
import css from './select.module.css'

/** A selected item. */
export interface Picked {
  id: string
  title: string
}

export interface Option extends Picked {
  detail?: string
}

/** Maximum number of suggestions. */
const mostOffered = 12

/** The suggestions. @param options all matches, best first @param most maximum number of selected items */
export const offeredOf = <Item extends Picked>(
  options: readonly Item[],
  picked: readonly Picked[],
  most: number,
): Item[] => {
  if (picked.length >= most) return []
  const taken = new Set(picked.map(({ id }) => id))
  return options.filter(({ id }) => !taken.has(id)).slice(0, mostOffered)
}

export function TokenSelect({
  label,
  picked,
  most,
  full,
  options,
  nothing,
  text,
  onType,
  onChange,
  inputRef,
  error,
  placeholder,
  glyphOf,
}: {
  label: string
  picked: readonly Picked[]
  most: number
  /** Message when the maximum is reached. */
  full: string
  /** All matches, best first. Selected items are removed and the list is limited here. */
  options: readonly Option[]
  /** Message when nothing matches; null while the search is running. */
  nothing: string | null
  /** Text that is typed but not chosen. */
  text: string
  onType: (text: string) => void
  onChange: (picked: Picked[]) => void
  /** Receives focus when the field is invalid. */
  inputRef: RefCallback<HTMLElement>
  error: string | undefined
  placeholder: string
  /** A picture of an item, in its chip and in the list. */
  glyphOf?: (item: Picked) => ReactNode
}) {
  const errorId = useId()
  const isFull = picked.length >= most
  const offered = offeredOf(options, picked, most)
  const remove = (item: Picked): void => onChange(picked.filter(({ id }) => id !== item.id))

  const { getSelectedItemProps, getDropdownProps } = useMultipleSelection<Picked>({
    selectedItems: [...picked],
    itemToKey: (item) => item?.id,
    onStateChange: ({ selectedItems, type: change }) => {
      const { DropdownKeyDownBackspace, SelectedItemKeyDownBackspace, SelectedItemKeyDownDelete } =
        useMultipleSelection.stateChangeTypes
      if (
        change === DropdownKeyDownBackspace ||
        change === SelectedItemKeyDownBackspace ||
        change === SelectedItemKeyDownDelete
      )
        onChange([...(selectedItems ?? [])])
    },
  })

  const {
    isOpen,
    closeMenu,
    getLabelProps,
    getMenuProps,
    getInputProps,
    getItemProps,
    highlightedIndex,
    setHighlightedIndex,
  } = useCombobox<Option>({
    items: offered,
    inputValue: text,
    selectedItem: null,
    defaultHighlightedIndex: 0,
    itemToString: (item) => item?.title ?? '',
    itemToKey: (item) => item?.id,
  })
  // In the event handler: downshift reports a choice one render later, which would clear the next letters.
  const choose = (event: React.SyntheticEvent, { id, title }: Option): void => {
    Object.assign(event.nativeEvent, { preventDownshiftDefault: true })
    event.preventDefault()
    onType('')
    onChange([...picked, { id, title }])
    closeMenu()
  }

  const isLooking = text.trim() !== '' || (isOpen && (isFull || options.length > 0))
  const nothingElse = options.length === 0 || nothing === null ? nothing : say('form.allChosen')
  const nothingLeft = offered.length === 0 ? nothingElse : null
  const nothingToChoose = isFull ? full : nothingLeft
  const showsMenu = isOpen && offered.length > 0
  // A list that was opened before its options came has no current one, and Enter would do nothing.
  const isUnpointed = showsMenu && offered[highlightedIndex] === undefined
  useEffect(() => {
    if (isUnpointed) setHighlightedIndex(0)
  }, [isUnpointed, setHighlightedIndex])
  const onKeyDown = (event: React.KeyboardEvent): void => {
    if (isComposing(event)) return event.stopPropagation()
    if (!showsMenu) {
      // downshift handles Enter for an open list, even an empty one. Without options Enter saves the form.
      if (event.key === 'Enter') Object.assign(event.nativeEvent, { preventDownshiftDefault: true })
      return
    }
    const highlighted = offered[highlightedIndex]
    if (event.key === 'Enter' && highlighted !== undefined) return choose(event, highlighted)
    // The first Escape closes the list, the next one leaves the form.
    if (event.key === 'Escape') event.stopPropagation()
    const step = listStep(event, isMac())
    if (step === 0) return
    // downshift would wrap at the ends.
    Object.assign(event.nativeEvent, { preventDownshiftDefault: true })
    event.preventDefault()
    setHighlightedIndex(Math.min(offered.length - 1, Math.max(0, highlightedIndex + step)))
  }
  const select = useRef<HTMLDivElement>(null)
  // The list stands beside the field, so the whole field must be in view.
  useEffect(() => {
    if (showsMenu) select.current?.scrollIntoView({ block: 'nearest' })
  }, [showsMenu])
  return (
    <div ref={select} className={css.select}>
      {/* downshift links it to the input by id. */}
      {/* eslint-disable-next-line jsx-a11y/label-has-associated-control */}
      <label {...getLabelProps()} className={field.label}>
        {label}
      </label>
      <div className={[field.control, css.box].join(' ')} data-invalid={error !== undefined}>
        {picked.map((item, index) => (
          <span key={item.id} {...getSelectedItemProps({ selectedItem: item, index })} className={css.picked}>
            <Chip
              icon={glyphOf?.(item)}
              remove={{ name: say('form.remove', { name: item.title }), run: () => remove(item) }}
            >
              {item.title}
            </Chip>
          </span>
        ))}
        <input
          {...getInputProps({
            ...getDropdownProps({ preventKeyAction: isOpen, ref: inputRef, onKeyDown }),
            // downshift would otherwise override our key handler.
            ...(isOpen ? { onKeyDown } : {}),
            // In the event handler: downshift reports it one render later, which loses fast typing
            // (https://github.com/downshift-js/downshift/issues/1108).
            onChange: (event: React.ChangeEvent<HTMLInputElement>) => onType(event.target.value),
            // downshift's list is also open without options.
            'aria-expanded': showsMenu,
            ...(!showsMenu && { 'aria-activedescendant': undefined }),
          })}
          className={css.input}
          dir="auto"
          placeholder={picked.length === 0 ? placeholder : ''}
          aria-invalid={error === undefined ? undefined : true}
          aria-describedby={error === undefined ? undefined : errorId}
        />
      </div>
      <FieldError id={errorId}>{error}</FieldError>
      {/* Always rendered, because screen readers ignore new live regions. */}
      <output className={[field.hint, css.nothing].join(' ')}>{isLooking ? nothingToChoose : null}</output>
      <ul
        {...getMenuProps({ 'aria-label': say('form.suggestions') })}
        className={css.menu}
        hidden={!showsMenu}
      >
        {showsMenu
          ? offered.map((option, index) => (
              <li
                key={option.id}
                {...getItemProps({
                  item: option,
                  index,
                  onClick: (event) => choose(event, option),
                })}
                className={css.option}
                data-current={highlightedIndex === index}
              >
                {glyphOf?.(option)}
                <span className={css.title} dir="auto">
                  {option.title}
                </span>
                {option.detail === undefined ? null : <span className={css.detail}>{option.detail}</span>}
              </li>
            ))
          : null}
      </ul>
    </div>
  )
}
