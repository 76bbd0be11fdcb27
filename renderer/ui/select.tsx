// A field with one choice out of a list. downshift provides roles and keys, as of a native select.
import { useSelect } from 'downshift'
import { Check, ChevronDown } from 'lucide-react'
import { type ReactNode, type RefCallback, useId } from 'react'
import { say } from '../../shared/language.ts'
import field from './field.module.css'
import { isComposing } from './keyboard.ts'
import css from './select.module.css'
import { FieldError } from './text-field.tsx'

export interface Choice<V extends string = string> {
  value: V
  name: string
  /** A picture before the name. */
  glyph?: ReactNode
  /** The language of the name, if it is not the interface's. */
  lang?: string
}

/** @param name of the button. @param submits whether Enter on the closed field sends its form */
export function Select<V extends string>({
  label,
  name,
  choices,
  value,
  onChange,
  onBlur,
  buttonRef,
  error,
  submits = false,
  tabIndex,
}: {
  label: ReactNode
  name?: string
  choices: readonly Choice<V>[]
  value: V
  onChange: (value: V) => void
  onBlur?: () => void
  buttonRef?: RefCallback<HTMLElement>
  error?: string | undefined
  submits?: boolean
  /** -1 where arrow keys move between fields. */
  tabIndex?: number
}) {
  const errorId = useId()
  const known = choices.find((choice) => choice.value === value)
  // The options may arrive after the value. An unknown value is kept and shown as itself.
  const selected: Choice<V> = known ?? { value, name: value }
  const items = known === undefined ? [selected, ...choices] : [...choices]
  const { isOpen, getLabelProps, getToggleButtonProps, getMenuProps, getItemProps, highlightedIndex } =
    useSelect<Choice<V>>({
      items,
      selectedItem: selected,
      itemToString: (item) => item?.name ?? '',
      itemToKey: (item) => item?.value,
      onSelectedItemChange: ({ selectedItem }) => onChange(selectedItem?.value ?? value),
    })

  const onKeyDown = (event: React.KeyboardEvent<HTMLButtonElement>): void => {
    const leave = (): void => void Object.assign(event.nativeEvent, { preventDownshiftDefault: true })
    if (isComposing(event)) return
    // The first Escape closes the list, the next one leaves the form.
    if (event.key === 'Escape' && isOpen) event.stopPropagation()
    // Chords belong to the form. Closed, Enter saves, as in a native select.
    else if (event.ctrlKey || event.metaKey) leave()
    else if (event.key === 'Enter' && !isOpen && submits) {
      leave()
      event.preventDefault()
      event.currentTarget.form?.requestSubmit()
    }
  }
  return (
    <div className={css.select}>
      {/* downshift links it to the button by id. */}
      {/* eslint-disable-next-line jsx-a11y/label-has-associated-control */}
      <label {...getLabelProps()} className={field.label}>
        {label}
      </label>
      <button
        type="button"
        name={name}
        {...getToggleButtonProps({
          ...(buttonRef && { ref: buttonRef }),
          onBlur,
          onKeyDown,
          ...(tabIndex !== undefined && { tabIndex }),
          'aria-invalid': error === undefined ? undefined : true,
        })}
        className={[field.control, css.box, css.choice].join(' ')}
        aria-describedby={error === undefined ? undefined : errorId}
      >
        {selected.glyph}
        <span className={css.chosen} dir="auto" lang={selected.lang}>
          {selected.name}
        </span>
        <ChevronDown className={css.arrow} size={14} aria-hidden="true" />
      </button>
      <FieldError id={errorId}>{error}</FieldError>
      <ul {...getMenuProps({ 'aria-label': say('form.suggestions') })} className={css.menu} hidden={!isOpen}>
        {isOpen
          ? items.map((item, index) => (
              <li
                key={item.value}
                {...getItemProps({ item, index })}
                className={css.option}
                data-current={highlightedIndex === index}
              >
                {item.glyph}
                <span className={css.title} dir="auto" lang={item.lang}>
                  {item.name}
                </span>
                {item.value === value ? <Check className={css.arrow} size={14} aria-hidden="true" /> : null}
              </li>
            ))
          : null}
      </ul>
    </div>
  )
}
