// The palette must not be listed as a window to switch to. Linux desktops decide that by the window's type.
import { execFileSync } from 'node:child_process'
import { expect, test } from './signed-in.ts'
import { summon } from './steps.ts'

type StandIn = { __standin?: { taskbar: () => string[] } }

const windowTypes = (): string =>
  execFileSync('sh', [
    '-c',
    'for id in $(xdotool search --onlyvisible --name "^Svc Launcher$"); do xprop -id $id _NET_WM_WINDOW_TYPE; done',
  ]).toString()

test('APP-02 the palette is in no taskbar and no window switcher', async ({ signedIn: { app } }) => {
  await summon(app)
  const listed = await app.evaluate(() => (globalThis as StandIn).__standin?.taskbar())
  if (listed === undefined) expect(windowTypes()).toContain('_NET_WM_WINDOW_TYPE_TOOLBAR')
  else expect(listed).toEqual([])
})
