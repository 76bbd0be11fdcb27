// For tests of message catalogues, those of the launcher and those of the pages: the arguments of a message, and faults.
import { IntlMessageFormat } from 'intl-messageformat'

type Element = ReturnType<IntlMessageFormat['getAst']>[number]
type Kind = 'text' | 'number' | 'select'

/** The arguments of a message, from ICU's syntax tree. */
const argumentsIn = (elements: readonly Element[]): [name: string, kind: Kind][] =>
  elements.flatMap((element) => {
    if ('options' in element) {
      const isSelect = !('pluralType' in element)
      return [
        [element.value, isSelect ? 'select' : 'number'],
        ...Object.values(element.options).flatMap(({ value }) => argumentsIn(value)),
      ]
    }
    // 0 is text, 1 a plain argument, 2 a number, 7 the # of a plural.
    if (element.type === 1) return [[element.value, 'text']]
    if (element.type === 2) return [[element.value, 'number']]
    if (element.type === 0 || element.type === 7) return []
    throw new Error('Only text and numbers are formatted here.')
  })

const parse = (text: string) => new IntlMessageFormat(text, 'en', undefined, { ignoreTag: true })

/** @throws where the message is not valid ICU */
export const argumentsOf = (text: string): ReadonlyMap<string, Kind> =>
  new Map(argumentsIn(parse(text).getAst()))

/** Text without arguments is not formatted, so it must not contain ICU syntax. */
export const isSaidAsWritten = (text: string): boolean => text.includes('{') || parse(text).format() === text

/** Keys that nobody uses in this code. `kind.${kind}` uses every key of that form. */
export const unsaidIn = (code: string, keys: readonly string[]): string[] => {
  const families = [...code.matchAll(/`((?:[\w.]*\$\{[^}]+\})+[\w.]*)`/g)].flatMap(([, template = '']) =>
    /^[a-z]\w*\./.test(template)
      ? [
          new RegExp(
            `^${template.replaceAll('.', String.raw`\.`).replaceAll(/\$\{[^}]+\}/g, String.raw`\w+`)}$`,
          ),
        ]
      : [],
  )
  return keys.filter((key) => !code.includes(`'${key}'`) && !families.some((family) => family.test(key)))
}

/** Whether a German message has German quotation marks in pairs, a space before its ellipsis, and no English dash. */
export const isGermanTypography = (text: string): boolean =>
  !/["“](?=\w)|\.\.\.|\w…| — /.test(text) && text.includes('„') === text.includes('“')
