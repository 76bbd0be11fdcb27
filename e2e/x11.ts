// True input on an X11 display, by xdotool: what a real Electron hears of the desktop cannot be sent by a message.
import { execFileSync } from 'node:child_process'
import type { ElectronApplication } from 'playwright/test'
import { expect } from './expect.ts'

const isX11 = process.platform === 'linux' && Boolean(process.env['DISPLAY'])

export const xdotool = (...args: string[]): void => {
  try {
    if (!isX11) throw new Error('There is no DISPLAY')
    execFileSync('xdotool', args, { stdio: 'pipe' })
  } catch (cause) {
    throw new Error(
      'On a real Electron hotkeys and the pointer need xdotool and an X11 display with a window manager: ' +
        'apt-get install xdotool xvfb openbox.',
      { cause },
    )
  }
}

/** Moves the pointer out of the palette's way, where it would hover rows. */
export const parkPointer = (): void => {
  if (isX11) xdotool('mousemove', '0', '0')
}

/** @returns the times at which the app heard the hotkey, epoch milliseconds */
export const heardAt = (app: ElectronApplication, accelerator: string): Promise<number[]> =>
  app.evaluate(
    (_electron, keys) => (globalThis as unknown as { heardAt: Record<string, number[]> }).heardAt[keys] ?? [],
    accelerator,
  )

/** @returns whether the app holds the hotkey; resolves when it has heard the press. */
export const pressTrueKeys = async (app: ElectronApplication, accelerator: string): Promise<boolean> => {
  const isHeld = await app.evaluate(
    ({ globalShortcut }, keys) => globalShortcut.isRegistered(keys) && !globalShortcut.isSuspended(),
    accelerator,
  )
  const count = async () => (await heardAt(app, accelerator)).length
  const before = await count()
  xdotool('key', accelerator.toLowerCase())
  if (isHeld) await expect.poll(count, { intervals: [10] }).toBeGreaterThan(before)
  return isHeld
}
