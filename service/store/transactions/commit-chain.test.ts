// Writers who come while a commit is on its way, beside an engine that begins the next transaction behind it.
import { expect, test } from 'vitest'
import { createSharedCommits, type Transaction } from './shared-commits.ts'

class Lost extends Error {}
class Refused extends Error {}

/** An engine that writes down what it is asked, and answers commits when it is told to. */
const setUp = () => {
  const log: string[] = []
  const commits: PromiseWithResolvers<void>[] = []
  let failing: Error | undefined
  const transaction = (name: string): Transaction<(what: string) => void> => ({
    tx: (what) => log.push(`${name} ${what}`),
    mark() {},
    undo: async () => log.push(`${name} undo`),
    async commit(sent) {
      const answer = Promise.withResolvers<void>()
      commits.push(answer)
      log.push(`${name} commit`)
      sent?.()
      await answer.promise
    },
    async follow() {
      begun += 1
      const follower = `${name}>${begun}`
      log.push(`${follower} begin`)
      if (failing) throw failing
      return transaction(follower)
    },
    rollback: async () => log.push(`${name} rollback`),
  })
  let begun = 0
  const { write: run, idle } = createSharedCommits({
    async begin() {
      begun += 1
      log.push(`${begun} begin`)
      return transaction(`${begun}`)
    },
    isRepeatable: (error) => error instanceof Refused,
    isUnknown: (error) => error instanceof Lost,
  })
  const write = (what: string) => run(async (tx) => tx(what))
  /** Writes two things together, whose commit is on its way then. */
  const twoWritten = async (): Promise<Promise<unknown>[]> => {
    const writing = ['a', 'b'].map(write)
    await expect.poll(() => commits.length).toBe(1)
    return writing
  }
  const answer = async (place: number): Promise<void> => {
    await expect.poll(() => commits.length).toBeGreaterThan(place)
    commits[place]?.resolve()
  }
  return {
    log,
    commits,
    run,
    write,
    twoWritten,
    answer,
    idle,
    failWith: (error: Error) => {
      failing = error
    },
  }
}

test('REC-13 who comes while a commit is on its way writes in a transaction that was begun behind it', async () => {
  const { log, write, twoWritten, answer } = setUp()
  const writing = await twoWritten()
  writing.push(write('c'), write('d'))
  expect(log).toEqual(['1 begin', '1 a', '1 b', '1 commit', '1>2 begin'])
  await answer(0)
  await answer(1)
  await Promise.all(writing)
  expect(log.slice(5)).toEqual(['1>2 c', '1>2 d', '1>2 commit'])
})

test('REC-13 who has waited since before the commit was sent begins behind it as well', async () => {
  const { log, run, write, answer } = setUp()
  const late: Promise<unknown>[] = []
  const writing = [
    write('a'),
    run(async (tx) => {
      tx('b')
      late.push(write('c'))
    }),
  ]
  await answer(0)
  await Promise.all(writing)
  await answer(1)
  await Promise.all(late)
  expect(log).toEqual(['1 begin', '1 a', '1 b', '1 commit', '1>2 begin', '1>2 c', '1>2 commit'])
})

test('REC-13 where nobody comes, nothing is begun', async () => {
  const { log, twoWritten, answer, idle } = setUp()
  const writing = await twoWritten()
  await answer(0)
  await Promise.all(writing)
  await idle()
  expect(log).toEqual(['1 begin', '1 a', '1 b', '1 commit'])
})

test('REC-13 after four in a row, the next one begins when the commit is over: other processes get their turn', async () => {
  const { log, write, twoWritten, answer } = setUp()
  const writing = await twoWritten()
  for (let place = 0; place < 8; place += 1) {
    writing.push(write('x'), write('y'))
    await answer(place)
  }
  await Promise.all(writing)
  const begins = log.filter((line) => line.endsWith('begin'))
  expect(begins.map((line) => (line.includes('>') ? 'behind' : 'anew')).join(' ')).toBe(
    ['anew', ...Array<string>(4).fill('behind'), 'anew', 'behind', 'behind'].join(' '),
  )
})

test('REC-13 where a commit fails, what was begun behind it is ended before its writers are tried alone', async () => {
  const { log, commits, write, twoWritten, answer } = setUp()
  const writing = await twoWritten()
  writing.push(write('c'))
  commits[0]?.reject(new Error('refused'))
  for (const place of [1, 2, 3]) await answer(place)
  await Promise.all(writing)
  expect(log.slice(4, 7).join(', ')).toBe('1>2 begin, 1 rollback, 1>2 rollback')
  expect(log.slice(7).join(', ')).toBe(
    '3 begin, 3 a, 3 commit, 4 begin, 4 b, 4 commit, 5 begin, 5 c, 5 commit',
  )
})

test('REC-13 nothing is begun behind the commit where a writer is to be tried alone after it', async () => {
  const { log, run, write, answer } = setUp()
  let tries = 0
  const writing: Promise<unknown>[] = [
    write('a'),
    run(async (tx) => {
      tx('b')
      tries += 1
      if (tries === 1) throw new Refused()
    }),
  ]
  await expect.poll(() => log).toContain('1 commit')
  writing.push(write('c'))
  for (const place of [0, 1, 2]) await answer(place)
  await Promise.all(writing)
  expect(log.slice(3).join(', ')).toBe('1 undo, 1 commit, 2 begin, 2 b, 2 commit, 3 begin, 3 c, 3 commit')
})

test('REC-13 where the connection is lost on which the next one begins, it begins anew', async () => {
  const { log, write, twoWritten, answer, failWith } = setUp()
  const writing = await twoWritten()
  failWith(new Lost())
  writing.push(write('c'))
  await answer(0)
  await answer(1)
  await Promise.all(writing)
  expect(log.slice(4).join(', ')).toBe('1>2 begin, 3 begin, 3 c, 3 commit')
})

test('REC-13 where the next one cannot begin, who waits for it is told', async () => {
  const { log, write, twoWritten, answer, failWith } = setUp()
  const writing = await twoWritten()
  failWith(new Error('somebody else holds the lock'))
  const late = write('c')
  await answer(0)
  await Promise.all(writing)
  await expect(late).rejects.toThrow('somebody else holds the lock')
  expect(log.slice(4).join(', ')).toBe('1>2 begin')
})
