// What a write transaction asks again and again, asked once: what objects and fields there are, and who wants events.
// Nobody else changes these while it runs, because it holds the workspace (workspace-turns.ts), or all of SQLite.
import { sentTogether } from './sent-together.ts'
import type { Tx } from './store.ts'

/** Of so many workspaces it is known what their last transaction asked. */
const rememberedWorkspaces = 1_000
/** Most transactions ask for an object, its fields and who wants events. */
const mostAnticipated = 6

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

/** A question that is answered from memory. */
type Question = { key: string; ask: () => unknown }

/**
 * A transaction's view with a memory, which whoever begins or undoes something has to `forget`.
 * @returns `anticipate` asks what the last transaction of the workspace asked, so that it can be asked right behind the
 * lock; what nobody wanted is not asked the next time
 */
export function remembering(tx: Tx): {
  tx: Tx
  forget: () => void
  anticipate: (workspaceId: string) => Promise<unknown>
} {
  const answers = new Map<string, unknown>()
  const wantedBy = new Map<string, Map<string, Question>>()
  const forget = () => answers.clear()

  const remember = ({ key, ask }: Question): unknown => {
    const answer = answers.get(key) ?? ask()
    answers.set(key, answer)
    return answer
  }
  const want = (workspaceId: unknown, question: Question): unknown => {
    if (typeof workspaceId === 'string') wantedBy.get(workspaceId)?.set(question.key, question)
    return remember(question)
  }
  const anticipate = (workspaceId: string): Promise<unknown> => {
    const wanted = wantedBy.get(workspaceId)
    if (wantedBy.size >= rememberedWorkspaces) wantedBy.clear()
    wantedBy.set(workspaceId, new Map())
    const questions = [...(wanted?.values() ?? [])].slice(0, mostAnticipated)
    return sentTogether(questions.map(async (question) => remember(question)))
  }

  const view = (name: string, resource: object) => {
    const own: Record<string, unknown> = {}
    for (const [method, value] of Object.entries(resource) as [string, unknown][]) {
      const path = `${name}.${method}`
      if (typeof value !== 'function') own[method] = value
      else if (remembered.has(path))
        own[method] = (...given: unknown[]): unknown =>
          want(given[0], {
            key: JSON.stringify([path, ...given]),
            ask: (): unknown => Reflect.apply(value, own, given),
          })
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
  return { tx: Object.fromEntries(entries) as Tx, forget, anticipate }
}
