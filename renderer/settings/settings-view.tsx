// Settings: each change is kept as it is made; there is nothing to save.
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { SettingsChange, SettingsView as Settings } from '../../shared/launcher.ts'
import { call, reasonOf } from '../bridge.ts'
import { hideNow } from '../hide.ts'
import { keys, useSession, useSettings } from '../queries.ts'
import { Banner } from '../ui/banner.tsx'
import { Button } from '../ui/button.tsx'
import { Checkbox } from '../ui/checkbox.tsx'
import { errorWords } from '../ui/error-words.ts'
import fieldCss from '../ui/field.module.css'
import { Footer } from '../ui/footer.tsx'
import frame from '../ui/frame.module.css'
import { Select, TextField } from '../ui/text-field.tsx'
import { useSummonFocus } from '../ui/use-summon-focus.ts'
import { HotkeyRecorder } from './hotkey-recorder.tsx'
import css from './settings-view.module.css'

const days = [
  [1, 'Mon', 'Monday'],
  [2, 'Tue', 'Tuesday'],
  [3, 'Wed', 'Wednesday'],
  [4, 'Thu', 'Thursday'],
  [5, 'Fri', 'Friday'],
  [6, 'Sat', 'Saturday'],
  [7, 'Sun', 'Sunday'],
] as const

const isTheme = (value: string): value is Settings['settings']['theme'] =>
  value === 'system' || value === 'light' || value === 'dark'

export function SettingsView() {
  const client = useQueryClient()
  const view = useSettings().data
  const session = useSession().data
  const [problem, setProblem] = useState<string | null>(null)
  const form = useRef<HTMLFormElement>(null)
  useSummonFocus(form, 'select', view !== undefined)

  const put = (next: Settings): void => void client.setQueryData(keys.settings, next)
  const change = (part: SettingsChange): void => {
    setProblem(null)
    call('settings.set', part).then(put, (error: unknown) => {
      const reason = reasonOf(error)
      setProblem(reason.kind === 'invalidInput' ? reason.message : errorWords(reason).text)
    })
  }

  if (view === undefined) return <main className={frame.frame} aria-label="Settings" aria-busy="true" />
  const { settings, hotkeys, notice, platform, version } = view
  return (
    <main className={frame.frame}>
      {/* Keys of the whole form. */}
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <form
        ref={form}
        className={frame.frame}
        aria-label="Settings"
        onSubmit={(event) => event.preventDefault()}
        onKeyDown={(event) => {
          if (event.key === 'Escape') hideNow()
        }}
      >
        <header className={frame.head}>
          <h1 className={frame.title}>Settings</h1>
          <span className={frame.aside}>Version {version}</span>
        </header>
        {notice === null ? null : <Banner tone="warning">{notice}</Banner>}
        {problem === null ? null : <Banner>{problem}</Banner>}
        <div className={[frame.body, css.sections].join(' ')}>
          <section className={css.section} aria-labelledby="settings-look">
            <h2 id="settings-look">General</h2>
            <div className={css.fields}>
              <Select
                label="Theme"
                value={settings.theme}
                onChange={({ target }) =>
                  isTheme(target.value) ? change({ theme: target.value }) : undefined
                }
              >
                <option value="system">Like the system</option>
                <option value="light">Light</option>
                <option value="dark">Dark</option>
              </Select>
              <Checkbox
                label="Launch at login"
                checked={settings.launchAtLogin}
                onChange={({ target }) => change({ launchAtLogin: target.checked })}
              />
            </div>
          </section>
          <section className={css.section} aria-labelledby="settings-brief">
            <h2 id="settings-brief">Daily brief</h2>
            <div className={css.fields}>
              <BriefTime value={settings.briefTime} onChange={(briefTime) => change({ briefTime })} />
              <fieldset>
                <legend className={fieldCss.label}>Brief days</legend>
                <div className={css.days}>
                  {days.map(([day, short, long]) => (
                    <label key={day} className={css.day}>
                      <input
                        type="checkbox"
                        aria-label={long}
                        checked={settings.briefDays.includes(day)}
                        onChange={({ target }) =>
                          change({
                            briefDays: target.checked
                              ? [...settings.briefDays, day].sort((a, b) => a - b)
                              : settings.briefDays.filter((other) => other !== day),
                          })
                        }
                      />
                      <span aria-hidden="true">{short}</span>
                    </label>
                  ))}
                </div>
              </fieldset>
            </div>
          </section>
          <section className={css.section} aria-labelledby="settings-hotkeys">
            <h2 id="settings-hotkeys">Hotkeys</h2>
            <div className={css.fields}>
              <HotkeyRecorder
                label="Show the palette"
                hotkey="summon"
                state={hotkeys.summon}
                platform={platform}
                onRecorded={put}
              />
              <HotkeyRecorder
                label="Capture a task"
                hotkey="capture"
                state={hotkeys.capture}
                platform={platform}
                onRecorded={put}
              />
              {platform === 'linux' && Object.values(hotkeys).some(({ state }) => state !== 'active') ? (
                <p className={fieldCss.hint}>
                  Where the desktop keeps hotkeys to itself, bind <code>svc-launcher --toggle</code> and{' '}
                  <code>svc-launcher --capture</code> in its own keyboard settings.
                </p>
              ) : null}
            </div>
          </section>
          {session?.kind === 'signedIn' ? (
            <section className={css.section} aria-labelledby="settings-account">
              <h2 id="settings-account">Account</h2>
              <div className={css.fields}>
                <p className={css.account}>
                  <strong>{session.account.user.name}</strong> <span>{session.account.user.email}</span>
                </p>
                <p className={fieldCss.hint}>
                  {session.account.workspaceName ?? 'Workspace'}
                  {session.account.kind === 'local'
                    ? ' · on this computer'
                    : ` · ${session.account.workspaceAddress}`}
                </p>
                {session.remembered ? null : (
                  <p className={fieldCss.hint}>
                    No keyring protects the sign-in on this computer: it is kept until the launcher quits.
                  </p>
                )}
                <div>
                  <Button onClick={() => void call('session.signOut').catch(() => undefined)}>
                    Sign out
                  </Button>
                </div>
              </div>
            </section>
          ) : null}
        </div>
        <Footer idle="Changes are kept as you make them">
          <Button look="ghost" shortcut="Escape" onClick={hideNow}>
            Close
          </Button>
        </Footer>
      </form>
    </main>
  )
}

/** Kept when it is a whole time: a half-typed one is nobody's business yet. */
function BriefTime({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const [typed, setTyped] = useState<string | null>(null)
  return (
    <TextField
      label="Brief time"
      type="time"
      value={typed ?? value}
      onBlur={() => setTyped(null)}
      onChange={({ target }) => {
        setTyped(target.value)
        if (/^\d\d:\d\d$/.test(target.value)) onChange(target.value)
      }}
    />
  )
}
