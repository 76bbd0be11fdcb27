// Installs the Debian packages that this project needs, as root or by sudo without a password. Elsewhere one sentence says what
// to type.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { chromium, headlessShell } from './chromium.ts'

export type Need = {
  /** For people on other systems. */
  name: string
  packages: readonly string[]
  isThere: () => boolean
  /** Whether something slower is there, which serves where the packages cannot be had. */
  hasOther?: () => boolean
}

/** With windows. */
export const browser: Need = {
  name: 'Chromium (/usr/bin/chromium)',
  // The second one lets it start as an ordinary user where the kernel keeps user namespaces to root.
  packages: ['chromium', 'chromium-sandbox'],
  isThere: () => existsSync(chromium),
}

/** For tests, which open none. The suite with the other build takes a third longer. */
export const headlessBrowser: Need = {
  name: 'Chromium (/usr/bin/chromium)',
  packages: ['chromium-headless-shell', 'chromium-sandbox'],
  isThere: () => existsSync(headlessShell),
  hasOther: () => existsSync(chromium),
}

export const xvfb: Need = {
  name: 'Xvfb (/usr/bin/Xvfb)',
  packages: ['xvfb'],
  isThere: () => existsSync('/usr/bin/Xvfb'),
}

/** The names are the same on Debian and Ubuntu; the libraries themselves are called otherwise from release to release. */
export const librariesOf = (executable: string): Need => ({
  name: "Electron's shared libraries (GTK 3, NSS, ALSA, GBM)",
  packages: ['libgtk-3-bin', 'libnss3', 'libasound2-plugins', 'libgbm1'],
  isThere: () => !spawnSync('ldd', [executable], { encoding: 'utf8' }).stdout.includes('not found'),
})

type Ran = { ok: boolean; said: string }

export type Machine = {
  isRoot: boolean
  hasApt: boolean
  isUbuntu: boolean
  run: (command: string, ...args: string[]) => Ran
  tell: (line: string) => void
}

const thisMachine: Machine = {
  isRoot: process.getuid?.() === 0,
  hasApt: existsSync('/usr/bin/apt-get'),
  isUbuntu: existsSync('/etc/os-release') && /^ID=ubuntu$/m.test(readFileSync('/etc/os-release', 'utf8')),
  run: (command, ...args) => {
    const { status, stdout, stderr } = spawnSync(command, args, {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    return { ok: status === 0, said: `${stdout}\n${stderr}` }
  },
  tell: (line) => {
    console.error(line)
  },
}

/** Ubuntu's chromium starts a snap, which may not open a profile in /tmp, and is not at /usr/bin/chromium. */
const onUbuntu =
  ' Ubuntu has Chromium as a snap only: link another build, such as Google Chrome, as /usr/bin/chromium.'

/** @returns null when everything is there, else a sentence that says what is missing and what to type. */
export const provide = (needs: readonly Need[], machine = thisMachine): string | null => {
  const wanted = needs.filter((need) => !need.isThere())
  const missing = (): Need[] => wanted.filter((need) => !need.isThere() && need.hasOther?.() !== true)
  if (wanted.length === 0) return null
  if (!machine.hasApt)
    return missing().length === 0
      ? null
      : `Missing: ${missing()
          .map(({ name }) => name)
          .join(', ')}. Install this with your system's packages, then try again.`

  const packages = wanted.flatMap((need) => need.packages)
  const toType = `sudo apt-get update && sudo apt-get install -y ${packages.join(' ')}`
  const sudo = machine.isRoot ? [] : ['sudo', '-n']
  if (!machine.isRoot && !machine.run('sudo', '-n', 'true').ok)
    return missing().length === 0 ? null : `Missing: ${packages.join(', ')}. Type: ${toType}`

  machine.tell(`Installing ${packages.join(', ')} with apt-get…`)
  const options = ['DEBIAN_FRONTEND=noninteractive', 'apt-get', '-qq', '-o', 'DPkg::Lock::Timeout=120']
  const apt = (...args: string[]): Ran => {
    const [command = '', ...rest] = [...sudo, 'env', ...options, ...args]
    return machine.run(command, ...rest)
  }
  // An update that fails may have left lists that do.
  apt('update')
  const { said } = apt('install', '-y', '--no-install-recommends', ...packages)
  const after = missing().flatMap((need) => need.packages)
  if (after.length === 0) return null
  const reason = /^E: (.*?)\.?$/m.exec(said)?.[1] ?? 'it did not say why'
  const snap = machine.isUbuntu && after.some((name) => name.startsWith('chromium')) ? onUbuntu : ''
  return `apt-get could not install ${after.join(', ')} (${reason}). Check the network, then type: ${toType}${snap}`
}
