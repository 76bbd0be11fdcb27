import { expect, test } from 'vitest'
import { gathered } from './gathered.ts'

test('LIM-01 those who gather in the same turn of the loop go on together, before anything is sent', async () => {
  const course: string[] = []
  const going = async (name: string) => {
    await gathered([name], 2)
    course.push(name)
    // Where a socket sends what was written to it.
    process.nextTick(() => course.push('sent'))
  }
  await Promise.all([going('one'), going('other')])
  expect(course).toEqual(['one', 'other'])
})
