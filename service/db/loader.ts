// Batches look-ups of one turn of the event loop, or that come while a statement runs, into one statement. A single
// look-up waits for one turn. Where eight clients asked with keys that were each looked up alone, SQLite answered a quarter to a
// third fewer GET requests a second.
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Tx } from './store.ts'

type Waiting<Question, Answer> = {
  question: Question
  resolve: (answer: Answer | undefined) => void
  reject: (reason: unknown) => void
}

const mostTogether = 64

/**
 * Waits until a turn of the event loop adds nothing, so that what comes together is served together.
 * @param waiting grows meanwhile
 * @param most stops waiting at this length
 * @param turn resolves in the next turn
 */
export async function waitForBatch(
  waiting: readonly unknown[],
  most: number,
  turn: () => Promise<unknown> = nextTurn,
): Promise<void> {
  for (let before = 0; before < waiting.length && waiting.length < most;) {
    before = waiting.length
    await turn()
  }
}

let coming: Promise<void> | undefined

/** The same turn for questions of every kind that come now: what they are asked with then goes in one packet. */
const sharedTurn = (): Promise<void> =>
  (coming ??= new Promise((resolve) => {
    setImmediate(() => {
      coming = undefined
      resolve()
    })
  }))

/**
 * @param ask answers questions, each in its place; it begins after every one of them was put
 * @returns puts one question
 */
export function createLoader<Question, Answer>(
  ask: (questions: readonly Question[]) => Promise<readonly (Answer | undefined)[]>,
): (question: Question) => Promise<Answer | undefined> {
  const waiting: Waiting<Question, Answer>[] = []
  let isAsking = false

  const work = async () => {
    isAsking = true
    while (waiting.length > 0) {
      await waitForBatch(waiting, mostTogether, sharedTurn)
      const some = waiting.splice(0, mostTogether)
      try {
        const answers = await ask(some.map(({ question }) => question))
        for (const [place, { resolve }] of some.entries()) resolve(answers[place])
      } catch (error) {
        for (const { reject } of some) reject(error)
      }
    }
    isAsking = false
  }

  return (question) =>
    new Promise((resolve, reject) => {
      waiting.push({ question, resolve, reject })
      if (!isAsking) void work()
    })
}

/** Something of each transaction. SQLite has one that is used again and again. */
export const perTx = <T>(make: () => T): ((tx: Tx) => T) => {
  const made = new WeakMap<Tx, T>()
  return (tx) => {
    const known = made.get(tx) ?? make()
    made.set(tx, known)
    return known
  }
}

/**
 * Calls of one turn, answered by one: the pattern of a data loader. Writes that run side by side in a transaction each check and
 * store by themselves, and what they store at the same time is one statement.
 * @param many gets the rows of all calls of a turn that name the same key, one behind the other; each caller gets its answer
 */
export const batched = <Row, Answer>(
  many: (tx: Tx, key: string, rows: readonly Row[]) => Promise<Answer>,
): ((tx: Tx, key: string, rows: readonly Row[]) => Promise<Answer>) => {
  const batchesOf = perTx(() => new Map<string, { rows: Row[]; answer: Promise<Answer> }>())
  return (tx, key, rows) => {
    const batches = batchesOf(tx)
    const batch = batches.get(key)
    if (batch) {
      for (const row of rows) batch.rows.push(row)
      return batch.answer
    }
    const all = [...rows]
    const answer = new Promise<Answer>((resolve, reject) => {
      // Runs when the promises that are settled by now have been dealt with: each of the writers may have something to store.
      process.nextTick(() => {
        batches.delete(key)
        many(tx, key, all).then(resolve, reject)
      })
    })
    batches.set(key, { rows: all, answer })
    return answer
  }
}

/**
 * Calls that ask the same share an answer, which nobody changes: those of one turn that come before the answer, so that whoever
 * has just written is not told what was there before.
 */
export const askedOnce = <Parameters extends readonly (string | number | null)[], Answer>(
  ask: (tx: Tx, ...parameters: Parameters) => Promise<Answer>,
): ((tx: Tx, ...parameters: Parameters) => Promise<Answer>) => {
  const askedOf = perTx(() => new Map<string, Promise<Answer>>())
  return (tx, ...parameters) => {
    const asked = askedOf(tx)
    const name = JSON.stringify(parameters)
    const known = asked.get(name)
    if (known) return known
    const forget = () => asked.delete(name)
    const answer = ask(tx, ...parameters).finally(forget)
    asked.set(name, answer)
    process.nextTick(forget)
    return answer
  }
}
