import { type ComponentProps, useId } from 'react'
import css from './field.module.css'
import { FieldError } from './text-field.tsx'

export function Checkbox({
  label,
  hint,
  error,
  ...rest
}: ComponentProps<'input'> & { label: string; hint?: string; error?: string | undefined }) {
  const id = useId()
  const described = [hint === undefined ? '' : `${id}hint`, error === undefined ? '' : `${id}error`]
    .join(' ')
    .trim()
  return (
    <div className={css.check}>
      <input
        {...rest}
        id={id}
        type="checkbox"
        className={css.box}
        aria-invalid={error === undefined ? undefined : true}
        aria-describedby={described === '' ? undefined : described}
      />
      <div>
        <label htmlFor={id}>{label}</label>
        {hint === undefined ? null : (
          <p id={`${id}hint`} className={css.hint}>
            {hint}
          </p>
        )}
        <FieldError id={`${id}error`}>{error}</FieldError>
      </div>
    </div>
  )
}
