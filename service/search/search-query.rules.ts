// Look-ups of a typed text during a rebuild: some titles and contacts of the workspace are still stored as derivation 1 read
// them (service/rebuilding.ts).
import type { FoldedText } from '../../shared/search/text-fold.ts'
import { foldedOf1, typedContact1 } from './derivation-1.rules.ts'

type Lookups = { readings: readonly FoldedText[]; contacts: readonly string[] }

const wordsOf = ({ text, words }: FoldedText): string => JSON.stringify([text, words])

/** Whether derivation 1 reads the words of a text otherwise. */
export const isReadOtherwise = (text: string, readings: readonly FoldedText[]): boolean =>
  !readings.map(wordsOf).includes(wordsOf(foldedOf1(text)))

/** Further look-ups of derivation 1; empty lists where it is the same. */
export const previousLookups = (text: string, { readings, contacts }: Lookups): Lookups => {
  const contact = typedContact1(text)
  return {
    readings: isReadOtherwise(text, readings) ? [foldedOf1(text)] : [],
    contacts: contact === null || contacts.includes(contact) ? [] : [contact],
  }
}
