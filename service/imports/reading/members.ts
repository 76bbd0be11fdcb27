// The members that names and addresses of a file mean.
import { fold } from '../../../shared/search/text-fold.ts'
import type { Target } from './plan.ts'

const longestName = 500

/** The id of a member by id, address or name; null where several have the name. */
export type Members = ReadonlyMap<string, string | null>

export function membersOf({ members }: Target): Members {
  const found = new Map<string, string | null>()
  for (const { id, name } of members) {
    const key = fold(name)
    found.set(key, found.has(key) && found.get(key) !== id ? null : id)
  }
  for (const { id, email } of members) found.set(fold(email), id)
  for (const { id } of members) found.set(fold(id), id)
  return found
}

export const memberIn = (members: Members, text: string): string | null => {
  // No name or address is longer, and patterns are slow on long texts.
  if (text.length > longestName) return null
  const [, address] = /<([^<>\s]+@[^<>\s]+)>$/.exec(text) ?? []
  return members.get(fold(address ?? text)) ?? null
}
