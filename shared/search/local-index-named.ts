// A link or an id that is pasted names one thing: which keys it may have among what was seen. Pure.

const link = /^https?:\/\/[^/?#\s]+(\/[^?#\s]*)/i
const bareId = /^(?=.*\d)[\w-]{8,200}$/
const shortestId = 8
const kindOfPath: Readonly<Record<string, string>> = { tasks: 'task', records: 'record', meetings: 'meeting' }

export type Named = {
  /** What the link says it is; null for an id alone. */
  kind: string | null
  id: string
}

/** What is named, or null for a text that is to be searched. A link names by the last two parts of its path: `…/tasks/<id>`. */
export const namedIn = (text: string): Named | null => {
  const pasted = text.trim()
  const path = link.exec(pasted)?.[1]
  if (path === undefined) return bareId.test(pasted) ? { kind: null, id: pasted } : null
  const [kind, id] = path.split('/').filter(Boolean).slice(-2)
  return id === undefined || id.length < shortestId ? null : { kind: kindOfPath[kind ?? ''] ?? null, id }
}

/** Keys under which it may be known. */
export const keysNamedIn = (text: string): string[] => {
  const named = namedIn(text)
  if (named === null) return []
  const kinds = named.kind === null ? Object.values(kindOfPath) : [named.kind]
  return kinds.map((kind) => `${kind}:${named.id}`)
}
