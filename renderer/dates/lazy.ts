// The calendar and the date parser, which the first frame does not need.
import { lazy } from 'react'

const loadCalendar = async () => ({ default: (await import('./calendar.tsx')).Calendar })

export const Calendar = lazy(loadCalendar)

/** Loads the parsers of dates and of repetitions. */
export const loadDateReader = async () => {
  const [{ readDates }, { repeatsIn }] = await Promise.all([
    import('../../shared/dates/reader/read-dates.ts'),
    import('../../shared/dates/reader/repeats.ts'),
  ])
  return { readDates, repeatsIn }
}

/** Loads both. */
export const loadDates = (): Promise<unknown> => Promise.all([loadCalendar(), loadDateReader()])
