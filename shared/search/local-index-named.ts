// Finds the keys of the row in a pasted link or id. Pure.

const link = /^https?:\/\/[^/?#\s]+(\/[^?#\s]*)/i
const bareId = /^(?=.*\d)[\w-]{8,200}$/
const shortestId = 8
const kindOfPath: Readonly<Record<string, string>> = { tasks: 'task', records: 'record', meetings: 'meeting' }

export type Named = {
  /** The kind in the link; null for a bare id. */
  kind: string | null
  id: string
}

/** The row of a link or an id; null for other text. The last two parts of a link's path identify it: `…/tasks/<id>`. */
export const namedIn = (text: string): Named | null => {
  const pasted = text.trim()
  const path = link.exec(pasted)?.[1]
  if (path === undefined) return bareId.test(pasted) ? { kind: null, id: pasted } : null
  const [kind, id] = path.split('/').filter(Boolean).slice(-2)
  return id === undefined || id.length < shortestId ? null : { kind: kindOfPath[kind ?? ''] ?? null, id }
}

/** The possible keys of the row. */
export const keysNamedIn = (text: string): string[] => {
  const named = namedIn(text)
  if (named === null) return []
  const kinds = named.kind === null ? Object.values(kindOfPath) : [named.kind]
  return kinds.map((kind) => `${kind}:${named.id}`)
}
