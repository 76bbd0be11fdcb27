import { type ComponentProps, useId } from 'react'
import css from './field.module.css'

export function Checkbox({
  label,
  hint,
  ...rest
}: ComponentProps<'input'> & { label: string; hint?: string }) {
  const id = useId()
  return (
    <div className={css.check}>
      <input
        {...rest}
        id={id}
        type="checkbox"
        className={css.box}
        aria-describedby={hint === undefined ? undefined : `${id}hint`}
      />
      <div>
        <label htmlFor={id}>{label}</label>
        {hint === undefined ? null : (
          <p id={`${id}hint`} className={css.hint}>
            {hint}
          </p>
        )}
      </div>
    </div>
  )
}
