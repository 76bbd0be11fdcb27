// A calendar file that is dropped on any view opens "Add a calendar".
import { useEffect } from 'react'
import { say } from '../../shared/language.ts'
import { goTo, replaceScreen, screenNow, showNotice, usePaletteStore } from '../state/store.ts'
import { useSession } from '../state/queries.ts'

const hasFiles = ({ dataTransfer }: DragEvent): boolean => dataTransfer?.types.includes('Files') === true

/** The first calendar among dropped files. */
export const calendarAmong = (files: readonly File[]): File | undefined =>
  files.find(({ name, type }) => /\.ics$/i.test(name) || type === 'text/calendar')

const open = (file: File | undefined): void => {
  if (file === undefined) return showNotice(say('calendars.file.onlyIcs'), 'danger')
  const screen = { kind: 'addCalendar', file } as const
  if (screenNow(usePaletteStore.getState()).kind === 'addCalendar') replaceScreen(screen)
  else goTo(screen)
}

export function useDroppedCalendars(): void {
  const isSignedIn = useSession().data?.kind === 'signedIn'
  useEffect(() => {
    const over = (event: DragEvent): void => {
      if (!hasFiles(event)) return
      event.preventDefault()
      if (event.dataTransfer !== null) event.dataTransfer.dropEffect = isSignedIn ? 'copy' : 'none'
    }
    const drop = (event: DragEvent): void => {
      if (!hasFiles(event)) return
      // The page would be left for the file.
      event.preventDefault()
      const isAsked = document.querySelector('dialog[open]') !== null
      if (isSignedIn && !isAsked) open(calendarAmong([...(event.dataTransfer?.files ?? [])]))
    }
    window.addEventListener('dragover', over)
    window.addEventListener('drop', drop)
    return () => {
      window.removeEventListener('dragover', over)
      window.removeEventListener('drop', drop)
    }
  }, [isSignedIn])
}
