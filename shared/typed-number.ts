// Numbers as people type them, in forms of the launcher and of the pages (FLD-03). Pure.

// Making one takes longer than all else here.
const formats = new Map<string, Intl.NumberFormat>()

const formatIn = (locale: string): Intl.NumberFormat => {
  const known = formats.get(locale)
  if (known !== undefined) return known
  const made = new Intl.NumberFormat(locale, { useGrouping: false, maximumFractionDigits: 20 })
  formats.set(locale, made)
  return made
}

/** A number as it is typed: with the decimal sign of the locale, and without groups. @param locale BCP 47 */
export const numberText = (value: number, locale: string): string => formatIn(locale).format(value)

const withoutSpaces = (text: string): string => text.replaceAll(/[\s'’]/gu, '')

/** The signs of a locale. */
const signsOf = (locale: string): { decimal: string; group: string } => {
  const parts = new Intl.NumberFormat(locale).formatToParts(12345.6)
  const of = (kind: string): string => parts.find(({ type }) => type === kind)?.value ?? ''
  return { decimal: of('decimal') || '.', group: withoutSpaces(of('group')) }
}

const areGroups = ([first = '', ...others]: readonly string[]): boolean =>
  /^[-+]?\d{1,3}$/.test(first) && others.every((digits) => /^\d{3}$/.test(digits))

/** A typed number, with or without groups; null if it is none. "1.5" is also read where the decimal sign is a comma. */
export function parseNumber(text: string, locale: string): number | null {
  const { decimal, group } = signsOf(locale)
  const bare = withoutSpaces(text)
  const [whole = '', ...fraction] = bare.split(decimal)
  // Groups of a locale that writes them with spaces or apostrophes are gone already.
  const isGrouped =
    group !== '' && fraction.length <= 1 && whole.includes(group) && areGroups(whole.split(group))
  const plain = (isGrouped ? [whole.replaceAll(group, ''), ...fraction] : [whole, ...fraction]).join('.')
  return /^[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[-+]?\d{1,3})?$/i.test(plain) && Number.isFinite(Number(plain))
    ? Number(plain)
    : null
}
