// What a typed text is looked up by while a workspace is rebuilt: some of its titles and contacts are stored as derivation 1 read
// them, until the rebuild has reached them (service/rebuilding.ts).
import type { FoldedText } from '../../shared/search/text-fold.ts'
import { foldedOf1, typedContact1 } from './derivation-1.rules.ts'

type Lookups = { readings: readonly FoldedText[]; contacts: readonly string[] }

const wordsOf = ({ text, words }: FoldedText): string => JSON.stringify([text, words])

/** Whether derivation 1 reads the words of a text otherwise. */
export const isReadOtherwise = (text: string, readings: readonly FoldedText[]): boolean =>
  !readings.map(wordsOf).includes(wordsOf(foldedOf1(text)))

/** What derivation 1 looks up besides; empty lists where it is the same. */
export const previousLookups = (text: string, { readings, contacts }: Lookups): Lookups => {
  const contact = typedContact1(text)
  return {
    readings: isReadOtherwise(text, readings) ? [foldedOf1(text)] : [],
    contacts: contact === null || contacts.includes(contact) ? [] : [contact],
  }
}
