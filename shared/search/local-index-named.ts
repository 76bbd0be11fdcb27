// Finds the keys of the row that a pasted link or id names. Pure.

const link = /^https?:\/\/[^/?#\s]+(\/[^?#\s]*)/i
const bareId = /^(?=.*\d)[\w-]{8,200}$/
const shortestId = 8
const kindOfPath: Readonly<Record<string, string>> = { tasks: 'task', records: 'record', meetings: 'meeting' }

export type Named = {
  /** The kind in the link; null for an id alone. */
  kind: string | null
  id: string
}

/** The row that is named, or null for a text to search. The last two parts of a link's path name it: `…/tasks/<id>`. */
export const namedIn = (text: string): Named | null => {
  const pasted = text.trim()
  const path = link.exec(pasted)?.[1]
  if (path === undefined) return bareId.test(pasted) ? { kind: null, id: pasted } : null
  const [kind, id] = path.split('/').filter(Boolean).slice(-2)
  return id === undefined || id.length < shortestId ? null : { kind: kindOfPath[kind ?? ''] ?? null, id }
}

/** The keys that the row may have. */
export const keysNamedIn = (text: string): string[] => {
  const named = namedIn(text)
  if (named === null) return []
  const kinds = named.kind === null ? Object.values(kindOfPath) : [named.kind]
  return kinds.map((kind) => `${kind}:${named.id}`)
}
