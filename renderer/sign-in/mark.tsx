import css from './sign-in.module.css'

/** The logo: a prompt in a rounded square. */
export const Mark = () => (
  <svg className={css.mark} width="52" height="52" viewBox="0 0 52 52" aria-hidden="true">
    <rect width="52" height="52" rx="14" fill="currentColor" opacity="0.14" />
    <path
      d="M17 17l9 9-9 9M28 35h9"
      fill="none"
      stroke="currentColor"
      strokeWidth="3.6"
      strokeLinecap="round"
      strokeLinejoin="round"
    />
  </svg>
)
