// What a transaction writes at its end goes as one statement: of a few rows in each of several tables, what every statement
// costs by itself, on either side, is a good part of what they cost.
import type { CompiledQuery } from 'kysely'
import { isInsert, type Insert } from './lists.ts'
import type { Send } from './send.ts'
import { withoutNul } from '../stored-text.ts'

export type LastInserts = {
  /** A transaction begins. */
  forget: () => void
  /** From here on inserts are kept back, and nobody waits for them. */
  begin: () => void
  /** Keeps an insert back if it may be. What was kept back before goes ahead of anything that may not. */
  keep: (query: CompiledQuery) => boolean
  /** Sends what was kept back. */
  flush: () => void
  /** The answers to what was sent since `begin`. */
  answers: () => Promise<unknown>[]
}

/**
 * Texts as the parts of one statement, each with its own parameters, which go one behind the other.
 * @param before how many parameters the statement has ahead of theirs
 */
export const partsOf = (
  parts: readonly { text: string; parameters: readonly unknown[] }[],
  before: number,
): string[] => {
  let ahead = before
  return parts.map(({ text, parameters }) => {
    const part = text.replaceAll(/\$(\d+)/g, (_, place: string) => `$${ahead + Number(place)}`)
    ahead += parameters.length
    return part
  })
}

/** Several inserts as one statement. They see nothing of one another. */
const textOf = (inserts: readonly Insert[]): string => {
  const texts = partsOf(
    inserts.map(({ sql, parameters }) => ({ text: sql, parameters })),
    0,
  )
  const last = texts.pop() ?? ''
  const others = texts.map((text, at) => `i${at} as (${text})`)
  return others.length === 0 ? last : `with ${others.join(', ')} ${last}`
}

/** @param send over the connection of the transactions */
export function createLastInserts(send: Send): LastInserts {
  let kept: Insert[] = []
  let answers: Promise<unknown>[] | undefined
  const texts = new Map<string, string>()

  const flush = () => {
    if (kept.length === 0) return
    const inserts = kept
    kept = []
    const which = inserts.map(({ sql }) => sql).join()
    const text = texts.get(which) ?? textOf(inserts)
    texts.set(which, text)
    const answer = send(
      text,
      inserts.flatMap(({ parameters }) => withoutNul(parameters)),
    )
    // Looked at later, or not at all where something else has failed by then.
    answer.catch(() => {})
    answers?.push(answer)
  }

  return {
    forget() {
      kept = []
      answers = undefined
    },
    begin() {
      answers = []
    },
    keep(query) {
      if (!answers) return false
      // One statement changes a row once, and two inserts into a table may mean the same row.
      const isKept = isInsert(query)
      if (!isKept || kept.some(({ into }) => into === query.into)) flush()
      if (isKept) kept.push(query)
      return isKept
    },
    flush,
    answers: () => answers ?? [],
  }
}
