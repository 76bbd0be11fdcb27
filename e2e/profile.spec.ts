// A profile of one's own: everything of an instance is in the folder that its command line names.
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { ask } from './bridge.ts'
import { expect, test } from './fixtures.ts'

test('APP-02 two instances with --user-data-dir=DIR and --user-data-dir DIR run side by side and share nothing', async ({
  launch,
}) => {
  const first = await launch({ profile: 'a', profileSwitch: 'joined' })
  const second = await launch({ profile: 'b', profileSwitch: 'apart' })
  for (const { app, userData } of [first, second])
    expect(await app.evaluate(({ app: electronApp }) => electronApp.getPath('userData'))).toBe(userData)

  await ask(second.page, 'settings.set', { theme: 'dark' })
  expect(existsSync(join(second.userData, 'settings.json'))).toBe(true)
  expect(readdirSync(first.userData)).not.toContain('settings.json')
})
