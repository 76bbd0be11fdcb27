// A message above the content, with an optional action.
import type { ReactNode } from 'react'
import { CircleAlert } from 'lucide-react'
import css from './banner.module.css'

export function Banner({
  tone = 'danger',
  children,
  action,
}: {
  tone?: 'danger' | 'warning' | 'calm'
  children: ReactNode
  action?: ReactNode
}) {
  return (
    <div className={[css.banner, css[tone]].join(' ')} role={tone === 'calm' ? 'status' : 'alert'}>
      <CircleAlert size={15} aria-hidden="true" className={css.icon} />
      <span className={css.text}>{children}</span>
      {action}
    </div>
  )
}
