// A scope is the items of one kind that one audience finds. Keys of the word table begin with its number.
import { createHash } from 'node:crypto'
import type { SearchTitleTable } from '../db/schema.ts'

export type SearchKind = SearchTitleTable['kind']

/** The audience that sees everything of a kind. */
export const everyone = '*'

/** @param audience `everyone`, or a person's id */
export type SearchScope = { kind: SearchKind; audience: string }

/**
 * The 48-bit number of a scope, because its name would be most of each row of the word table. Rows also have their
 * workspace, so that a collision never mixes workspaces.
 */
export const scopeNumber = (workspaceId: string, { kind, audience }: SearchScope): number => {
  const name = `${workspaceId} ${kind} ${audience}`
  return Number.parseInt(createHash('sha256').update(name).digest('hex').slice(0, 12), 16)
}
