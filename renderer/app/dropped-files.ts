// A file that is dropped on any view opens "Add a calendar" or "Import".
import { useEffect } from 'react'
import { say } from '../../shared/language.ts'
import { goTo, replaceScreen, type Screen, screenNow, showNotice, usePaletteStore } from '../state/store.ts'
import { useSession } from '../state/queries.ts'

const hasFiles = ({ dataTransfer }: DragEvent): boolean => dataTransfer?.types.includes('Files') === true

type DroppedScreen = Screen & { kind: 'addCalendar' | 'import' }

const screens: readonly { kind: DroppedScreen['kind']; names: RegExp; types: readonly string[] }[] = [
  { kind: 'addCalendar', names: /\.ics$/i, types: ['text/calendar'] },
  { kind: 'import', names: /\.(?:csv|tsv|txt|vcf|json)$/i, types: ['text/csv', 'text/vcard'] },
]

/** The screen for the first file that one takes. */
export const screenFor = (files: readonly File[]): DroppedScreen | undefined => {
  for (const { kind, names, types } of screens) {
    const file = files.find(({ name, type }) => names.test(name) || types.includes(type))
    if (file !== undefined) return { kind, file }
  }
  return undefined
}

const open = (screen: DroppedScreen | undefined): void => {
  if (screen === undefined) return showNotice(say('import.file.kinds'), 'danger')
  if (screenNow(usePaletteStore.getState()).kind === screen.kind) replaceScreen(screen)
  else goTo(screen)
}

export function useDroppedFiles(): void {
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
      if (isSignedIn && !isAsked) open(screenFor([...(event.dataTransfer?.files ?? [])]))
    }
    window.addEventListener('dragover', over)
    window.addEventListener('drop', drop)
    return () => {
      window.removeEventListener('dragover', over)
      window.removeEventListener('drop', drop)
    }
  }, [isSignedIn])
}
