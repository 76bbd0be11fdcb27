// Sentences about calendars that were made in English, to be stored, as pages in other languages say them.
import { en } from '../language/en.ts'
import { say, type MessageKey, type PlainKey } from '../language/say.ts'

const isPlain = (key: MessageKey): key is PlainKey => !en[key].includes('{')
const keys = new Map(
  (Object.keys(en) as MessageKey[])
    .filter(isPlain)
    .filter((key) => /^(?:calendar\.fault|calendar\.skipped|url\.fault)\./.test(key))
    .map((key) => [en[key] as string, key]),
)

/** The sentence in the language of the request; undefined where it has values in it, or is of another version. */
export const retold = (english: string): string | undefined => {
  const key = keys.get(english)
  return key && say(key)
}
