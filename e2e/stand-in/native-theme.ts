// nativeTheme, and through it `prefers-color-scheme` in every page. Playwright's emulateMedia uses the same override: the
// last one to speak wins, so the stand-in only speaks when the app asks for a theme of its own.
import type { CdpSession } from './cdp.ts'
import { type Emulates, StrictEmitter } from './strict.ts'

type ThemeSource = Electron.NativeTheme['themeSource']

const sessions = new Set<CdpSession>()
let systemTheme: 'light' | 'dark' = 'light'
let source: ThemeSource = 'system'

class NativeTheme extends StrictEmitter implements Emulates<Electron.NativeTheme> {
  get shouldUseDarkColors(): boolean {
    return (source === 'system' ? systemTheme : source) === 'dark'
  }
  get themeSource(): ThemeSource {
    return source
  }
  set themeSource(next: ThemeSource) {
    change(() => {
      source = next
    })
  }
}

export const nativeTheme = new NativeTheme()

export const setSystemTheme = (theme: 'light' | 'dark'): void =>
  change(() => {
    systemTheme = theme
  })

/** Pages opened later get the theme as well. */
export async function followTheme(session: CdpSession): Promise<void> {
  sessions.add(session)
  if (source !== 'system' || systemTheme !== 'light') await emulate(session)
}

function change(apply: () => void): void {
  const before = nativeTheme.shouldUseDarkColors
  apply()
  for (const session of sessions) void emulate(session)
  if (nativeTheme.shouldUseDarkColors !== before) nativeTheme.emit('updated')
}

const emulate = (session: CdpSession): Promise<unknown> =>
  session
    .send('Emulation.setEmulatedMedia', {
      features: [{ name: 'prefers-color-scheme', value: nativeTheme.shouldUseDarkColors ? 'dark' : 'light' }],
    })
    .catch(() => sessions.delete(session))
