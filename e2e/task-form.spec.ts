// The form of a task, field by field: what is written in one is saved as it was meant, or said to be in the way.
import type { Page } from '@playwright/test'
import { expect, test } from './signed-in.ts'
import { isHidden, runCommand } from './steps.ts'
import { isStored, memberAt } from './writes.ts'

const dayMs = 86_400_000
const newTask = (page: Page) => page.getByRole('form', { name: 'New task' })

test('LCH-01 "tomorrow" in a form that was left open overnight is the day after the one on which it is written', async ({
  signedIn,
  service,
}) => {
  const { app, page } = signedIn
  await runCommand(signedIn, 'New task')
  const form = newTask(page)
  await form.getByLabel('Title').fill('Left open')
  const tomorrow = await page.evaluate((shift) => {
    const Real = Date
    globalThis.Date = class extends Real {
      constructor(...parts: [] | [number | string | Date]) {
        super(...((parts.length === 0 ? [Real.now() + shift] : parts) as [number]))
      }
      static override now(): number {
        return Real.now() + shift
      }
    } as DateConstructor
    return new Date(new Date().getFullYear(), new Date().getMonth(), new Date().getDate() + 1).toDateString()
  }, dayMs)
  await form.getByLabel('Due').fill('tomorrow')
  await expect(form.getByText('Tomorrow', { exact: true })).toBeVisible()
  await form.getByLabel('Title').press('Enter')
  await isHidden(app)
  await isStored(service, 'Left open')
  const [task] = await memberAt(service, 'owner@acme.test').titled('Left open')
  const due = await page.evaluate((iso) => new Date(iso).toDateString(), task?.dueDate ?? '')
  expect(due).toBe(tomorrow)
})
