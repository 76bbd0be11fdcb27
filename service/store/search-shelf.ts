// A shelf: the things of one kind that one audience finds. Keys of the word table begin with its number.
import { createHash } from 'node:crypto'
import type { SearchTitleTable } from './schema.ts'

export type SearchKind = SearchTitleTable['kind']

/** The audience of those who see everything of a kind. */
export const everyone = '*'

/** @param audience `everyone`, or a person's id */
export type Shelf = { kind: SearchKind; audience: string }

/**
 * 48 bits that stand for a shelf in the word table, where its name would be most of every row. Rows carry their
 * workspace as well, so that two shelves of one number never mix workspaces.
 */
export const shelfNumber = (workspaceId: string, { kind, audience }: Shelf): number =>
  Number.parseInt(
    createHash('sha256').update(`${workspaceId} ${kind} ${audience}`).digest('hex').slice(0, 12),
    16,
  )
