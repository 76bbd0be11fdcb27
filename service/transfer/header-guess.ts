// Which field a column of a spreadsheet means, told by its header. Pure; what is not clear is left to the operator.
import { fold } from '../../shared/search/text-fold.ts'

export type GuessedField = { id: string; slug: string; name: string }
export type ColumnGuess = { column: string; field: string | null; /** Why there is none. */ reason?: string }

/** Words for the same thing, as headers write them: singular, folded, without spaces between words. */
const synonyms: readonly (readonly string[])[] = [
  ['name', 'title', 'subject', 'label', 'fullname', 'displayname', 'summary'],
  ['email', 'mail', 'emailaddress', 'mailaddress'],
  ['phone', 'telephone', 'tel', 'phonenumber', 'telephonenumber', 'workphone', 'telefon'],
  ['mobile', 'mobilephone', 'cell', 'cellphone', 'mobilenumber', 'handy'],
  ['website', 'web', 'homepage', 'url', 'site', 'webaddress', 'webpage', 'domain', 'domainname', 'www'],
  [
    'company',
    'organisation',
    'organization',
    'account',
    'firm',
    'business',
    'employer',
    'client',
    'customer',
  ],
  ['jobtitle', 'job', 'position', 'role', 'function'],
  ['description', 'detail', 'body', 'text', 'note', 'comment', 'remark', 'memo'],
  ['status', 'state', 'stage', 'phase'],
  ['priority', 'importance', 'urgency'],
  ['duedate', 'due', 'deadline', 'dueon', 'dueby', 'dueat', 'enddate'],
  ['startdate', 'start', 'starton', 'startat', 'begin', 'beginning'],
  ['assignee', 'assignedto', 'responsible', 'owner', 'ownedby', 'accountmanager'],
  ['estimatedtime', 'estimate', 'estimation', 'effort', 'estimatedminute', 'estimateminute'],
  ['linkedrecord', 'linkedto', 'record', 'regarding', 'about'],
  ['employee', 'staff', 'headcount', 'numberofemployee', 'employeecount'],
  ['revenue', 'turnover', 'annualrevenue', 'sale'],
  ['value', 'amount', 'sum', 'dealvalue', 'total'],
  ['category', 'type', 'kind', 'group'],
  ['industry', 'sector', 'branch', 'vertical'],
  ['location', 'headquarter', 'address', 'place'],
  ['birthday', 'dateofbirth', 'birthdate', 'born'],
  ['founded', 'foundedon', 'foundingdate', 'established'],
  ['tag', 'keyword'],
]

const singular = (word: string): string => {
  if (word.length > 4 && word.endsWith('ies')) return `${word.slice(0, -3)}y`
  if (word.length > 4 && /(?:[sx]|ch|sh)es$/.test(word)) return word.slice(0, -2)
  return word.length > 3 && word.endsWith('s') && !/(?:ss|us|is)$/.test(word) ? word.slice(0, -1) : word
}

/** `companyName` and `Company_name` are two words as well. */
const wordsOf = (text: string): string[] =>
  fold(text.replaceAll(/(?<=\p{Ll})(?=\p{Lu})/gu, ' '))
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .map(singular)

const small = new Set(['of', 'the', 'a', 'an', 'in', 'for'])
const groupOf = new Map(synonyms.flatMap((group, index) => group.map((word) => [word, index] as const)))

/** From the strictest way to compare two names to the loosest. */
const comparisons = (own: ReadonlySet<string>): ((text: string) => string)[] => {
  const joined = (text: string) => wordsOf(text).join('')
  const bare = (text: string) => {
    const words = wordsOf(text)
    const left = words.filter((word) => !own.has(word) && !small.has(word))
    return (left.length === 0 ? words : left).join('')
  }
  const meaning = (key: string) => {
    const group = groupOf.get(key)
    return group === undefined ? key : `=${group}`
  }
  return [fold, joined, bare, (text) => meaning(joined(text)), (text) => meaning(bare(text))]
}

/** The headers, each with a name of its own: the second `Phone` is `Phone (2)`. */
export function columnNames(headers: readonly string[]): string[] {
  const taken = new Set<string>()
  return headers.map((header, index) => {
    const wanted = header.trim() === '' ? `Column ${index + 1}` : header.trim()
    let name = wanted
    for (let time = 2; taken.has(name); time += 1) name = `${wanted} (${time})`
    taken.add(name)
    return name
  })
}

/**
 * At most one column for a field, and one field for a column.
 * @param columns by `columnNames`
 * @param ownNames what the object is called: “Company name” is the name of a company
 */
export function guessColumns(
  columns: readonly string[],
  fields: readonly GuessedField[],
  ownNames: readonly string[],
): ColumnGuess[] {
  const own = new Set(ownNames.flatMap(wordsOf))
  const found = new Map<string, string>()
  const unclear = new Map<string, string>()
  const taken = new Set<string>()
  for (const keyOf of comparisons(own)) {
    for (const column of columns) {
      if (found.has(column) || unclear.has(column)) continue
      const key = keyOf(column)
      const matching = fields.filter(
        ({ id, slug, name }) => id === column || keyOf(name) === key || keyOf(slug) === key,
      )
      const free = matching.filter((field) => !taken.has(field.id))
      const [only, ...others] = free
      if (!only) continue
      if (others.length > 0) {
        unclear.set(
          column,
          `It could be ${free.map((field) => `“${field.name}” (${field.id})`).join(' or ')}.`,
        )
        continue
      }
      found.set(column, only.id)
      taken.add(only.id)
    }
  }
  return columns.map((column) => {
    const field = found.get(column)
    if (field !== undefined) return { column, field }
    return { column, field: null, reason: unclear.get(column) ?? 'No field is called so.' }
  })
}
