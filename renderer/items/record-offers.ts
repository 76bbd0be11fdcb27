// Which records can be created from here, and what a typed text says of a new one (RCL-02). Pure.
import type { RecordValues } from '../../shared/api/launcher/records.ts'
import type { ObjectSummary } from '../../shared/api/launcher/search.ts'
import { inSentence, say } from '../../shared/language.ts'
import { type KeyedField, primaryOf } from '../writes/record-words.ts'

type Slug = Pick<ObjectSummary, 'slug'>
export const isPeople = ({ slug }: Slug): boolean => /^(?:people|persons?|contacts?)$/.test(slug)
const isCompanies = ({ slug }: Slug): boolean =>
  /^(?:compan(?:y|ies)|organi[sz]ations?|accounts?)$/.test(slug)

/** "New person" */
export const newRecordTitle = ({ singularName }: Pick<ObjectSummary, 'singularName'>): string =>
  say('record.new', { object: inSentence(singularName) })

export const editRecordTitle = (object: Pick<ObjectSummary, 'singularName'> | undefined): string =>
  object === undefined
    ? say('record.editAny')
    : say('record.edit', { object: inSentence(object.singularName) })

/** An older service does not say who may write, and cannot create records. */
export const writable = (objects: readonly ObjectSummary[]): ObjectSummary[] =>
  objects.filter(({ canWrite }) => canWrite === true)

const mostOffered = 4

/**
 * The objects that are offered where nothing matches: people, companies, then those used last.
 * @param usedAt when an object was used last, epoch milliseconds; 0 for never
 */
export const offeredObjects = (
  objects: readonly ObjectSummary[],
  usedAt: (slug: string) => number,
): ObjectSummary[] => {
  const rank = (object: ObjectSummary): number => (isPeople(object) ? 0 : isCompanies(object) ? 1 : 2)
  return writable(objects)
    .toSorted((a, b) => rank(a) - rank(b) || usedAt(b.slug) - usedAt(a.slug))
    .filter((object) => rank(object) < 2 || usedAt(object.slug) > 0)
    .slice(0, mostOffered)
}

/** Loosely, without zod, which the first frame does not need. */
export const isEmail = (value: string): boolean => /^[^\s@<>,;]+@[^\s@<>,;]+\.[^\s@<>,;.]+$/.test(value)
const bare = (word: string): string => word.replaceAll(/^<|[>,;]+$/g, '')

/** The email address in a typed text, and the text without it: "anna schmidt anna@x.test". */
export function nameAndEmail(text: string): { name: string; email: string | null } {
  const words = text.trim().split(/\s+/)
  const at = words.findIndex((word) => isEmail(bare(word)))
  if (at === -1) return { name: text.trim(), email: null }
  const email = bare(words[at] ?? '')
  return { name: words.filter((_, place) => place !== at).join(' '), email }
}

/** The values that a typed text fills: the name, and the email address where there is a field for it. */
export function valuesFrom(fields: readonly KeyedField[], text: string): RecordValues {
  const primary = primaryOf(fields)
  const emailField = fields.find(({ type, readOnly }) => type === 'email' && !readOnly)
  const { name, email } = nameAndEmail(text)
  if (primary === undefined) return {}
  if (email === null || emailField === undefined) return { [primary.key]: text.trim() }
  if (emailField === primary) return { [primary.key]: email }
  return { ...(name !== '' && { [primary.key]: name }), [emailField.key]: email }
}
