// Writes, lists and searches all ask for objects and fields, which change only when an operator changes them. So the process
// keeps what it has read of them, together with the version of the workspace's definitions. A transaction reads the version,
// mostly with its lock, and answers from memory for as long as the version is the same.
import { createRecent } from './recent.ts'
import type { Tx } from './store.ts'

const rememberedWorkspaces = 300
/** Milliseconds. An edit of the database by hand changes no version; it is seen after this time. */
const longestRemembered = 10_000

/** Answers by question, as of a version. */
type Known = { version: string; since: number; answers: Map<string, unknown> }

/** A connection's view of its transactions. Whatever it answers is shared, and not changed by who gets it. */
export type DefinitionsView = {
  tx: Tx
  /** A transaction begins, or something of it is undone: the version may be another one. */
  forget: () => void
  /** Says which version was read with the workspace's lock. */
  tellVersion: (workspaceId: string, version: string) => void
}

// Anything may be asked for, and only what there is takes room.
const isSomething = (answer: unknown): boolean =>
  answer !== undefined && !(Array.isArray(answer) && answer.length === 0)

/** @param clock milliseconds */
export function createDefinitionsMemory(clock: () => number = () => performance.now()) {
  const workspaces = createRecent<string, Known>(rememberedWorkspaces)

  const knownAt = (workspaceId: string, version: string): Known => {
    const known = workspaces.get(workspaceId)
    if (known?.version === version && clock() - known.since < longestRemembered) return known
    const fresh = { version, since: clock(), answers: new Map<string, unknown>() }
    workspaces.set(workspaceId, fresh)
    return fresh
  }

  /** @param tx of transactions that see one state of the definitions, but for what they change themselves */
  return (tx: Tx): DefinitionsView => {
    const versions = new Map<string, Promise<string | undefined>>()

    const versionOf = (workspaceId: string): Promise<string | undefined> => {
      const version = versions.get(workspaceId) ?? tx.workspaces.definitionsVersion(workspaceId)
      versions.set(workspaceId, version)
      return version
    }
    const remembered =
      <Rest extends string[], Answer>(
        name: string,
        ask: (workspaceId: string, ...rest: Rest) => Promise<Answer>,
      ) =>
      async (workspaceId: string, ...rest: Rest): Promise<Answer> => {
        const version = await versionOf(workspaceId)
        if (version === undefined) return ask(workspaceId, ...rest)
        const { answers } = knownAt(workspaceId, version)
        const question = [name, ...rest].join(' ')
        // Kept under the question that it answers.
        const known = answers.get(question) as Answer | undefined
        if (known !== undefined) return known
        const answer = await ask(workspaceId, ...rest)
        if (isSomething(answer)) answers.set(question, answer)
        return answer
      }
    const changing =
      <Item>(change: (workspaceId: string, item: Item) => Promise<void>) =>
      async (workspaceId: string, item: Item): Promise<void> => {
        await change(workspaceId, item)
        versions.delete(workspaceId)
      }
    const { objects, definitions, search } = tx
    return {
      tx: {
        ...tx,
        objects: {
          ...objects,
          find: remembered('object', (...asked: [string, string]) => objects.find(...asked)),
          list: remembered('objects', (asked) => objects.list(asked)),
          fields: remembered('fields', (...asked: [string, string]) => objects.fields(...asked)),
          create: changing((...change) => objects.create(...change)),
          createField: changing((...change) => objects.createField(...change)),
        },
        definitions: {
          ...definitions,
          changeObject: changing((...change) => definitions.changeObject(...change)),
          changeField: changing((...change) => definitions.changeField(...change)),
        },
        search: {
          ...search,
          previewObjects: remembered('previews', (asked) => search.previewObjects(asked)),
        },
      },
      forget: () => versions.clear(),
      tellVersion: (workspaceId, version) => void versions.set(workspaceId, Promise.resolve(version)),
    }
  }
}

export type DefinitionsMemory = ReturnType<typeof createDefinitionsMemory>
