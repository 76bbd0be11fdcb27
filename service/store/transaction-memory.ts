// What a write transaction asks again and again, asked once: what objects and fields there are, and who wants events.
// Nobody else changes these while it runs, because it holds the workspace (workspace-turns.ts), or all of SQLite.
import type { Tx } from './store.ts'

/** Answered from memory. Each is about one workspace, and its answer is not changed by who gets it. */
const remembered = new Set(['objects.find', 'objects.list', 'objects.fields', 'events.enabled'])

/** These write none of what is remembered. Whatever else is called makes everything be asked anew. */
const harmless = new Set<string>([
  'records',
  'recordFields',
  'comments',
  'tasks',
  'members',
  'search',
  'events',
  'idempotency',
] satisfies (keyof Tx)[])

/** A transaction's view with a memory, which whoever begins or undoes something has to `forget`. */
export function remembering(tx: Tx): { tx: Tx; forget: () => void } {
  const answers = new Map<string, unknown>()
  const forget = () => answers.clear()

  const view = (name: string, resource: object) => {
    const own: Record<string, unknown> = {}
    for (const [method, value] of Object.entries(resource) as [string, unknown][]) {
      const path = `${name}.${method}`
      if (typeof value !== 'function') own[method] = value
      else if (remembered.has(path))
        own[method] = (...given: unknown[]): unknown => {
          const key = JSON.stringify([path, ...given])
          const answer: unknown = answers.get(key) ?? Reflect.apply(value, own, given)
          answers.set(key, answer)
          return answer
        }
      else if (harmless.has(name))
        own[method] = (...given: unknown[]): unknown => Reflect.apply(value, own, given)
      else
        own[method] = (...given: unknown[]): unknown => {
          forget()
          return Reflect.apply(value, own, given)
        }
    }
    return own
  }
  const entries = Object.entries(tx).map(([name, resource]) => [name, view(name, resource)])
  // The same names with the same functions.
  return { tx: Object.fromEntries(entries) as Tx, forget }
}
