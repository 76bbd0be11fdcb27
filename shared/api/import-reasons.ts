// The reasons of an import: a code and the values of its sentence, for words in any language (IMP-01).
import { IntlMessageFormat } from 'intl-messageformat'
import { z } from 'zod'
import { importReasons } from '../messages/en/setup/import-reasons.ts'
import type { ArgumentsOf } from '../messages/icu-arguments.ts'

type Key = keyof typeof importReasons
export type ReasonCode = Key extends `import.why.${infer Code}` ? Code : never

// Newer services may use further codes.
const code = z.string().describe('What is wrong, for programs. It never changes its meaning.')
const params = z
  .record(z.string(), z.union([z.string(), z.number()]))
  .describe('The values that its sentence names.')

/** Beside a sentence. Services before this had the sentence only. */
export const reasonParts = { code: code.optional(), params: params.optional() }
export const importReason = z.object({ code, params: params.optional() })
export type ImportReason = z.infer<typeof importReason>

/** A reason that this version knows. */
export type KnownReason = ImportReason & { code: ReasonCode }

type Given<C extends ReasonCode> = ArgumentsOf<(typeof importReasons)[`import.why.${C}`]>

export const reason = <C extends ReasonCode>(
  ofCode: C,
  ...[values]: keyof Given<C> extends never ? [] : [values: Given<C>]
): KnownReason => ({
  code: ofCode,
  // Arguments of ICU messages are text and numbers, which the compiler cannot follow through a type parameter.
  ...(values && { params: values as NonNullable<ImportReason['params']> }),
})

// Parsing costs more than formatting, and a file can have a million faults.
const formats = new Map<string, IntlMessageFormat>()

/** The sentence of the service, which speaks English. */
export function englishOf({ code: ofCode, params: values }: KnownReason): string {
  const text = importReasons[`import.why.${ofCode}`]
  if (values === undefined) return text
  const format = formats.get(ofCode) ?? new IntlMessageFormat(text, 'en', undefined, { ignoreTag: true })
  formats.set(ofCode, format)
  return String(format.format(values))
}
