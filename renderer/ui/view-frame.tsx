import type { ComponentProps } from 'react'
import css from './frame.module.css'

/** The page of a view. Its keys work wherever in it the focus is; each of them has a control too. */
export const ViewFrame = (rest: ComponentProps<'main'>) => <main className={css.frame} {...rest} />
