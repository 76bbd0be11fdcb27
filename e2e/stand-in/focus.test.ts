import { expect, it } from 'vitest'
import { dropFocus, focusedWindow, forgetFocus, moveFocus } from './focus.ts'

const told: string[] = []
const window = (name: string) => ({
  emit: (event: 'focus' | 'blur') => told.push(`${name} ${event}`) > 0,
})
const landed = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

it('lands after the call, blur before focus, and the last wish counts', async () => {
  const [one, two] = [window('one'), window('two')]
  moveFocus(one)
  expect(focusedWindow()).toBeUndefined()
  await landed()
  moveFocus(two)
  await landed()
  moveFocus(one)
  moveFocus(two)
  dropFocus(one)
  await landed()
  expect(told.splice(0)).toEqual(['one focus', 'one blur', 'two focus'])

  dropFocus(two)
  await landed()
  expect([told.splice(0), focusedWindow()]).toEqual([['two blur'], undefined])

  moveFocus(one)
  forgetFocus(one)
  await landed()
  expect(told).toEqual([])
})
