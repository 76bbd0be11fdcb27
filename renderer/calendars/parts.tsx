// The fields that a calendar has when it is added and when it is changed.
import { useId } from 'react'
import type { CalendarVisibility } from '../../shared/api/calendars.ts'
import { say } from '../../shared/language.ts'
import fieldCss from '../ui/field.module.css'
import { type Choice, Select } from '../ui/select.tsx'
import { colors } from './calendar-words.ts'
import css from './calendars.module.css'

export const Dot = ({ color }: { color: string | null }) => (
  <span
    className={css.dot}
    data-none={color === null}
    style={color === null ? undefined : { background: color }}
    aria-hidden="true"
  />
)

const none = ''

export function ColorSelect({
  value,
  onChange,
}: {
  value: string | null
  onChange: (color: string | null) => void
}) {
  const choices: Choice[] = [
    { value: none, name: say('calendars.color.none'), glyph: <Dot color={null} /> },
    ...colors.map(([color, name]) => ({ value: color, name: say(name), glyph: <Dot color={color} /> })),
  ]
  return (
    <Select
      label={say('calendars.color')}
      choices={choices}
      value={value?.toLowerCase() ?? none}
      onChange={(color) => onChange(color === none ? null : color)}
    />
  )
}

const visibilities = ['private', 'busy', 'details'] as const satisfies readonly CalendarVisibility[]

export function OthersSee({
  value,
  onChange,
}: {
  value: CalendarVisibility
  onChange: (visibility: CalendarVisibility) => void
}) {
  const id = useId()
  return (
    <fieldset role="radiogroup" aria-describedby={`${id}hint`}>
      <legend className={fieldCss.label}>{say('calendars.others')}</legend>
      <div className={css.radios}>
        {visibilities.map((one) => (
          <label key={one} className={css.radio}>
            <input type="radio" name={id} checked={one === value} onChange={() => onChange(one)} />
            {say(`calendars.others.${one}`)}
          </label>
        ))}
      </div>
      <p id={`${id}hint`} className={fieldCss.hint}>
        {say('calendars.others.hint')}
      </p>
    </fieldset>
  )
}

/** Says where people find the address of their calendar. */
export const WhereToFind = () => (
  <div className={css.where}>
    <p id="where-to-find">{say('calendars.where')}</p>
    <ul aria-labelledby="where-to-find">
      {(['google', 'outlook', 'icloud', 'nextcloud', 'file'] as const).map((where) => (
        <li key={where}>{say(`calendars.where.${where}`)}</li>
      ))}
    </ul>
  </div>
)
