// The error table of the launcher, row by row, for what is read: the real service, spoiled on its way.
import { expect, test } from './behind-proxy.ts'
import { results, searchBox } from './steps.ts'

test('through the proxy', async ({ signedIn: { page }, network }) => {
  await searchBox(page).fill('stand-up')
  await expect(results(page).getByRole('option').first()).toContainText(/stand-up/i)
  await expect.poll(() => network.passed({ path: '/v1/launcher/search' }).length).toBeGreaterThan(0)
})
