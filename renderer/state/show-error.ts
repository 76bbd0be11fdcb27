// Shows an error in the footer of the current view.
import { reasonOf } from './bridge.ts'
import { tell } from './store.ts'
import { errorWords } from '../ui/error-words.ts'

export const failLoudly = (error: unknown): void => tell(errorWords(reasonOf(error)).text, 'danger')
