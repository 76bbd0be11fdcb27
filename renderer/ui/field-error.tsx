import css from './field.module.css'

/** What is wrong with a field, under it: read out where it appears, because the focus may be in the field already. */
export const FieldError = ({ id, children }: { id: string; children: string | undefined }) =>
  children === undefined ? null : (
    <p id={id} className={css.error} role="alert">
      {children}
    </p>
  )
