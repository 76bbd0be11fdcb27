import type { browse as english } from '../../en/palette/browse.ts'
import type { Translated } from '../../translated.ts'

export const browse: Translated<typeof english> = {
  'browse.name': '{objects} durchsehen',
  'browse.search': 'In {objects} suchen',
  'browse.filter': '{objects} nach Titel filtern …',
  'browse.end': 'Ende der Liste',
  'browse.none': 'Noch nichts in {objects}',
  'browse.noMatch': 'Nichts in {objects} passt zu „{query}“',
  'browse.loaded': '{count, number} insgesamt',
  'browse.loadedSoFar': '{count, number} angezeigt',
}
