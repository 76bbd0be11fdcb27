import { expect, test } from 'vitest'
import { repeatWords } from './repeat.ts'

test.each([
  ['FREQ=WEEKLY;INTERVAL=2', 'every 2 weeks'],
  ['FREQ=WEEKLY;BYDAY=MO,TH', 'every week on Monday and Thursday'],
  ['FREQ=WEEKLY;BYDAY=MO;WKST=SU', 'every week on Monday'],
  ['FREQ=DAILY;UNTIL=20270301', 'every day until March 1, 2027'],
  ['FREQ=DAILY;UNTIL=20270301T235959Z', 'every day until March 1, 2027'],
  // A time on the clock of the task, which the library refuses.
  ['FREQ=DAILY;UNTIL=20270301T120000', 'every day until March 1, 2027'],
  ['FREQ=DAILY;COUNT=3', 'every day for 3 times'],
])('LCH-02 the page of a task says %s as a sentence', async (rule, words) => {
  expect(await repeatWords({ rule, after: 'due' })).toBe(words)
  expect(await repeatWords({ rule, after: 'completion' })).toBe(`${words}, counted from the completion`)
})
