import { expect, test } from 'vitest'
import { createReader } from './reader.ts'
import { event, feed } from './reading/feed-testing.ts'

const aYear = { from: Date.UTC(2027, 0, 1), to: Date.UTC(2028, 0, 1) }
const asked = (bytes: Buffer) => ({
  bytes,
  window: aYear,
  zone: 'UTC',
  addresses: [],
  known: null,
})
const usual = { atOnce: 2, milliseconds: 30_000, megabytes: 512 }

/** Every day, from many events. */
const large = feed(
  ...Array.from({ length: 500 }, (_, place) =>
    event(`UID:${place}@feeds.example`, 'DTSTART:20270101T080000Z', 'RRULE:FREQ=DAILY'),
  ).flat(),
)
const small = feed(...event('DTSTART:20270601T080000Z'))

test('CAL-03 a file that takes more memory than a reading may have is too large, and the next one is read', async () => {
  const read = createReader({ ...usual, megabytes: 16 })
  expect(await read(asked(large))).toEqual({ kind: 'tooLarge' })
  expect(await read(asked(small))).toMatchObject({ kind: 'read', meetingCount: 1 })
})

test('CAL-03 a file that takes longer than a reading may take is too large, and the event loop goes on meanwhile', async () => {
  const read = createReader({ ...usual, milliseconds: 200 })
  let turns = 0
  const turning = setInterval(() => (turns += 1), 0)
  const [first, second] = await Promise.all([read(asked(large)), read(asked(large))])
  clearInterval(turning)
  expect([first, second]).toEqual([{ kind: 'tooLarge' }, { kind: 'tooLarge' }])
  expect(turns).toBeGreaterThan(0)
})

test('CAL-03 more files than threads are all read', async () => {
  const read = createReader(usual)
  const answers = await Promise.all([1, 2, 3, 4].map(() => read(asked(small))))
  expect(answers.map(({ kind }) => kind)).toEqual(['read', 'read', 'read', 'read'])
})
