// The checks of a packaged app that runs, on a desktop of its own and signed in to a demo workspace.
import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { allowInBrowser, type DemoService } from './demo-service.ts'
import { type Desktop, until } from './desktop.ts'
import { filesWith } from './readable.ts'
import { type Report, Skipped } from './report.ts'
import { type PackagedApp, type RunningApp, start } from './running-app.ts'

const title = 'Svc Launcher'
const hotkey = 'ctrl+alt+space'
/** Titles that nothing else holds, without a word that the capture reads as a date. */
const captured = ['Zanzibar violet papaya', 'Kilimanjaro crimson mango'] as const

export type Setting = {
  app: PackagedApp
  desktop: Desktop
  demo: DemoService
  report: Report
  /** For profiles and their keyrings. */
  folder: string
  /** Hears of every process that is started. */
  onStart: (running: RunningApp) => void
}

const launch = ({ app, desktop, onStart }: Setting, profile: string, args: readonly string[]): RunningApp => {
  // Electron has the desktop's keyring. Our stand-in for it, which only development has, keeps its key in a file.
  const keyring = { STANDIN_KEYRING: '1', STANDIN_KEYRING_FILE: `${profile} keyring` }
  const running = start(app, ['--user-data-dir', profile, ...args], { ...desktop.env, ...keyring })
  onStart(running)
  return running
}

const checkRefusedSwitch = async (setting: Setting, word: string): Promise<void> => {
  await setting.report.check(`${word}: the reason, exit code 1, and no open port`, async () => {
    const profile = join(setting.folder, `a profile debugged by ${word.replaceAll('/', '_')}`)
    const refused = launch(setting, profile, [word])
    try {
      const code = await refused.ended()
      const said = refused.said()
      if (code !== 1) throw new Error(`exit code ${code}, and it said ${JSON.stringify(said)}`)
      if (
        said.length !== 1 ||
        !/^Svc Launcher does not start (under a debugger\.|with --.*\.) Remove .*\.$/.test(said[0] ?? '')
      )
        throw new Error(`it said ${JSON.stringify(said)}`)
      if (existsSync(join(profile, 'DevToolsActivePort'))) throw new Error('there is a DevToolsActivePort')
      await refused.gone()
    } finally {
      // One that was not refused holds the hotkey.
      refused.close()
    }
  })
}

/** The steps of a person with one running app. */
const stepsWith = (setting: Setting, profile: string, running: RunningApp) => {
  const { desktop, demo } = setting
  const paints = (): number => running.logged('palette.painted').length
  const isFocused = (): boolean => desktop.focused() === title

  const shown = async (after: number): Promise<void> => {
    await until('the window with the focus', isFocused)
    await until('a frame of it', () => paints() > after)
  }
  /** A second start, which asks the first one. */
  const ask = async (word: string): Promise<void> => {
    const second = launch(setting, profile, [word])
    const code = await second.ended()
    if (code !== 0)
      throw new Error(`exit code ${code} of the second start, which said ${second.said().join(' ')}`)
    await second.gone()
  }
  const hidden = async (): Promise<void> => {
    await until('the window hidden', () => !desktop.isVisible(title))
    await until('the focus back in the other program', desktop.isOtherProgramFocused)
  }
  /** Escape steps back until the launcher hides. */
  const dismiss = async (): Promise<void> => {
    await until('the window hidden', () => {
      if (desktop.isVisible(title)) desktop.press('Escape')
      return !desktop.isVisible(title)
    })
    await hidden()
  }
  /** Summons the hidden window, and waits until it has the focus and is painted. */
  const summoned = async (summon: () => unknown): Promise<void> => {
    await dismiss()
    const before = paints()
    await summon()
    await shown(before)
  }
  const capture = async (task: string): Promise<void> => {
    await summoned(() => ask('--capture'))
    desktop.type(task)
    desktop.press('Return')
    await hidden()
    // Slowly: the service limits how often a key may ask.
    await until(`the task "${task}" at the service`, async () => (await demo.titled(task)) > 0, 500)
    const count = await demo.titled(task)
    if (count !== 1) throw new Error(`the service has the task ${count} times`)
  }
  const signIn = async (): Promise<void> => {
    await summoned(() => desktop.press(hotkey))
    desktop.press('Return')
    desktop.type(demo.address)
    desktop.press('Return')
    await allowInBrowser(await until('the address for the browser', desktop.openedAddress), demo.owner)
    await until('tokens', () => demo.secrets().length > 0)
    await dismiss()
  }
  return { shown, summoned, ask, hidden, dismiss, capture, signIn }
}

