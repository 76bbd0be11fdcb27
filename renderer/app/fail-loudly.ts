// What went wrong, at the foot of whatever view is up.
import { reasonOf } from './bridge.ts'
import { tell } from './palette-store.ts'
import { errorWords } from '../ui/error-words.ts'

export const failLoudly = (error: unknown): void => tell(errorWords(reasonOf(error)).text, 'danger')
