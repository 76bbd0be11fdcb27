// A desktop of its own for a program under test: a virtual display with a window manager, another program with the focus,
// a session bus with a tray and a keyring, a browser that only writes down its address, and a home folder. The person's
// own desktop is neither seen nor changed.
import { execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { openVirtualDisplay } from '../display.ts'
import { openTrayHost, type TrayHost } from './tray-host.ts'

const patienceMs = 20_000

/** Waits until something is there. @throws with its name where it does not come */
export const until = async <T>(
  thing: string,
  look: () => T | Promise<T>,
  everyMs = 50,
): Promise<NonNullable<T>> => {
  for (const end = performance.now() + patienceMs; ; await setTimeout(everyMs)) {
    const seen = await look()
    if (seen) return seen
    if (performance.now() > end) throw new Error(`not within ${patienceMs / 1000} s: ${thing}`)
  }
}

/** Everybody on it may do everything, and nothing starts by itself. */
const busConfiguration = (socket: string): string => `<busconfig>
  <type>session</type>
  <listen>unix:path=${socket}</listen>
  <auth>EXTERNAL</auth>
  <policy context="default">
    <allow send_destination="*" eavesdrop="true"/>
    <allow eavesdrop="true"/>
    <allow own="*"/>
  </policy>
</busconfig>
`

const otherProgram = 'Another program'

export type Desktop = {
  env: NodeJS.ProcessEnv
  tray: TrayHost
  /** Presses keys, such as `ctrl+alt+space`. */
  press: (keys: string) => void
  type: (text: string) => void
  /** The title of the window that has the focus. */
  focused: () => string
  isVisible: (title: string) => boolean
  isOtherProgramFocused: () => boolean
  /** The lines that were typed into the other program. */
  typedElsewhere: () => string
  /** The address that the system browser was last sent to, or an empty text. */
  openedAddress: () => string
  close: () => void
}

/** @param folder an empty one, for everything that programs on this desktop write */
export const openDesktop = async (folder: string): Promise<Desktop> => {
  const at = (name: string): string => join(folder, name)
  for (const name of ['home', 'runtime', 'bin']) mkdirSync(at(name), { mode: 0o700 })
  const script = (name: string, command: string): string => {
    writeFileSync(at(name), `#!/bin/sh\n${command}\n`, { mode: 0o755 })
    return at(name)
  }
  const typed = at('typed')
  const opened = at('opened')
  script('bin/xdg-open', `printf %s "$1" >'${opened}.part' && mv '${opened}.part' '${opened}'`)

  const display = await openVirtualDisplay(at('display'))
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    ...display.env,
    PATH: `${at('bin')}:${process.env['PATH'] ?? ''}`,
    HOME: at('home'),
    XDG_CONFIG_HOME: at('home/.config'),
    XDG_DATA_HOME: at('home/.local/share'),
    XDG_CACHE_HOME: at('home/.cache'),
    XDG_RUNTIME_DIR: at('runtime'),
    XDG_SESSION_TYPE: 'x11',
    DBUS_SESSION_BUS_ADDRESS: `unix:path=${at('bus')}`,
    // Chromium chooses its keyring by it.
    XDG_CURRENT_DESKTOP: 'GNOME',
    LC_ALL: 'C.UTF-8',
    LANGUAGE: 'en',
  }
  delete env['WAYLAND_DISPLAY']

  writeFileSync(at('bus.conf'), busConfiguration(at('bus')))
  const dbus = spawn('dbus-daemon', ['--config-file', at('bus.conf'), '--nofork', '--nopidfile'], {
    stdio: 'ignore',
    env,
  })
  // The display ends with its last client. So the window manager is the first one, and it starts the other program itself.
  const terminal = script('terminal', `exec xterm -T '${otherProgram}' -e "cat >'${typed}'"`)
  const manager = spawn('openbox', ['--startup', terminal], { stdio: 'ignore', env })
  const running = [dbus, manager]
  const stop = (): void => {
    for (const child of running.toReversed()) child.kill()
    display.stop()
  }

  const xdotool = (...args: string[]): string => {
    try {
      return execFileSync('xdotool', args, {
        encoding: 'utf8',
        env,
        stdio: ['ignore', 'pipe', 'ignore'],
      }).trim()
    } catch {
      // It finds no such window.
      return ''
    }
  }
  const focused = (): string => xdotool('getactivewindow', 'getwindowname')
  const isOtherProgramFocused = (): boolean => focused() === otherProgram
  try {
    await until('a terminal on the virtual display', () => existsSync(typed))
    await until('the focus in that terminal', isOtherProgramFocused)
    await until('a session bus', () => existsSync(at('bus')))
    // It makes the keyring with the password on its stdin.
    const keyring = spawn('gnome-keyring-daemon', ['--foreground', '--unlock', '--components=secrets'], {
      stdio: ['pipe', 'ignore', 'ignore'],
      env,
    })
    keyring.stdin.end('password')
    running.push(keyring)
    await until('a keyring', () => existsSync(at('home/.local/share/keyrings/login.keyring')))
    const tray = await openTrayHost(at('bus'))
    return {
      env,
      tray,
      press: (keys) => void xdotool('key', keys),
      type: (text) => void xdotool('type', '--delay', '20', text),
      focused,
      isVisible: (title) => xdotool('search', '--onlyvisible', '--name', `^${title}$`) !== '',
      isOtherProgramFocused,
      typedElsewhere: () => readFileSync(typed, 'utf8'),
      openedAddress: () => (existsSync(opened) ? readFileSync(opened, 'utf8') : ''),
      close: () => {
        tray.close()
        stop()
      },
    }
  } catch (error) {
    stop()
    throw error
  }
}
