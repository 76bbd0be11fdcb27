import { type ComponentProps, type ReactNode, useId } from 'react'
import css from './field.module.css'

/** The error of a field. An alert, because the field may already have the focus. */
export const FieldError = ({ id, children }: { id: string; children: string | undefined }) =>
  children === undefined ? null : (
    <p id={id} className={css.error} role="alert">
      {children}
    </p>
  )

/** A label, a control and its error, linked for screen readers. */
function Field({
  label,
  hint,
  error,
  children,
}: {
  label: string
  hint?: ReactNode
  error?: string | undefined
  children: (control: {
    id: string
    'aria-invalid': true | undefined
    'aria-describedby': string | undefined
  }) => ReactNode
}) {
  const id = useId()
  const described = [hint === undefined ? null : `${id}hint`, error === undefined ? null : `${id}error`]
    .filter((part) => part !== null)
    .join(' ')
  return (
    <div className={css.field}>
      <label className={css.label} htmlFor={id}>
        {label}
      </label>
      {children({
        id,
        'aria-invalid': error === undefined ? undefined : true,
        'aria-describedby': described === '' ? undefined : described,
      })}
      <FieldError id={`${id}error`}>{error}</FieldError>
      {hint === undefined ? null : (
        <p id={`${id}hint`} className={css.hint}>
          {hint}
        </p>
      )}
    </div>
  )
}

type Shared = { label: string; hint?: ReactNode; error?: string | undefined }

export const TextField = ({ label, hint, error, className, ...rest }: ComponentProps<'input'> & Shared) => (
  <Field label={label} hint={hint} error={error}>
    {(control) => (
      <input {...control} {...rest} className={[css.control, className].filter(Boolean).join(' ')} />
    )}
  </Field>
)

export const TextArea = ({ label, hint, error, ...rest }: ComponentProps<'textarea'> & Shared) => (
  <Field label={label} hint={hint} error={error}>
    {(control) => <textarea {...control} {...rest} className={[css.control, css.area].join(' ')} />}
  </Field>
)