const checkKeys = async (setting: Setting, profile: string, running: RunningApp): Promise<void> => {
  const { desktop, report } = setting
  const { summoned, dismiss } = stepsWith(setting, profile, running)
  await report.check(`${hotkey} over another program brings the window up, with the focus`, async () => {
    await summoned(() => desktop.press(hotkey))
  })
  await report.check('Escape hides it, and what is typed then reaches the other program', async () => {
    await dismiss()
    desktop.type('typed elsewhere\n')
    await until('the text in the other program', () => desktop.typedElsewhere() === 'typed elsewhere\n')
  })
  await report.check('the tray has its icon, and a click on it brings the window up', async () => {
    const icon = await until('an icon', () => desktop.tray.icons()[0])
    await summoned(() => desktop.tray.click(icon))
    await dismiss()
  })
}

const checkAsks = async (setting: Setting, profile: string, running: RunningApp): Promise<void> => {
  const { demo, report, desktop } = setting
  const { summoned, ask, hidden, dismiss, capture } = stepsWith(setting, profile, running)
  await report.check('--capture of a second start: a typed title is one task at the service', async () => {
    await capture(captured[0])
  })
  await report.check('--brief of a second start: the brief is shown', async () => {
    const before = demo.requests(/brief/)
    await summoned(() => ask('--brief'))
    await until('the brief asked of the service', () => demo.requests(/brief/) > before)
    await dismiss()
  })
  await report.check('--toggle of a second start: shows the window, and hides it', async () => {
    await summoned(() => ask('--toggle'))
    await ask('--toggle')
    await hidden()
  })
  await report.check('the command Quit ends all of it with exit code 0', async () => {
    await summoned(() => desktop.press(hotkey))
    desktop.type('>quit')
    desktop.press('Return')
    const code = await running.ended()
    if (code !== 0) throw new Error(`exit code ${code}`)
    return `${await running.gone()} processes`
  })
}

const checkRestart = async (setting: Setting, profile: string, first: RunningApp): Promise<void> => {
  await setting.report.check(
    'the next start is signed in, and SIGTERM ends it with exit code 0',
    async () => {
      if (first.logged('vault.memoryOnly').length > 0) throw new Skipped('there is no keyring')
      const running = launch(setting, profile, ['--hidden', ...setting.demo.switches])
      await until('the start', () => running.logged('launcher.ready')[0])
      await stepsWith(setting, profile, running).capture(captured[1])
      running.terminate()
      const code = await running.ended()
      if (code !== 0) throw new Error(`exit code ${code}`)
      await running.gone()
    },
  )
}

const checkProfile = async ({ demo, report }: Setting, profile: string): Promise<void> => {
  await report.check('no file of the profile shows a token, the person, or what was captured', () => {
    const texts = [...captured, demo.owner.email, ...demo.secrets()]
    // First, that the search finds a token where there is one.
    const planted = join(profile, 'planted')
    writeFileSync(planted, demo.secrets()[0] ?? '', 'utf16le')
    const isFound = filesWith(profile, texts).some((found) => found.startsWith('planted '))
    rmSync(planted)
    if (!isFound) throw new Error('a planted token was not found')
    const found = filesWith(profile, texts)
    if (found.length > 0) throw new Error(found.join(', '))
    return `${readdirSync(profile, { recursive: true }).length} files and folders, ${texts.length} texts`
  })
}

export const checkInUse = async (setting: Setting): Promise<void> => {
  const { desktop, demo, report, folder } = setting
  for (const word of [
    '--inspect',
    '--inspect-brk=0',
    '--remote-debugging-port=0',
    '--remote-debugging-pipe',
    '--ssl-key-log-file=/dev/null',
  ])
    await checkRefusedSwitch(setting, word)

  const profile = join(folder, 'a profile')
  const running = launch(setting, profile, demo.switches)
  const isStarted = await report.check(
    'it starts from its folder, shows its window, and holds its hotkey',
    async () => {
      const ready = await until('launcher.ready in its log', () => running.logged('launcher.ready')[0]).catch(
        (error: Error) => {
          throw new Error(`${error.message}; it said ${JSON.stringify(running.said())}`)
        },
      )
      if (ready['state'] !== 'active')
        throw new Error(`${String(ready['hotkey'])} is ${String(ready['state'])}`)
      await stepsWith(setting, profile, running).shown(0)
    },
  )
  if (!isStarted) return
  await report.check('--user-data-dir DIR with a space holds everything, of Chromium too', async () => {
    await until("Chromium's folder in it", () => existsSync(join(profile, 'Local Storage')))
    const { HOME: home = '' } = desktop.env
    const elsewhere = readdirSync(home, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => relative(home, join(parentPath, name)))
      .filter((file) => /svc|launcher/i.test(file))
    if (elsewhere.length > 0) throw new Error(`there is also ${elsewhere.join(', ')}`)
  })
  await checkKeys(setting, profile, running)
  const isSignedIn = await report.check('signing in by keys and the system browser', async () => {
    await stepsWith(setting, profile, running).signIn()
  })
  if (!isSignedIn) return
  await checkAsks(setting, profile, running)
  await checkRestart(setting, profile, running)
  await checkProfile(setting, profile)
}
