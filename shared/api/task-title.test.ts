import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  keptTaskCreate,
  launcherTask,
  launcherTaskCreate,
  launcherTaskPatch,
  taskFields,
} from './launcher/tasks.ts'
import { task, taskCreate, taskPatch } from './tasks.ts'
import { forAll } from '../search/text-testing.ts'

/** White space, direction marks, zero-width characters, tags and terminal control characters. */
const signs = ' \t\n\u00a0\u2003\u200b\u200e\u202e\u2066\u00ad\u061c\ufeff\0\u0007\u007f\u0085'
const invisible = fc.string({ unit: fc.constantFrom(...signs.split('')), maxLength: 20 })

const visible = fc.constantFrom('a', '0', '.', 'é', 'ع', '日', '😀', '👩‍👩‍👧', '\ufffd')

const written = { taskCreate, taskPatch, launcherTaskCreate, launcherTaskPatch }

test.each(Object.entries(written))('TSK-03 LCH-01 a title in %s needs a visible character', (_, schema) => {
  forAll(100, invisible, visible, invisible, (before, character, after) => {
    expect(schema.safeParse({ title: before }).success).toBe(false)
    expect(schema.safeParse({ title: `${before}${character}${after}` }).success).toBe(true)
  })
})

test('TSK-01 LCH-03 a stored title without a visible character stays readable', () => {
  forAll(100, invisible, (before) => {
    const title = `${before}\u200b`
    for (const { shape } of [task, launcherTask, taskFields, keptTaskCreate])
      expect(shape.title.safeParse(title).success).toBe(true)
  })
})
