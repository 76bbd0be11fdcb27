// A shelf: the things of one kind that one audience finds. Keys of the word table begin with its number.
import { createHash } from 'node:crypto'
import { createRecent } from '../db/recent.ts'
import type { SearchTitleTable } from '../db/schema.ts'

export type SearchKind = SearchTitleTable['kind']

/** The audience of those who see everything of a kind. */
export const everyone = '*'

/** @param audience `everyone`, or a person's id */
export type Shelf = { kind: SearchKind; audience: string }

/** A search asks four of them; hashing costs more than asking. */
const rememberedShelves = 1_000
const numbers = createRecent<string, number>(rememberedShelves)

/**
 * 48 bits that stand for a shelf in the word table, where its name would be most of every row. Rows carry their
 * workspace as well, so that two shelves of one number never mix workspaces.
 */
export const shelfNumber = (workspaceId: string, { kind, audience }: Shelf): number => {
  const name = `${workspaceId} ${kind} ${audience}`
  const known = numbers.get(name)
  if (known !== undefined) return known
  const number = Number.parseInt(createHash('sha256').update(name).digest('hex').slice(0, 12), 16)
  numbers.set(name, number)
  return number
}
