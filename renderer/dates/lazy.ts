// The calendar and the date parser, which the first frame does not need.
import { lazy } from 'react'

const loadCalendar = async () => ({ default: (await import('./calendar.tsx')).Calendar })

export const Calendar = lazy(loadCalendar)

/** Loads the date parser. */
export const loadDateReader = () => import('./reader/read-dates.ts')

/** Loads both. */
export const loadDates = (): Promise<unknown> => Promise.all([loadCalendar(), loadDateReader()])
