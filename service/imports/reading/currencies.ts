// The currencies that the sign, the code or the word beside a number can mean.
import { reason, type KnownReason } from '../../../shared/api/import-reasons.ts'

/** Words and signs that differ from those of Unicode's data, in small letters. */
const words: Readonly<Record<string, string>> = {
  eur: 'EUR',
  euro: 'EUR',
  euros: 'EUR',
  usd: 'USD',
  us$: 'USD',
  gbp: 'GBP',
  chf: 'CHF',
  fr: 'CHF',
  'fr.': 'CHF',
  sfr: 'CHF',
  'sfr.': 'CHF',
  au$: 'AUD',
  c$: 'CAD NIO',
  s$: 'SGD',
  kr: 'DKK ISK NOK SEK',
  'kr.': 'DKK ISK NOK SEK',
  zl: 'PLN',
  kc: 'CZK',
  tl: 'TRY',
  rs: 'INR LKR MUR NPR PKR',
  'rs.': 'INR LKR MUR NPR PKR',
}

const codes = new Set(Intl.supportedValuesOf('currency'))

const signIn = (code: string, currencyDisplay: 'symbol' | 'narrowSymbol'): string =>
  new Intl.NumberFormat('en', { style: 'currency', currency: code, currencyDisplay })
    .formatToParts(1)
    .find(({ type }) => type === 'currency')?.value ?? code

/** Currencies by their signs: `$` is that of many. Made when it is needed first. */
let signs: Map<string, Set<string>> | undefined
function madeSigns(): Map<string, Set<string>> {
  const made = new Map<string, Set<string>>()
  for (const code of codes)
    for (const sign of [signIn(code, 'symbol'), signIn(code, 'narrowSymbol')])
      made.set(sign, (made.get(sign) ?? new Set()).add(code))
  return made
}

/** Signs of plain letters, such as `KM` and `K`, mean money only where the field says so. */
const plainLetters = /^[a-z.]+$/i

/** @param own the currency of the field */
function meant(unit: string, own: string | undefined): readonly string[] {
  if (codes.has(unit)) return [unit]
  const word = words[unit.toLowerCase()]
  if (word !== undefined) return word.split(' ')
  const found = [...((signs ??= madeSigns()).get(unit) ?? [])]
  return plainLetters.test(unit) ? found.filter((code) => code === own && unit.length > 1) : found
}

/**
 * @param written a sign, a code or a word
 * @param own the code of the field's currency; undefined where any will do
 * @returns undefined if it is that currency, else why it is not
 */
export function otherCurrency(written: string, own: string | undefined): KnownReason | undefined {
  const unit = written.normalize('NFKC')
  if (unit.toUpperCase() === own) return undefined
  const all = meant(unit, own)
  if (all.length === 0) return reason('not_number')
  if (own === undefined || all.includes(own)) return undefined
  const main = all.length === 1 ? all[0] : all.find((code) => signIn(code, 'symbol') === unit)
  return reason('other_currency', { currency: main ?? unit, own })
}
